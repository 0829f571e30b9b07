#!/usr/bin/env python3
"""Measures what cldoctor costs: each program bare and under cldoctor, in turn, in one run.

    bench.py [--build BUILD | --packed FOLDER] [--runs N] [--write] [api] [vadd] [short] [twins] [guard] [votes] [sanitizer]

Prints medians, and differences or ratios of medians, against the budgets. --write puts them into
bench/RESULTS.md, in this machine's section. `sanitizer` has tables of its own: see sanitizer.py.
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

import sanitizer

HERE = os.path.dirname(os.path.abspath(__file__))


class Bench:
    def __init__(self, build, runs):
        self.build, self.runs = build, runs
        self.cldoctor = os.path.join(build, "bin", "cldoctor")
        self.folder = tempfile.mkdtemp(prefix="cldoctor-bench-")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def watched(self, program, options):
        return [self.cldoctor, "run", "-q", *options, "-o", os.path.join(self.folder, "data"), "--", program]

    def once(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
        return {k: float(v) for k, v in (line.split() for line in done.stdout.splitlines())}

    def alternate(self, name, measure, twins=None, options=()):
        """medians of every figure: bare, under cldoctor"""
        program = os.path.join(self.build, "bin", "bench-" + name)
        bare, watched = [], []
        for _ in range(self.runs):
            bare.append(measure([program]))
            if twins:
                os.environ["CLDOCTOR_TWINS"] = twins
            watched.append(measure(self.watched(program, options)))
            os.environ.pop("CLDOCTOR_TWINS", None)
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
    bare, watched = b.alternate("vadd", b.once, options=["--check=api,lifetime"])
    ratio = watched["total_ms"] / bare["total_ms"]
    return [row("vector add 1M, 2,000 launches, without twins", f"{bare['total_ms']:.1f} ms", f"{watched['total_ms']:.1f} ms",
                f"{ratio:.3f}x", "1.05x", ratio <= 1.05)]


def short(b):
    def measure(command):
        start = time.monotonic()
        b.once(command)
        return {"ms": (time.monotonic() - start) * 1e3}
    bare, watched = b.alternate("ten_calls", measure)
    return [added("ten calls, start to end of report", "ms", bare["ms"], watched["ms"], 30)]


def five_hundred_lines():
    """a program of 500 lines, of the kind that people write: ten kernels of fifty"""
    kernel = """
float mix_%(n)d(float a, float b, float t)
{
    float u = 1.0f - t;
    return a * u + b * t;
}

kernel void step_%(n)d(global const float4 *in, global float *out, local float *tile, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0);
    float sum = 0.0f;
    if (x >= width || y >= height)
        return;
    float4 v = in[y * width + x];
    tile[lx] = v.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < width; i++) {
        float4 w = in[y * width + i];
        sum += mix_%(n)d(w.x, w.y, 0.5f);
        sum -= tile[i & 15];
        if (sum > 100.0f)
            sum *= 0.5f;
        else
            sum += w.z * w.w;
    }
""" + "    out[y * width + x] += sum * %(n)d.0f + v.y;\n" * 20 + "}\n"
    return "".join(kernel % {"n": n} for n in range(10))


def ask_instrumenter(program, source, runs):
    """milliseconds for one twin, by a server that is already there, as `cldoctor run` has one"""
    import socket
    import struct
    ours, theirs = socket.socketpair()
    server = subprocess.Popen([program, "--serve-one", str(theirs.fileno())], pass_fds=[theirs.fileno()])
    theirs.close()
    version = subprocess.run([os.path.join(os.path.dirname(program), "cldoctor"), "--version"], capture_output=True,
                             text=True).stdout.split()[-1]
    items = [("version", version), ("pass", "identity"), ("address-bits", "64"), ("opencl-c", "1.2"),
             ("extensions", "cl_khr_fp64"), ("max-parameter-size", "1024"), ("unit", ""), ("source", source), ("options", "")]
    body = b"".join(struct.pack("=HI", len(k), len(v)) + k.encode() + v.encode() for k, v in items)
    times = []
    for _ in range(runs + 1):
        start = time.monotonic()
        ours.sendall(b"CLDM" + struct.pack("=I", len(body)) + body)
        size = struct.unpack("=I", ours.recv(8, socket.MSG_WAITALL)[4:])[0]
        answer = ours.recv(size, socket.MSG_WAITALL)
        times.append((time.monotonic() - start) * 1e3)
        if b"ok" not in answer[:40]:
            sys.exit(f"the instrumenter says: {answer[:200]!r}")
    ours.close()
    server.wait()
    return times[0], statistics.median(times[1:])


def twins(b):
    bare, watched = b.alternate("twin_kernels", b.once, twins="identity")
    rows = []
    for kernel in bare:
        ratio = watched[kernel] / bare[kernel]
        rows.append(row(f"kernel {kernel}, identity twin", f"{bare[kernel]:.1f} us", f"{watched[kernel]:.1f} us",
                        f"{ratio:.3f}x", "1.02x", ratio <= 1.02))
    source = five_hundred_lines()
    first, later = ask_instrumenter(os.path.join(b.build, "bin", "cldoctor-instrument"), source, b.runs)
    rows.append(row(f"twin of {source.count(chr(10))} lines, before the vendor's build", "-", f"{later:.0f} ms",
                    f"first {first:.0f} ms", "100 ms", later <= 100))
    return rows


def guard(b):
    """programs whose kernels run as they are: bare, without bands, with bands, in turn"""
    program = os.path.join(b.build, "bin", "bench-guard")
    commands = [[program], b.watched(program, ["--check=api,lifetime"]), b.watched(program, ["--check=api,lifetime,guard"])]
    figures = [[], [], []]
    for _ in range(b.runs):
        for command, rows in zip(commands, figures):
            rows.append(b.once(command))
    bare, without, bands = ({k: statistics.median(r[k] for r in rows) for k in rows[0]} for rows in figures)
    what = {"tiny_end": "2,000 tiny launches, one wait", "tiny_end_thread": "the same, CPU time of the thread",
            "tiny_each": "2,000 tiny launches, each waited for", "tiny_each_thread": "the same, CPU time of the thread",
            "vadd_each": "400 vector adds of 1M, each waited for"}
    lines = []
    for key, name in what.items():
        for text, base in ((f"{name}: guard bands and calls", bare), ("- of that the bands", without)):
            ratio = bands[key] / base[key]
            lines.append(row(text, f"{base[key]:.1f} ms", f"{bands[key]:.1f} ms", f"{ratio:.3f}x", "1.05x", ratio <= 1.05))
    return lines


def votes(b):
    """kernels with barriers under branches: bare, with the checks of bounds, and with votes as well, in turn"""
    program = os.path.join(b.build, "bin", "bench-votes")
    figures = {"": [], "bounds": [], "barrier": [], "bounds+barrier": []}
    for _ in range(b.runs):
        for passes, rows in figures.items():
            os.environ["CLDOCTOR_TWINS"] = passes
            rows.append(b.once(b.watched(program, []) if passes else [program]))
            os.environ.pop("CLDOCTOR_TWINS")
    bare, bounds, alone, both = ({k: statistics.median(r[k] for r in rows) for k in rows[0]} for rows in figures.values())
    lines = []
    for kernel in bare:
        lines.append(row(f"votes: {kernel}, without other checks", f"{bare[kernel]:.0f} us", f"{alone[kernel]:.0f} us",
                         f"{alone[kernel] / bare[kernel]:.2f}x", "1.3x", alone[kernel] <= 1.3 * bare[kernel]))
        lines.append(row(f"votes: {kernel}, added to bounds", f"{bounds[kernel]:.0f} us", f"{both[kernel]:.0f} us",
                         f"{both[kernel] / bounds[kernel]:.2f}x", "1.3x", both[kernel] <= 1.3 * bounds[kernel]))
    return lines


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
    known = {"api": api, "vadd": vadd, "short": short, "twins": twins, "guard": guard, "votes": votes}
    names = [*known, "sanitizer"]
    chosen = [w for w in a.what if w != "all"] or names
    for w in chosen:
        if w not in names:
            sys.exit(f"bench.py: unknown benchmark '{w}'; there are {', '.join(names)} and all")
    if not a.packed:
        subprocess.run(["ninja", "-C", a.build, "benchmarks"], check=True, stdout=subprocess.DEVNULL)
    name = device()
    folder = os.path.abspath(a.packed or a.build)
    here = f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores"
    if rows := [w for w in chosen if w in known]:
        b = Bench(folder, a.runs)
        lines = [f"## Overhead: {name}", "", f"{here}, medians of {a.runs} alternating runs.", "",
                 "| what | bare | cldoctor | cost | budget | within |", "| --- | --- | --- | --- | --- | --- |"]
        for w in rows:
            lines += known[w](b)
        b.close()
        show(a, f"overhead {name}", lines)
    if "sanitizer" in chosen:
        lines = [f"## Checked kernels: {name}", "", f"{here}, medians of 5 alternating rounds.", ""]
        show(a, f"sanitizer {name}", lines + sanitizer.report(folder, bool(a.packed)))


def show(a, section, lines):
    print("\n".join(lines))
    if a.write:
        write(section, lines)


main()
