#!/usr/bin/env python3
"""The instrumenter dead, silent, or talking nonsense at any point: the program runs on as bare, and coverage says so.

    faults.py CLDOCTOR LAYER PROGRAM

In the place of cldoctor-instrument stands this script (CLDOCTOR_INSTRUMENT), which takes the request and answers with
the fault that FAULT names: through the server of `cldoctor run`, and started by the layer itself.
"""
import json
import os
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time


def item(key, value):
    value = value.encode() if isinstance(value, str) else value
    return struct.pack("=HI", len(key), len(value)) + key.encode() + value


def message(*items):
    body = b"".join(item(k, v) for k, v in items)
    return b"CLDM" + struct.pack("=I", len(body)) + body


SOURCE = "kernel void other(global uint *log) { }"
ANSWERS = {
    "nonsense": b"\x00\xff" * 5000,
    "half": message(("status", "ok"), ("unit", ""), ("source", SOURCE))[:40],
    "huge": b"CLDM" + struct.pack("=I", 0xFFFFFFFF),
    "no status": message(("unit", ""), ("source", SOURCE), ("options", "")),
    "no units": message(("status", "ok")),
    "two units": message(("status", "ok"), *[("unit", ""), ("source", SOURCE), ("options", "-w")] * 2),
    "another kernel": message(("status", "ok"), ("unit", ""), ("source", SOURCE), ("options", "-w"), ("kernel", "other\0L")),
    "does not compile": message(("status", "ok"), ("unit", ""), ("source", "kernel void ("), ("options", "-w")),
    "mad options": message(("status", "ok"), ("unit", ""), ("source", SOURCE), ("options", "-cl-std=CL9 \x01\"")),
    "needs for ever": message(("status", "need"), ("need", "NAME")),
    "refuses": message(("status", "no"), ("reason", "it does not like it")),
}
OTHERS = ["dies", "dies when asked", "silent", "slow to start", "missing"]


def stand_in(fault):
    """what runs as the instrumenter"""
    if fault == "dies":
        os._exit(3)
    if fault == "slow to start":
        time.sleep(60)
    listening = sys.argv[1] == "--serve"
    door = socket.socket(fileno=int(sys.argv[2]))
    while True:
        connection = door.accept()[0] if listening else door
        while True:
            head = connection.recv(8, socket.MSG_WAITALL)
            if len(head) < 8:
                break
            connection.recv(struct.unpack("=I", head[4:])[0], socket.MSG_WAITALL)
            if fault == "dies when asked":
                os._exit(4)
            if fault == "silent":
                time.sleep(60)
            connection.sendall(ANSWERS[fault])
            if fault in ("half", "nonsense"):
                os._exit(0)
        if not listening:
            os._exit(0)


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


def check(fault, through_run, arguments, folder, script):
    cldoctor, layer, program = arguments
    report, session = os.path.join(folder, "report.json"), os.path.join(folder, "session")
    env = dict(os.environ, FAULT=fault, CLDOCTOR_INSTRUMENT_TIMEOUT_MS="400", XDG_CACHE_HOME=tempfile.mkdtemp(dir=folder))
    path = "/nonexistent/cldoctor-instrument" if fault == "missing" else script
    if through_run:
        env.update(CLDOCTOR_INSTRUMENT=path, CLDOCTOR_TWINS="identity")
        done = run([cldoctor, "run", "--json", report, "-o", session, "--", program], env=env)
    else:
        env.update(OPENCL_LAYERS=layer, CLDOCTOR_OPTIONS=f"twins=identity;instrument={path};output={session}")
        done = run([program], env=env)
        run([cldoctor, "report", session, "--json", report])
    coverage = json.load(open(report))["coverage"]
    run(["rm", "-rf", session, report, session + ".old"])
    return done, coverage


def main():
    arguments = [os.path.abspath(a) for a in sys.argv[1:4]]
    bare = run([arguments[2]])
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "cldoctor-instrument")
        with open(script, "w") as f:
            f.write(f"#!/bin/sh\nexec {sys.executable} {os.path.abspath(__file__)} \"$@\"\n")
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        for fault in list(ANSWERS) + OTHERS:
            for through_run in (True, False):
                where = f"{fault}, {'run' if through_run else 'no run'}"
                done, coverage = check(fault, through_run, arguments, folder, script)
                kernels = coverage.get("kernels", {})
                reasons = {s["reason"] for s in coverage["skipped"] if s["what"] == "kernel"}
                print(f"{where}: {kernels}, {sorted(reasons)[:1]}")
                if (done.stdout, done.returncode) != (bare.stdout, bare.returncode):
                    problems.append(f"{where}: status {done.returncode}, output {done.stdout[-300:]!r}\n{done.stderr[-600:]}")
                # Where `run` finds none, the layer looks for its own: that is no fault.
                if fault == "missing" and through_run:
                    continue
                if kernels.get("instrumented") != 0 or not kernels.get("total") or not reasons:
                    problems.append(f"{where}: coverage does not tell: {coverage}")
    if problems:
        sys.exit("\n".join(problems))


if "FAULT" in os.environ and sys.argv[1] in ("--serve", "--serve-one"):
    stand_in(os.environ["FAULT"])
else:
    main()
