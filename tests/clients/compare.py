#!/usr/bin/env python3
"""Runs a program that we did not write, bare and under cldoctor: same output, same status, no error found.

    compare.py [--numbers] CLDOCTOR COMMAND [ARG...]

--numbers: what is printed are measurements: digits are compared as `#`.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

TIMEOUT = 300


def run(command):
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT)


def normalised(output, numbers):
    text = output.decode(errors="replace")
    if numbers:
        text = re.sub(r"\d+(\.\d+)?(e[+-]?\d+)?", "#", text)
        text = re.sub(r" +", " ", text)
    return text


def main():
    arguments = sys.argv[1:]
    numbers = arguments[0] == "--numbers"
    cldoctor, *command = arguments[numbers:]
    problems = []
    bare = run(command)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        watched = run([cldoctor, "run", "-q", "--json", report, "-o", os.path.join(folder, "data"), "--"] + command)
        document = json.load(open(report)) if os.path.exists(report) else None
    if document is None:
        sys.exit(f"no report was written\n{watched.stderr.decode()}")
    if not bare.stdout and not bare.stderr:
        problems.append("the bare program printed nothing: this compares nothing")
    if normalised(bare.stdout, numbers) != normalised(watched.stdout, numbers):
        problems.append(f"output differs\n--- bare\n{bare.stdout.decode()}\n--- cldoctor\n{watched.stdout.decode()}")
    if bare.returncode != watched.returncode:
        problems.append(f"exit status: {bare.returncode} bare, {watched.returncode} under cldoctor")
    if not document["processes"]:
        problems.append("the layer was in no process")
    problems += [f"{f['id']}: {f['message']}" for f in document["findings"] if f["severity"] == "error"]
    print(f"{len(document['findings'])} findings, {len(document['processes'])} processes")
    if problems:
        sys.exit("\n".join(problems))


main()
