#!/usr/bin/env python3
"""The table of kernels of README.md, from the reports that a run of the clients left. table.py BUILD/clients-reports"""
import collections
import json
import pathlib
import sys

PASSES = ["plain", "identity", "touch"]


def cell(report):
    if report is None:
        return "-"
    kernels = report["coverage"].get("kernels")
    if not kernels:
        return "none"
    return f"{kernels['instrumented']} of {kernels['total']}"


def main():
    reports = collections.defaultdict(dict)
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        client, twins = path.stem.rsplit(".", 1)
        reports[client][twins] = json.load(path.open())
    print("| client | kernels | launches | identity | touch | left as they are |\n| --- | --- | --- | --- | --- | --- |")
    for client, runs in reports.items():
        first = next(runs[p] for p in PASSES if p in runs)
        launches = sum(kernel["count"] for kernel in first["kernels"])
        reasons = sorted({f"{s['name']}: {s['reason']}" for p in PASSES[1:] if p in runs
                          for s in runs[p]["coverage"].get("skipped", []) if s["what"] == "kernel"})
        print(f"| {client} | {len(first['kernels'])} | {launches} | {cell(runs.get('identity'))} | "
              f"{cell(runs.get('touch'))} | {'; '.join(reasons)} |")


main()
