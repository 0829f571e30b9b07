"""Runs the pipeline's planted faults under cldoctor and demands the finding that findings.json names for each.

Usage: findings.py --cldoctor PATH --hdr PATH [--only NAME]
Only entries that are "on" are demanded; "clean" is the pipeline without any fault. The faults listed must be exactly
those that `hdr --list` knows.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROFILED = {"finish", "pageable", "columns", "no-padding", "tiny-groups", "rebuild", "divergence"}


def diagnose(args, kind, name, folder):
    """Runs `hdr` with one fault under cldoctor; returns its JSON report."""
    report = os.path.join(folder, f"{kind}-{name}.json")
    command = [args.cldoctor, "run", "--json", report, "-o", os.path.join(folder, f"{kind}-{name}.data")]
    command += ["--profile"] if name in PROFILED else []
    command += ["--", args.hdr, "--size", "320x200", "--frames", "3"]
    command += [f"--{kind}", name] if kind != "clean" else []
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100)
    if not os.path.exists(report):
        raise AssertionError(f"cldoctor wrote no report (exit status {done.returncode}):\n{done.stdout}")
    with open(report, encoding="utf-8") as file:
        document = json.load(file)
    if document.get("schema") != "cldoctor-1":
        raise AssertionError(f"unknown schema {document.get('schema')!r}")
    return document


def check_fault(args, kind, name, entry, folder):
    found = [finding["id"] for finding in diagnose(args, kind, name, folder)["findings"]]
    if entry["finding"] not in found:
        raise AssertionError(f"no finding {entry['finding']}; there are: {', '.join(found) or 'none'}")


def check_clean(args, entry, folder):
    bad = [f"{finding['id']} ({finding['severity']}): {finding['message']}"
           for finding in diagnose(args, "clean", "", folder)["findings"]
           if finding["severity"] not in entry["allowed_severities"]]
    if bad:
        raise AssertionError("findings in a program without faults:\n" + "\n".join(bad))


def check_list(args, wanted):
    lines = subprocess.run([args.hdr, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    for kind in ("bug", "slow"):
        listed = {line.split()[1] for line in lines if line.split()[0] == f"--{kind}"}
        if listed != set(wanted[kind]):
            raise AssertionError(f"findings.json and `hdr --list` differ: {sorted(listed ^ set(wanted[kind]))}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cldoctor", required=True)
    parser.add_argument("--hdr", required=True)
    parser.add_argument("--only", help="just this fault, also if it is off; or \"clean\"")
    args = parser.parse_args()
    with open(os.path.join(HERE, "findings.json"), encoding="utf-8") as file:
        wanted = json.load(file)

    checks = [("list", lambda folder: check_list(args, wanted))]
    if args.only == "clean" or (not args.only and wanted["clean"]["on"]):
        checks.append(("clean", lambda folder: check_clean(args, wanted["clean"], folder)))
    for kind in ("bug", "slow"):
        for name, entry in wanted[kind].items():
            if args.only == name or (not args.only and entry["on"]):
                checks.append((name, lambda folder, k=kind, n=name, e=entry: check_fault(args, k, n, e, folder)))
            elif not args.only:
                print(f"off   {name}: {entry['finding']}")

    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, check in checks:
            try:
                check(folder)
                print(f"ok    {name}")
            except (AssertionError, subprocess.SubprocessError, json.JSONDecodeError, KeyError) as error:
                failures += 1
                print(f"FAIL  {name}: {error}")
    if args.only and len(checks) < 2:
        print(f"FAIL  there is no fault named {args.only}")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
