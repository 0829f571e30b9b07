#!/usr/bin/env python3
"""Libraries whose kernels run as they are: the same results with guard bands, and an overrun in each is found.

    guard_libraries.py CLDOCTOR PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

cldoctor, program = sys.argv[1:]


def watched(folder, options, *arguments):
    report = os.path.join(folder, "report.json")
    command = [cldoctor, "run", "-q", "--json", report, "-o", os.path.join(folder, "data"), *options, "--", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}\n{done.stderr}")
    return done.stdout, json.load(open(report))


def errors(document):
    return [f for f in document["findings"] if f["severity"] == "error"]


def check(what, condition, detail):
    if not condition:
        sys.exit(f"not so: {what}: {detail}")


with tempfile.TemporaryDirectory() as folder:
    bare = subprocess.run([program], capture_output=True, text=True, timeout=1500)
    check("the bare program works", bare.returncode == 0 and bare.stdout, bare.stderr)
    for options in (["--kernels", ""], ["--check=guard"]):
        out, document = watched(folder, options)
        check(f"the same output with {options}", out == bare.stdout, f"{bare.stdout}{out}")
        check(f"no error with {options}", not errors(document), errors(document))
        if options == ["--kernels", ""]:
            check("no kernel was instrumented", document["coverage"]["kernels"]["instrumented"] == 0, document["coverage"])

    _, document = watched(folder, ["--kernels", ""], "plant")
    found = [f for f in errors(document) if f["id"] == "guard-corrupted"]
    check("two overruns", len(found) == 2 == len(errors(document)), errors(document))
    product = next(f for f in found if f["evidence"]["size"] == 48 * 48 * 4)
    check("a float behind the product", 9216 <= product["evidence"]["damage_first"] <= product["evidence"]["damage_last"] < 9220,
          product)
    check("the bias is among the launches", "bias" in [l["kernel"] for l in product["launches"]], product)
    transform = next(f for f in found if f is not product)
    check("8 bytes behind the transform", transform["evidence"]["damage_first"] == 8184 and
          transform["evidence"]["damage_last"] == 8191, transform)

    _, document = watched(folder, ["--check=guard"], "plant")
    found = [f for f in errors(document) if f["id"] == "guard-corrupted"]
    check("two overruns, each of one launch", len(found) == 2 and all(f["evidence"]["launches"] == 1 for f in found), found)
    check("one is the bias", "bias" in [f["kernel"] for f in found], found)
print(bare.stdout, end="")
