#!/usr/bin/env python3
"""Measures what cldoctor costs: each program bare and under cldoctor, in turn, in one run.

    bench.py [--build BUILD | --packed FOLDER] [--runs N] [--write] [api] [vadd] [short]

Prints medians, and differences or ratios of medians, against the budgets. --write puts them into
bench/RESULTS.md, in this machine's section.
"""
import argparse
import datetime
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Bench:
    def __init__(self, build, runs):
        self.build, self.runs = build, runs
        self.cldoctor = os.path.join(build, "bin", "cldoctor")
        self.folder = tempfile.mkdtemp(prefix="cldoctor-bench-")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def watched(self, program):
        return [self.cldoctor, "run", "-q", "-o", os.path.join(self.folder, "data"), "--", program]

    def once(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
        return {k: float(v) for k, v in (line.split() for line in done.stdout.splitlines())}

    def alternate(self, name, measure):
        """medians of every figure: bare, under cldoctor"""
        program = os.path.join(self.build, "bin", "bench-" + name)
        bare, watched = [], []
        for _ in range(self.runs):
            bare.append(measure([program]))
            watched.append(measure(self.watched(program)))
        median = lambda rows: {k: statistics.median(r[k] for r in rows) for k in rows[0]}
        return median(bare), median(watched)


def row(what, bare, watched, result, budget, good):
    return f"| {what} | {bare} | {watched} | {result} | {budget} | {'yes' if good else 'NO'} |"


def added(what, unit, bare, watched, budget):
    more = watched - bare
    return row(what, f"{bare:.0f} {unit}", f"{watched:.0f} {unit}", f"+{more:.0f} {unit}", f"+{budget} {unit}", more <= budget)


def api(b):
    bare, watched = b.alternate("api_loop", b.once)
    return [
        added("clSetKernelArg, thread CPU", "ns", bare["set_arg_thread"], watched["set_arg_thread"], 30),
        added("clSetKernelArg, wall", "ns", bare["set_arg_wall"], watched["set_arg_wall"], 30),
        added("tiny launch, thread CPU", "ns", bare["launch_thread"], watched["launch_thread"], 400),
        added("tiny launch, wall", "ns", bare["launch_wall"], watched["launch_wall"], 400),
        added("tiny launch to finished, wall", "ns", bare["finished_wall"], watched["finished_wall"], 400),
    ]


def vadd(b):
    bare, watched = b.alternate("vadd", b.once)
    ratio = watched["total_ms"] / bare["total_ms"]
    return [row("vector add 1M, 2,000 launches", f"{bare['total_ms']:.1f} ms", f"{watched['total_ms']:.1f} ms",
                f"{ratio:.3f}x", "1.05x", ratio <= 1.05)]


def short(b):
    def measure(command):
        start = time.monotonic()
        b.once(command)
        return {"ms": (time.monotonic() - start) * 1e3}
    bare, watched = b.alternate("ten_calls", measure)
    return [added("ten calls, start to end of report", "ms", bare["ms"], watched["ms"], 30)]


def device():
    if "CLD_BENCH_DEVICE" in os.environ:
        return os.environ["CLD_BENCH_DEVICE"]
    out = subprocess.run(["clinfo", "-l"], capture_output=True, text=True).stdout if shutil.which("clinfo") else ""
    names = re.findall(r"Device #\d+: (.*)", out)
    return names[0].strip() if names else "first device"


def write(section, lines):
    path = os.path.join(HERE, "RESULTS.md")
    text = open(path).read() if os.path.exists(path) else "# Measured results\n"
    block = f"<!-- {section} -->\n" + "\n".join(lines) + f"\n<!-- end {section} -->\n"
    pattern = re.compile(rf"<!-- {re.escape(section)} -->\n.*?<!-- end {re.escape(section)} -->\n", re.S)
    text = pattern.sub(lambda _: block, text) if pattern.search(text) else text + "\n" + block
    open(path, "w").write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--packed", help="a folder made by bench/gpu/pack.sh, instead of --build")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("what", nargs="*")
    a = parser.parse_args()
    known = {"api": api, "vadd": vadd, "short": short}
    chosen = [w for w in a.what if w != "all"] or list(known)
    for w in chosen:
        if w not in known:
            sys.exit(f"bench.py: unknown benchmark '{w}'; there are {', '.join(known)} and all")
    if not a.packed:
        subprocess.run(["ninja", "-C", a.build, "benchmarks"], check=True, stdout=subprocess.DEVNULL)
    b = Bench(os.path.abspath(a.packed or a.build), a.runs)
    name = device()
    lines = [f"## Overhead: {name}", "",
             f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, medians of {a.runs} alternating runs.", "",
             "| what | bare | cldoctor | cost | budget | within |", "| --- | --- | --- | --- | --- | --- |"]
    for w in chosen:
        lines += known[w](b)
    b.close()
    print("\n".join(lines))
    if a.write:
        write(f"overhead {name}", lines)


main()
