#!/usr/bin/env python3
"""Runs one test program under cldoctor and compares its findings with what its source says.

    check.py CLDOCTOR SOURCE.c PROGRAM faulty|correct

In the source:
    //! finding KEY=VALUE ...    one finding that the faulty program must give; no others may come
    //! or KEY=VALUE ...         what the finding before it may be instead, on another driver than PoCL's: only with CLD_OTHER_DRIVER set
    //! if N finding KEY=VALUE ...  one that comes only where the faulty program's exit status is N
    //! ok KEY=VALUE ...         one that the correct twin gives too (advice); default: none
    //! exit N [or M]            how the faulty program ends (default 0; 128+N for signal N)
    //! may skip WHY             the faulty program ends with 77 where the driver does not have the fault: skipped then, with CLD_OTHER_DRIVER set
    //! needs WHAT               either program ends with 77 where the device has no such thing: skipped then, with any driver
    //! options ...              more options for `cldoctor run`
    //! interrupt TEXT           the faulty program gets SIGINT, as by Ctrl-C, when a line of its standard error has this in it
    //! checked                  every kernel that ran must have been checked: none of them is under coverage
    //! unchecked WHAT           the kernel `k` was checked but for this, which coverage says, and nothing else
    //! noted TEXT               coverage has a reason with this text in it (both twins)
    //! correct only             there is no faulty form (CMakeLists.txt then builds and runs the correct one only)
    // @NAME                     names this line; use as line=@NAME
    // #NAME                     behind a line of kernel source in a string: names that line of the kernel

Keys: id severity call code kernel count line (of the innermost stack frame in this source) created (line where
the first object was made) released bytes arg next_call, a path such as work_item.global or evidence.KEY, and
source="NAME: TEXT": the line of kernel source named NAME, at the column where TEXT begins. KEY~=TEXT: contains it.
"""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading


def read_keys(text):
    return dict(w.split("=", 1) for w in shlex.split(text))


OTHER_DRIVER = bool(os.environ.get("CLD_OTHER_DRIVER"))


def read_source(path):
    last = None
    lines, expected = {}, {"finding": [], "ok": [], "exit": [0], "if": {}, "skip": False, "needs": False, "options": [], "interrupt": None, "checked": False, "unchecked": None, "noted": [], "kernel": {}}
    kernel_line = 1
    for number, line in enumerate(open(path), 1):
        for name in re.findall(r"// @(\w+)", line):
            lines[name] = number
        kernel_line = read_kernel(line, kernel_line, expected["kernel"])
        match = re.match(r"//! (\w+) ?(.*)", line)
        if not match:
            continue
        what, rest = match.groups()
        if what in ("finding", "ok"):
            expected[what].append([read_keys(rest)])
            last = expected[what][-1]
        elif what == "or":
            if OTHER_DRIVER:
                last.append(read_keys(rest))
        elif what == "if":
            status, rest = rest.split(" finding ", 1)
            last = [read_keys(rest)]
            expected["if"].setdefault(int(status), []).append(last)
        elif what == "exit":
            expected["exit"] = [int(n) for n in rest.split(" or ")]
        elif what == "may":
            expected["skip"] = OTHER_DRIVER
        elif what == "needs":
            expected["needs"] = True
        elif what == "checked":
            expected["checked"] = True
        elif what == "unchecked":
            expected["unchecked"] = rest
        elif what == "noted":
            expected["noted"].append(rest)
        elif what == "correct":
            pass
        elif what == "interrupt":
            expected["interrupt"] = rest
        elif what == "options":
            expected["options"] = shlex.split(rest)
        else:
            sys.exit(f"{path}:{number}: unknown expectation '{what}'")
    return lines, expected


def read_kernel(line, number, named):
    """Kernel source is a run of lines that hold a string each: one line of the kernel, or more."""
    match = re.match(r'([^"]* = )?\s*"((?:[^"\\]|\\.)*)"(;?)', line)
    if not match:
        return 1
    number = 1 if match.group(1) else number
    text = match.group(2).encode().decode("unicode_escape")
    for name in re.findall(r"// #(\w+)", line[match.end():]):
        named[name] = (number, text.rstrip("\n"))
    return 1 if match.group(3) else number + text.count("\n")


def line_in(stack, source):
    name = os.path.basename(source)
    return next((f.get("line") for f in stack or [] if os.path.basename(f.get("file") or "") == name), None)


def value_of(finding, key, source, as_text=True):
    objects = finding.get("objects") or [{}]
    if key == "line":
        return line_in(finding.get("host"), source)
    if key == "created":
        return line_in(objects[0].get("created"), source)
    if key == "released":
        return line_in(objects[0].get("released"), source)
    if key == "object":
        return objects[0].get("kind")
    if key.startswith("waits.") and key.endswith(".line"):
        return line_in(value_of(finding, key[:-5] + ".host", None, False), source)
    if key == "bytes":
        return finding.get("evidence", {}).get("bytes")
    if key == "arg":
        return finding.get("argument", {}).get("name")
    value = finding
    for part in key.split("."):
        if isinstance(value, list):
            value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return json.dumps(value, separators=(",", ":")) if as_text and isinstance(value, (list, dict, bool)) else value


def mismatch_in_kernel(finding, want, kernel):
    name, text = want.split(": ", 1)
    number, row = kernel[name]
    place = {"line": number, "column": row.index(text) + 1, "text": row}
    have = finding.get("source") or {}
    for key, value in place.items():
        got = have.get(key)
        if (got or "").strip() != value.strip() if key == "text" else got != value:
            return f"source.{key}: expected {value}, got {got}"
    return None


def mismatch(finding, wanted, lines, source, kernel):
    for key, want in wanted.items():
        if key.endswith("~"):
            have = str(value_of(finding, key[:-1], source))
            if want not in have:
                return f"{key[:-1]}: '{want}' is not in '{have}'"
            continue
        if key == "source":
            reason = mismatch_in_kernel(finding, want, kernel)
            if reason:
                return reason
            continue
        if want.startswith("@"):
            want = str(lines[want[1:]])
        have = value_of(finding, key, source)
        if str(have) != want:
            return f"{key}: expected {want}, got {have}"
    return None


def compare(findings, wanted, lines, source, kernel):
    problems, left = [], list(findings)
    for forms in wanted:
        reasons = []
        for want in forms:
            for finding in [f for f in left if f["id"] == want["id"]]:
                reasons.append(mismatch(finding, want, lines, source, kernel))
                if reasons[-1] is None:
                    left.remove(finding)
                    break
            if None in reasons:
                break
        else:
            problems.append(f"missing: {' or '.join(map(str, forms))}: {reasons or 'no finding with this id'}")
    problems += [f"unexpected: {f['id']} ({f['severity']}): {f['message']}" for f in left]
    return problems


def unchecked(coverage, what=None):
    kernels = coverage.get("kernels", {"total": 0, "instrumented": 0})
    skipped = [s for s in coverage["skipped"] if s["what"] != "timeline"]  # how often the device's clock was read
    noted = [{"what": "kernel", "name": "k", "reason": what}] if what else []
    if kernels["total"] and kernels["instrumented"] == kernels["total"] and skipped == noted:
        return []
    return [f"not everything was checked: {kernels} {coverage['skipped']}"]


def run_and_interrupt(command, text):
    """As by Ctrl-C: everybody in the group gets it."""
    with tempfile.TemporaryFile("w+") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True,
                                                                start_new_session=True) as process:
        last = threading.Timer(120, os.killpg, (process.pid, signal.SIGKILL))
        last.start()
        seen, sent = [], False
        for line in process.stderr:
            seen.append(line)
            if text in line and not sent:
                sent = True
                os.killpg(process.pid, signal.SIGINT)
        status = process.wait()
        last.cancel()
        out.seek(0)
        return subprocess.CompletedProcess(command, status, out.read(), "".join(seen))


def main():
    cldoctor, source, program, which = sys.argv[1:5]
    lines, expected = read_source(source)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [cldoctor, "run", "-q", "--json", report, "-o", os.path.join(folder, "data")]
        command += shlex.split(os.environ.get("CLD_RUN_OPTIONS", ""))
        command += expected["options"] + ["--", program]
        if expected["interrupt"] and which == "faulty":
            command.remove("-q")
            done = run_and_interrupt(command, expected["interrupt"])
        else:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if not os.path.exists(report):
            sys.exit(f"no report was written\n{done.stderr}")
        document = json.load(open(report))
    wanted = expected["finding"] if which == "faulty" else expected["ok"]
    if which == "faulty" and not wanted:
        sys.exit(f"{source} expects no finding: a test that cannot fail")
    if done.returncode == 77 and expected["needs"]:
        print(f"skipped: {program}: the device has not what it needs")
        sys.exit(77)
    if which == "faulty" and done.returncode == 77 and expected["skip"]:
        print(f"skipped: {program}: the driver does not have this fault")
        sys.exit(77)
    if which == "faulty":
        wanted = wanted + expected["if"].get(done.returncode, [])
    problems = compare(document["findings"], wanted, lines, source, expected["kernel"])
    if expected["checked"] or expected["unchecked"]:
        problems += unchecked(document["coverage"], expected["unchecked"])
    problems += [f"coverage does not say: {text}" for text in expected["noted"]
                 if not any(text in note["reason"] for note in document["coverage"]["skipped"])]
    statuses = expected["exit"] if which == "faulty" else [0]
    if done.returncode not in statuses:
        problems.append(f"exit status: expected {' or '.join(map(str, statuses))}, got {done.returncode}")
    if problems:
        print(json.dumps(document["findings"], indent=1))
        print(done.stderr)
        sys.exit("\n".join(problems))


main()
