#!/usr/bin/env python3
"""Measures what checked kernels cost: each of bench/sanitizer's kernels bare, as a twin, and in Oclgrind.

    sanitizer.py [--build BUILD | --packed FOLDER] [--passes PASS,...] [--size small|cpu|gpu] [--rounds N] [--repeat N]
                 [--kernels NAME,...] [--together] [--seconds N] [--no-oclgrind]

A round runs a kernel bare and then by each pass, each in a process of its own (--together: all kernels in one, which
takes less time where a context is slow to make). Of a run counts its fastest repetition, of the rounds the median of
the ratios. After --seconds no further round begins. The results of a twin must be those of the bare kernel.
"""
import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = ["vadd", "stencil", "matmul", "tiled", "gather", "histogram", "reduction", "nbody", "transpose", "spmv", "convolution",
           "bitonic"]
INEXACT = {"nbody": 1e-5}  # everything else computes with small integers
BUDGETS = {"cpu": ("geomean at most 2x", 2.0, None), "gpu": ("geomean at most 1.10x, worst 1.6x", 1.10, 1.6)}


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values))


def time_text(us):
    return f"{us / 1e6:.2f} s" if us >= 1e6 else f"{us / 1e3:.2f} ms" if us >= 1e3 else f"{us:.1f} us"


class Sanitizer:
    def __init__(self, build, packed):
        self.cldoctor = os.path.join(build, "bin", "cldoctor")
        self.command = [os.path.join(build, "bin", "bench-sanitizer")]
        if packed:
            self.command += ["--source", os.path.join(build, "sanitizer", "kernels.cl")]
        self.folder = tempfile.mkdtemp(prefix="cldoctor-sanitizer-")
        self.failures = []

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, who, size, repeat, kernel=None):
        """figures by kernel; who is None (bare), "oclgrind" or a pass"""
        command = self.command + ["--size", size, "--repeat", str(repeat)] + (["--kernel", kernel] if kernel else [])
        environment = dict(os.environ)
        report = os.path.join(self.folder, "report.json")
        if who == "oclgrind":
            command = ["oclgrind"] + self.command + ["--size", size, "--repeat", "1", "--kernel", kernel]
        elif who:
            environment["CLDOCTOR_TWINS"] = who
            command = [self.cldoctor, "run", "-q", "--json", report, "-o", os.path.join(self.folder, "data"), "--"] + command
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        rows = {}
        for line in done.stdout.splitlines():
            if line.startswith("kernel="):
                row = dict(field.split("=", 1) for field in line.split())
                rows[row["kernel"]] = row
        if not rows or done.returncode < 0:
            sys.exit(f"{who or 'bare'}: {' '.join(command)} ended with {done.returncode}:\n{done.stdout[-500:]}{done.stderr[-2000:]}")
        for name, row in rows.items():
            if row["right"] != "yes":
                self.fail(f"{name} {who or 'bare'}: wrong result")
        if who and who != "oclgrind":
            self.covered(who, report)
        return rows

    def covered(self, who, report):
        coverage = json.load(open(report))["coverage"]
        kernels = coverage.get("kernels", {})
        if not kernels.get("total") or kernels["instrumented"] != kernels["total"]:
            skipped = [s for s in coverage.get("skipped", []) if s.get("what") == "kernel"]
            self.fail(f"{who}: twins ran for {kernels.get('instrumented', 0)} of {kernels.get('total', 0)} kernels: {skipped}")

    def fail(self, text):
        if text not in self.failures:
            self.failures.append(text)

    def same(self, kernel, who, bare, other):
        a, b = float(bare["checksum"]), float(other["checksum"])
        if abs(a - b) > INEXACT.get(kernel, 0) * abs(a):
            self.fail(f"{kernel} {who}: its result differs from the bare kernel's ({a!r}, {b!r})")

    def rounds(self, kernels, passes, size, rounds, repeat, together, seconds=math.inf):
        """kernel -> who -> list of rows, one a round"""
        rows = {k: {who: [] for who in [None, *passes]} for k in kernels}
        began = time.monotonic()
        for i in range(rounds):
            if i and time.monotonic() - began > seconds:
                print(f"sanitizer.py: {i} of {rounds} rounds in {seconds} s", file=sys.stderr)
                break
            for group in [kernels] if together else [[k] for k in kernels]:
                for who in [None, *passes]:
                    start = time.monotonic()
                    got = self.run(who, size, repeat, group[0] if len(group) == 1 else None)
                    if together:
                        print(f"sanitizer.py: {who or 'bare'} {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
                    for k in group:
                        rows[k][who].append(got[k])
        for k in kernels:
            for who in passes:
                for bare, other in zip(rows[k][None], rows[k][who]):
                    self.same(k, who, bare, other)
        return rows

    def against_bare(self, kernels, passes, size, rounds, repeat, together, seconds):
        rows = self.rounds(kernels, passes, size, rounds, repeat, together, seconds)
        us = lambda row: float(row["min_us"])
        lines = ["| kernel | bare | " + " | ".join(passes) + " |", "| --- | --- |" + " --- |" * len(passes)]
        ratios = {who: {} for who in passes}
        for k in kernels:
            for who in passes:
                ratios[who][k] = statistics.median(us(o) / us(b) for b, o in zip(rows[k][None], rows[k][who]))
            bare = statistics.median(us(b) for b in rows[k][None])
            lines.append(f"| {k} | {time_text(bare)} | " + " | ".join(f"{ratios[w][k]:.3f}x" for w in passes) + " |")
        geomeans = {who: geomean(ratios[who].values()) for who in passes}
        worst = {who: max(ratios[who].items(), key=lambda kv: kv[1]) for who in passes}
        lines.append("| geomean | | " + " | ".join(f"{geomeans[w]:.3f}x" for w in passes) + " |")
        lines.append("| worst | | " + " | ".join(f"{worst[w][1]:.3f}x {worst[w][0]}" for w in passes) + " |")
        if size in BUDGETS and "bounds" in passes:
            text, mean, most = BUDGETS[size]
            good = geomeans["bounds"] <= mean and (most is None or worst["bounds"][1] <= most)
            lines += ["", f"Budget of bounds: {text}: {'held' if good else 'NOT held'}."]
        return lines

    def against_oclgrind(self, kernels, who, rounds, repeat):
        """device time (Oclgrind's events agree with the clock), at a size that it does in seconds"""
        rows = self.rounds(kernels, [who, "oclgrind"], "small", rounds, repeat, False)
        us = lambda row: float(row["min_us"])
        times = []
        lines = [f"| kernel, small | bare | {who} | Oclgrind | Oclgrind against {who} |", "| --- | --- | --- | --- | --- |"]
        for k in kernels:
            bare, twin, simulated = (statistics.median(us(r) for r in rows[k][w]) for w in (None, who, "oclgrind"))
            times.append(statistics.median(us(o) / us(t) for t, o in zip(rows[k][who], rows[k]["oclgrind"])))
            lines.append(f"| {k} | {time_text(bare)} | {time_text(twin)} | {time_text(simulated)} | {times[-1]:,.0f}x |")
        lines.append(f"| geomean, smallest | | | | {geomean(times):,.0f}x, {min(times):,.0f}x |")
        lines += ["", f"Budget: at least 300x faster than Oclgrind: {'held' if geomean(times) >= 300 else 'NOT held'} by the geomean, "
                  f"{sum(t >= 300 for t in times)} of {len(times)} kernels by themselves."]
        return lines


def report(build, packed=False, passes=("identity", "bounds"), size="cpu", rounds=5, repeat=5, kernels=KERNELS, together=False,
           oclgrind=True, seconds=math.inf):
    s = Sanitizer(build, packed)
    try:
        lines = s.against_bare(list(kernels), list(passes), size, rounds, repeat, together, seconds)
        if oclgrind and shutil.which("oclgrind"):
            lines += [""] + s.against_oclgrind(list(kernels), passes[-1], 3, 5)
        elif oclgrind:
            lines += ["", "Oclgrind is not installed: not compared."]
        lines += ["", *(f"FAILED: {f}" for f in s.failures)] if s.failures else ["", "Every result is the bare kernel's; every kernel ran as a twin."]
        return lines
    finally:
        s.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--packed", help="a folder made by bench/gpu/pack.sh, instead of --build")
    parser.add_argument("--passes", default="identity,bounds")
    parser.add_argument("--size", default="cpu", choices=["small", "cpu", "gpu"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--kernels", default=",".join(KERNELS))
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--no-oclgrind", action="store_true")
    a = parser.parse_args()
    if unknown := [k for k in a.kernels.split(",") if k not in KERNELS]:
        sys.exit(f"sanitizer.py: no kernel {', '.join(unknown)}; there are {', '.join(KERNELS)}")
    print("\n".join(report(os.path.abspath(a.packed or a.build), bool(a.packed), a.passes.split(","), a.size, a.rounds, a.repeat,
                           a.kernels.split(","), a.together, not a.no_oclgrind, a.seconds)))


if __name__ == "__main__":
    main()
