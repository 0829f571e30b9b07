#!/usr/bin/env python3
"""Runs a program that we did not write, bare and under cldoctor: same output, same status, no error found.

    compare.py [OPTION...] CLDOCTOR COMMAND [ARG...]

--numbers         what is printed are measurements: digits are compared as `#`
--any-order       lines may come in another order, as those that work-items print
--mask REGEX      what matches is compared as `~` (may be repeated)
--twins PASSES    watch once for each pass (`identity,touch`), with CLDOCTOR_TWINS set to it; every kernel launched must be
                  instrumented
--reasons FILE    the kernels that may be left as they are: a JSON list of {"client", "kernel", "reason"}; client and kernel
                  are shell patterns, reason is a part of the reason given
--known IDS       errors that this program really has (`api-error,...`)
--name NAME       the client's name in FILE and in --save
--save FOLDER     keeps the reports there, as NAME.PASS.json
--own-cache WHO   a cache folder (XDG_CACHE_HOME) for this program alone, empty at first. all: the watched runs find the binaries
                  that the bare one left; watched: the second watched run finds those that the first one left
--cwd FOLDER      where the program runs
"""
import argparse
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

TIMEOUT = 1500


def run(command, environment, cwd):
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT, env=environment, cwd=cwd,
                          stdin=subprocess.DEVNULL)


def normalised(output, options):
    text = output.decode(errors="replace")
    for mask in options.mask:
        text = re.sub(mask, "~", text, flags=re.M)
    if options.numbers:
        text = re.sub(r"\d+(\.\d+)?(e[+-]?\d+)?", "#", text)
        text = re.sub(r" +", " ", text)
    return "\n".join(sorted(text.splitlines())) if options.any_order else text


def kernel_problems(document, options):
    """What was launched uninstrumented without a reason that is listed."""
    coverage = document["coverage"]
    counts = coverage.get("kernels", {"instrumented": 0, "total": 0}) # absent when nothing was launched
    done, total = counts["instrumented"], counts["total"]
    skipped = [entry for entry in coverage.get("skipped", []) if entry["what"] == "kernel"]
    allowed = json.load(open(options.reasons)) if options.reasons else []
    print(f"kernels: {done} of {total} instrumented")
    problems = []
    for entry in skipped:
        listed = any(fnmatch.fnmatchcase(options.name, a["client"]) and fnmatch.fnmatchcase(entry["name"], a["kernel"])
                     and a["reason"] in entry["reason"] for a in allowed)
        print(f"  {entry['name']}: {entry['reason']}{'' if listed else '   <- not listed'}")
        if not listed:
            problems.append(f"kernel {entry['name']} was not instrumented: {entry['reason']}")
    if done < total and not skipped:
        problems.append(f"{total - done} of {total} kernels were not instrumented, and no reason was given")
    return problems


def watch(bare, twins, command, environment, options):
    """One run under cldoctor, against the bare one."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        if twins:
            environment = dict(environment, CLDOCTOR_TWINS=twins)
        began = time.monotonic()
        watched = run([options.cldoctor, "run", "-q", "--json", report, "-o", os.path.join(folder, "data"), "--"] + command,
                      environment, options.cwd)
        seconds = time.monotonic() - began
        if not os.path.exists(report):
            return [f"no report was written\n{watched.stderr.decode(errors='replace')}"]
        document = json.load(open(report))
        if options.save:
            os.makedirs(options.save, exist_ok=True)
            shutil.copy(report, os.path.join(options.save, f"{options.name}.{twins or 'plain'}.json"))
    problems = []
    if normalised(bare.stdout, options) != normalised(watched.stdout, options):
        problems.append(f"output differs\n--- bare\n{bare.stdout.decode(errors='replace')}\n"
                        f"--- cldoctor\n{watched.stdout.decode(errors='replace')}")
    if bare.returncode != watched.returncode:
        problems.append(f"exit status: {bare.returncode} bare, {watched.returncode} under cldoctor\n"
                        f"{watched.stderr.decode(errors='replace')[-4000:]}")
    if not document["processes"]:
        problems.append("the layer was in no process")
    problems += [f"{f['id']}: {f['message']}" for f in document["findings"]
                 if f["severity"] == "error" and f["id"] not in options.known]
    print(f"{twins or 'plain'}: {len(document['findings'])} findings, {len(document['processes'])} processes, {seconds:.1f} s")
    if twins:
        problems += kernel_problems(document, options)
    return [f"[{twins or 'plain'}] {problem}" for problem in problems]


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--any-order", action="store_true")
    parser.add_argument("--mask", action="append", default=[])
    parser.add_argument("--twins", type=lambda text: [p for p in text.split(",") if p], default=[])
    parser.add_argument("--reasons")
    parser.add_argument("--known", type=lambda text: text.split(","), default=[])
    parser.add_argument("--name", default="")
    parser.add_argument("--save")
    parser.add_argument("--own-cache", choices=["all", "watched"])
    parser.add_argument("--cwd")
    parser.add_argument("cldoctor")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def main():
    options = parsed()
    environment = dict(os.environ)
    environment.pop("CLDOCTOR_TWINS", None)
    problems = []
    with tempfile.TemporaryDirectory() as cache:
        if options.own_cache:
            home = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
            environment.setdefault("POCL_CACHE_DIR", os.path.join(home, "pocl", "kcache"))
            environment["XDG_CACHE_HOME"] = cache
        if options.own_cache == "watched":
            bare_environment = dict(environment, XDG_CACHE_HOME=os.path.join(cache, "bare"))
        else:
            bare_environment = environment
        began = time.monotonic()
        bare = run(options.command, bare_environment, options.cwd)
        print(f"bare: status {bare.returncode}, {len(bare.stdout)} bytes, {time.monotonic() - began:.1f} s")
        if not bare.stdout and not bare.stderr:
            problems.append("the bare program printed nothing: this compares nothing")
        for twins in options.twins or [""]:
            problems += watch(bare, twins, options.command, environment, options)
    if problems:
        sys.exit("\n".join(problems))


main()
