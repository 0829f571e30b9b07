#!/usr/bin/env python3
"""Runs one of the stress tests: stress.py BIN LAYER VENDORS TEST. See CMakeLists.txt for the list.

BIN holds lives, summary and cldoctor; LAYER is the layer's library; VENDORS the folder that names the fake driver.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

BIN, LAYER, VENDORS, TEST = sys.argv[1:5]
SEED = int(os.environ.get("CLD_STRESS_SEED", time.time_ns() % 1000000))
LONG = "CLD_STRESS_LONG" in os.environ
WORK = tempfile.mkdtemp(prefix="cldoctor-stress-")
SKIP = 77


def environment(layer, session, **more):
    e = {k: v for k, v in os.environ.items() if not k.startswith(("CLD_FAKE", "CLDOCTOR", "OPENCL_LAYERS"))}
    e["OCL_ICD_VENDORS"] = VENDORS
    if layer:
        e.update(OPENCL_LAYERS=LAYER, CLDOCTOR_SESSION=session)
    return {**e, **more}


def lives(way, layer=True, session=None, timeout=100, **more):
    """without guard bands: the fake driver moves no data, so that none has its pattern"""
    options = more.pop("CLDOCTOR_OPTIONS", None)
    more["CLDOCTOR_OPTIONS"] = ";".join(filter(None, (options, "check=api,lifetime,build,bounds")))
    session = session or os.path.join(WORK, "s")
    if layer:
        shutil.rmtree(session, ignore_errors=True)
    return subprocess.run([f"{BIN}/stress-lives", way], env=environment(layer, session, **more), text=True,
                          capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)


def summary(session=None):
    out = subprocess.run([f"{BIN}/stress-summary", session or os.path.join(WORK, "s")], capture_output=True, text=True)
    check(out.returncode == 0, f"the session is readable: {out.stderr}")
    return {k: int(v) for k, v in (line.split() for line in out.stdout.splitlines())}


def report(session=None):
    out = subprocess.run([f"{BIN}/cldoctor", "report", session or os.path.join(WORK, "s"), "--json", "-"],
                         capture_output=True, text=True)
    check(out.returncode == 0, f"the report's exit status is 0, not {out.returncode}: {out.stderr}")
    return json.loads(out.stdout)


def ids(document):
    return Counter(f["id"] for f in document["findings"])


def check(ok, what):
    if not ok:
        print(f"FAILED: {what}", file=sys.stderr)
        sys.exit(1)


def same(way, **more):
    """exit status bare and under the layer"""
    bare, with_layer = lives(way, layer=False, **more), lives(way, **more)
    if bare.returncode == SKIP:
        print("skipped: needs root")
        sys.exit(SKIP)
    check(bare.returncode == with_layer.returncode,
          f"{way} ends alike: {bare.returncode} bare, {with_layer.returncode} under the layer: {with_layer.stderr}")
    check(bare.stdout == with_layer.stdout, f"{way} prints alike:\n{bare.stdout}---\n{with_layer.stdout}")
    return bare, with_layer


def kill():
    for i in range(200 if LONG else 50):
        session = os.path.join(WORK, str(i))
        app = subprocess.Popen([f"{BIN}/stress-lives", "endless"], env=environment(True, session, CLD_FAKE_DELAY_US="5"),
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        check(app.stdout.readline() == "ready\n", "the program starts")
        time.sleep(random.random() * 0.1)
        app.send_signal(signal.SIGKILL)
        app.wait()
        s = summary(session)
        check(s["problems"] == 0 and s["live"] >= 4 and s["exits"] == 0, f"death {i}: {s}")
        if i % 10 == 0:
            found = ids(report(session))
            check(set(found) <= {"object-leak"} and found["object-leak"] > 0, f"death {i}: {found}")
        shutil.rmtree(session)


def ends():
    for way, status in ("abort", -signal.SIGABRT), ("_exit", 5), ("main-ends", 0), ("plain", 0), ("exit-busy", 6):
        bare, _ = same(way)
        check(bare.returncode == status, f"{way} ends with {bare.returncode}")
        s = summary()
        check(s["problems"] == 0 and s["live"] >= 4 and s["commands"] >= 100, f"{way}: {s}")
        check(s["exits"] == (way in ("main-ends", "plain", "exit-busy")), f"{way}: orderly exit noted: {s}")
        check(set(ids(report())) <= {"object-leak"}, f"{way}: {ids(report())}")


def processes():
    same("exec")
    s = summary()
    check(s["processes"] == 2 and s["problems"] == 0, f"exec: {s}")
    same("fork")
    s = summary()
    check(s["processes"] == 2 and s["problems"] == 0, f"fork: {s}")
    check(s["findings"] == 1, f"the child's own finding is recorded, in the child's part: {s}")
    check(ids(report())["invalid-arg-size"] == 1, f"fork: {ids(report())}")


def fork_in_callback():
    bare, _ = same("fork-in-callback", CLD_FAKE_DELAY_US="50000")
    check(bare.stdout == "context destroyed: 1\n", bare.stdout)


def churn():
    same("churn")
    s = summary()
    check(s["files"] <= 12, f"1000 threads, four at a time, share files: {s}")
    check(s["commands"] == 2000 and s["problems"] == 0, f"every command is recorded: {s}")


def hostile():
    for way in "close-fds", "chdir", "no-files", "small-files":
        bare, _ = same(way)
        check(bare.returncode == 0, f"{way} ends with {bare.returncode}")
        s = summary()
        check(s["problems"] == 0 and s["live"] >= 4, f"{way}: {s}")
        check((s["dropped"] > 0) == (way in ("no-files", "small-files")), f"{way}: what is lost is counted: {s}")
        report()


def chroot():
    same("chroot")
    s = summary()
    check(s["problems"] == 0 and s["dropped"] > 0, f"chroot: {s}")


def full_disk():
    disk = os.path.join(WORK, "disk")
    os.mkdir(disk)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "none", disk],
                                           capture_output=True).returncode != 0:
        print("skipped: a small tmpfs can't be mounted")
        sys.exit(SKIP)
    try:
        session = os.path.join(disk, "s")
        app = lives("stacks", session=session)
        check(app.returncode == 0, f"a full disk does not kill the program: {app.returncode} {app.stderr}")
        s = summary(session)
        check(s["dropped"] > 0 and s["no_space"] > 0 and s["problems"] == 0, f"full disk: {s}")
        report(session)
    finally:
        subprocess.run(["umount", disk])


def unwritable():
    app = lives("plain", session="/proc/nothing/here")
    check(app.returncode == 0, f"ends as bare: {app.returncode}")
    check("cannot write the session folder" in app.stderr and "File exists" not in app.stderr, app.stderr)


def flood():
    app = lives("flood", CLDOCTOR_OPTIONS="max-size=1M")
    check(app.returncode == 0, app.stderr)
    s = summary()
    size = sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(os.path.join(WORK, "s")) for f in files)
    # `control` and `process` are not counted by the writer: some kilobytes, once a process.
    check(size <= (1 << 20) + 16384, f"{size} bytes on disk")
    check(s["thinned"] > 900000, f"thinning is counted: {s}")
    check(s["findings"] == 1, f"the finding made last is recorded: {s}")
    check(s["live"] >= 3004, f"every live object is recorded: {s}")


def stacks():
    same("stacks")
    s = summary()
    check(s["stacks"] >= 4096 and s["commands"] == 4096 and s["problems"] == 0, f"stacks: {s}")


def look():
    bare, with_layer = same("look")
    check("0 to strangers" in bare.stdout and "errno 4242 after calls" in bare.stdout, bare.stdout)


def answers_of(vendors, **more):
    """what is printed bare and under the layer; the driver's own answers must be steady to be compared"""
    outs = []
    for layer in False, False, True, "twins":
        e = environment(layer, os.path.join(WORK, "s"), **more)
        if layer == "twins": # where the instrumenter can't be asked, the original runs
            e["CLDOCTOR_OPTIONS"] = "twins=identity"
        if not vendors:
            del e["OCL_ICD_VENDORS"]
        app = subprocess.run([f"{BIN}/stress-answers"], env=e, capture_output=True, text=True, timeout=120)
        check(app.returncode == 0, f"answers: {app.returncode} {app.stderr}")
        outs.append(app.stdout.splitlines())
    check(len(outs[0]) > 1000, f"{len(outs[0])} answers")
    steady = [i for i, (a, b) in enumerate(zip(outs[0], outs[1])) if a == b]
    check(len(steady) > len(outs[0]) * 0.97, "the driver answers the same twice")
    for name, answers in ("layer", outs[2]), ("twins", outs[3]):
        check(len(outs[0]) == len(answers), f"as many answers: {name}")
        wrong = [f"bare:  {outs[0][i]}\n{name}: {answers[i]}" for i in steady if outs[0][i] != answers[i]]
        check(not wrong, f"{len(wrong)} answers differ:\n" + "\n".join(wrong[:20]))


def answers():
    answers_of(True)
    answers_of(True, CLD_FAKE_DELAY_US="200")


def answers_pocl():
    answers_of(False)


def opened(way, commands, preload, **more):
    """a program that opens libOpenCL by itself, bare and under the layer or (LAYER is that library) the preload one"""
    session = os.path.join(WORK, "s")
    shutil.rmtree(session, ignore_errors=True)
    outs = []
    for e in environment(False, session, **more), environment(True, session, **more):
        if preload and "OPENCL_LAYERS" in e:
            e["LD_PRELOAD"] = e.pop("OPENCL_LAYERS")
        outs.append(subprocess.run([f"{BIN}/stress-opens", way], env=e, capture_output=True, text=True, timeout=60))
    bare, ours = outs
    check(bare.returncode == 0, f"{way} works bare: {bare.returncode} {bare.stdout}")
    check((ours.returncode, ours.stdout) == (0, bare.stdout), f"{way}: {ours.returncode}\n{ours.stdout}{ours.stderr}")
    check(": 0" not in bare.stdout.replace("failed: 0", ""), bare.stdout)
    s = summary()
    check(s["commands"] == commands and s["problems"] == 0, f"{way}: {s}")


def dlclose():
    opened("pending", 200, False, CLD_FAKE_DELAY_US="1000")


def preload():
    opened("plain", 100, True)
    opened("again", 100, True)
    opened("lookups", 100, True)
    opened("pending", 200, True, CLD_FAKE_DELAY_US="1000")


def preload_linked():
    session = os.path.join(WORK, "s")
    e = environment(True, session)
    e["LD_PRELOAD"] = e.pop("OPENCL_LAYERS")
    app = subprocess.run([f"{BIN}/stress-lives", "plain"], env=e, capture_output=True, text=True, timeout=60)
    check(app.returncode == 0 and not app.stdout, f"{app.returncode} {app.stdout} {app.stderr}")
    s = summary()
    check(s["commands"] == 100 and s["live"] >= 4 and s["processes"] == 1, f"linked: {s}")


def symbols():
    out = subprocess.run(["nm", "-D", "--defined-only", LAYER], capture_output=True, text=True, check=True).stdout
    names = sorted(line.split()[-1] for line in out.splitlines())
    check(names == ["clGetLayerInfo", "clInitLayer"], f"exported: {names}")


def hammer():
    """argv: EXECUTABLE ALLOWED-FINDINGS OPERATIONS [NAME=VALUE...]; ALLOWED is a comma list of ids"""
    program, allowed, operations = sys.argv[5:8]
    more = dict(pair.split("=", 1) for pair in sys.argv[8:])
    session = os.path.join(WORK, "s")
    print(f"seed {SEED}")
    with open(os.path.join(WORK, "err"), "w+") as err:
        app = subprocess.run([program, "8", str(int(operations) * (10 if LONG else 1)), str(SEED)], stderr=err, text=True,
                             env=environment(True, session, CLD_FAKE_SEED=str(SEED), **more), stdout=subprocess.PIPE, timeout=280)
        err.seek(0)
        noise = [line for line in err if not line.startswith("cldoctor: ")]
    check(app.returncode == 0 and "hammer: done" in app.stdout, f"status {app.returncode}\n" + "".join(noise[:80]))
    check(not noise, "a sanitizer or the driver complains:\n" + "".join(noise[:80]))
    s = summary()
    check(s["problems"] == 0 and s["live"] == 0, f"nothing is alive at the end: {s}")
    found = ids(report())
    check(set(found) <= set(allowed.split(",")), f"no false alarm: {found}")
    check("CLD_FAKE_FAIL" not in more or found["api-error"] > 10, f"failures were injected: {found}")


if __name__ == "__main__":
    random.seed(SEED)
    print(f"{TEST}: seed {SEED} (CLD_STRESS_SEED)", flush=True)
    try:
        {name.replace("_", "-"): f for name, f in globals().items() if callable(f)}[TEST]()
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
