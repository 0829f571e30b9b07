#!/usr/bin/env python3
"""Runs one test program under cldoctor and compares its findings with what its source says.

    check.py CLDOCTOR SOURCE.c PROGRAM faulty|correct

In the source:
    //! finding KEY=VALUE ...    one finding that the faulty program must give; no others may come
    //! ok KEY=VALUE ...         one that the correct twin gives too (advice); default: none
    //! exit N                   how the faulty program ends (default 0; 128+N for signal N)
    //! options ...              more options for `cldoctor run`
    // @NAME                     names this line; use as line=@NAME

Keys: id severity call code kernel count line (of the innermost stack frame in this source) created (line where
the first object was made) released bytes message~ (contained in the message) fix~ arg next_call, and evidence.KEY.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile


def read_source(path):
    lines, expected = {}, {"finding": [], "ok": [], "exit": 0, "options": []}
    for number, line in enumerate(open(path), 1):
        for name in re.findall(r"// @(\w+)", line):
            lines[name] = number
        match = re.match(r"//! (\w+) ?(.*)", line)
        if not match:
            continue
        what, rest = match.groups()
        if what in ("finding", "ok"):
            pairs = [w.split("=", 1) for w in shlex.split(rest)]
            expected[what].append({k: v for k, v in pairs})
        elif what == "exit":
            expected["exit"] = int(rest)
        elif what == "options":
            expected["options"] = shlex.split(rest)
        else:
            sys.exit(f"{path}:{number}: unknown expectation '{what}'")
    return lines, expected


def line_in(stack, source):
    name = os.path.basename(source)
    return next((f.get("line") for f in stack or [] if os.path.basename(f.get("file") or "") == name), None)


def value_of(finding, key, source):
    objects = finding.get("objects") or [{}]
    if key == "line":
        return line_in(finding.get("host"), source)
    if key == "created":
        return line_in(objects[0].get("created"), source)
    if key == "released":
        return line_in(objects[0].get("released"), source)
    if key == "object":
        return objects[0].get("kind")
    if key == "bytes":
        return finding.get("evidence", {}).get("bytes")
    if key == "arg":
        return finding.get("argument", {}).get("name")
    if key.startswith("evidence."):
        return finding.get("evidence", {}).get(key[9:])
    return finding.get(key)


def mismatch(finding, wanted, lines, source):
    for key, want in wanted.items():
        if key.endswith("~"):
            have = str(finding.get(key[:-1]))
            if want not in have:
                return f"{key[:-1]}: '{want}' is not in '{have}'"
            continue
        if want.startswith("@"):
            want = str(lines[want[1:]])
        have = value_of(finding, key, source)
        if str(have) != want:
            return f"{key}: expected {want}, got {have}"
    return None


def compare(findings, wanted, lines, source):
    problems, left = [], list(findings)
    for want in wanted:
        candidates = [f for f in left if f["id"] == want["id"]]
        reasons = [mismatch(f, want, lines, source) for f in candidates]
        if None in reasons:
            left.remove(candidates[reasons.index(None)])
        else:
            problems.append(f"missing: {want}: {reasons or 'no finding with this id'}")
    problems += [f"unexpected: {f['id']} ({f['severity']}): {f['message']}" for f in left]
    return problems


def main():
    cldoctor, source, program, which = sys.argv[1:5]
    lines, expected = read_source(source)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [cldoctor, "run", "-q", "--json", report, "-o", os.path.join(folder, "data")]
        command += shlex.split(os.environ.get("CLD_RUN_OPTIONS", ""))
        done = subprocess.run(command + expected["options"] + ["--", program], capture_output=True, text=True, timeout=120)
        if not os.path.exists(report):
            sys.exit(f"no report was written\n{done.stderr}")
        document = json.load(open(report))
    wanted = expected["finding"] if which == "faulty" else expected["ok"]
    if which == "faulty" and not wanted:
        sys.exit(f"{source} expects no finding: a test that cannot fail")
    problems = compare(document["findings"], wanted, lines, source)
    status = expected["exit"] if which == "faulty" else 0
    if done.returncode != status:
        problems.append(f"exit status: expected {status}, got {done.returncode}")
    if problems:
        print(json.dumps(document["findings"], indent=1))
        print(done.stderr)
        sys.exit("\n".join(problems))


main()
