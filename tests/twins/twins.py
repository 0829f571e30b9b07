#!/usr/bin/env python3
"""Runs a program bare and with twins: the same output, the same status, and every kernel ran as a twin.

    twins.py CLDOCTOR LAYER run PROGRAM
    twins.py CLDOCTOR LAYER chosen PROGRAM    only its kernels up*: --kernels
    twins.py CLDOCTOR LAYER stored PROGRAM    a program that stores its binary in the file that it is given
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SKIP = 77
CLDOCTOR, LAYER, WHAT, PROGRAM = sys.argv[1:5]
PASS = os.environ.get("CLD_TWINS_PASS", "identity")
problems = []


def check(fine, text):
    if not fine:
        problems.append(text)


def run(command, folder, layer, options=""):
    """status, output, and with the layer: the coverage of kernels in the session's report"""
    env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "CLDOCTOR_OPTIONS")}
    env.setdefault("XDG_CACHE_HOME", os.path.join(folder, "cache"))
    if layer:
        env["OPENCL_LAYERS"] = LAYER
        env["CLDOCTOR_OPTIONS"] = f"twins={PASS};output={folder}/session;{options}"
    app = subprocess.run(command, capture_output=True, text=True, timeout=200, env=env)
    coverage = None
    if layer:
        report = os.path.join(folder, "report.json")
        subprocess.run([CLDOCTOR, "report", f"{folder}/session", "--json", report], capture_output=True, text=True)
        coverage = json.load(open(report))["coverage"] if os.path.exists(report) else {}
        subprocess.run(["rm", "-rf", f"{folder}/session", report])
    return app.returncode, app.stdout, app.stderr, coverage


def all_twins(coverage, kernels=None):
    counts = coverage.get("kernels") or {}
    skipped = [s for s in coverage.get("skipped", []) if s.get("what") == "kernel"]
    check(counts.get("instrumented", 0) > 0 and counts.get("instrumented") == counts.get("total"),
          f"kernels that ran as twins: {counts}; {skipped}")


def compared(command, folder, options=""):
    bare = run(command, folder, False)
    if bare[0] == SKIP:
        print(bare[1])
        sys.exit(SKIP)
    ours = run(command, folder, True, options)
    check(bare[0] == 0, f"bare: status {bare[0]}\n{bare[1]}{bare[2]}")
    check(bare[0] == ours[0], f"status {bare[0]} bare, {ours[0]} with twins\n{ours[2]}")
    check(bare[1] == ours[1], f"--- bare\n{bare[1]}--- with twins\n{ours[1]}{ours[2]}")
    if PASS == "trace":
        told = re.findall(r"trace: program \d+: (\d+) accesses with known bounds, (\d+) with unknown ones, (\d+) outside", ours[2])
        check(told and all(int(t[0]) > 0 and t[1:] == ("0", "0") for t in told), f"bounds: {told}\n{ours[2]}")
    return ours


def stored(folder):
    """built and stored in a first run, known by its hash in the second; unknown in a third, by another cache"""
    file = os.path.join(folder, "stored.bin")
    first = run([PROGRAM, file], folder, True)
    second = run([PROGRAM, file], folder, True)
    check("built" in first[1] and "loaded" in second[1], first[1] + second[1])
    all_twins(first[3])
    all_twins(second[3])
    os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "empty")
    third = run([PROGRAM, file], folder, True)
    reasons = [s.get("reason", "") for s in third[3].get("skipped", [])]
    check("loaded" in third[1] and "its program was made from a binary" in reasons, f"{third[1]}{reasons}")
    fourth = run([PROGRAM, file], folder, True, "binary-cache=0")
    check("refused: -42, -42" in fourth[1] and "built" in fourth[1], fourth[1] + fourth[2])
    all_twins(fourth[3])


with tempfile.TemporaryDirectory() as scratch:
    if WHAT == "run":
        all_twins(compared([PROGRAM], scratch)[3])
    elif WHAT == "chosen":
        coverage = compared([PROGRAM], scratch, "kernels=up*")[3]
        skipped = [(s["name"], s["reason"]) for s in coverage["skipped"] if s["what"] == "kernel"]
        check(coverage["kernels"] == {"instrumented": 1, "total": 2} and skipped == [("down", "not chosen by --kernels")],
              f"{coverage['kernels']}, {skipped}")
    else:
        stored(scratch)
if problems:
    sys.exit("\n".join(problems))
