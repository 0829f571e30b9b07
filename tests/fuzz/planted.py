#!/usr/bin/env python3
"""planted.py - runs the kernels of plants.py under `cldoctor run`: what is reported must be what was planted.

    planted.py --cldoctor PATH --runner PATH --seeds A-B [--jobs N]      one planted fault a kernel
    planted.py --cldoctor PATH --runner PATH --seeds A-B --clean         none: nothing is reported, bare results the same
    planted.py ... --only image|copy                                     images, async copies; without it everything else
    planted.py --cldoctor PATH --runner PATH --files found/*.cl          programs that were kept
    planted.py --oclgrind --runner PATH --seeds A-B [--clean]            Oclgrind judges the generator

The last line is "planted: N programs, M kernels: F found, L missed, X false, V wrong values, O other failures (seeds A-B)"; the exit
status is 1 if anything is not as planted.
"""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
from fuzz import spawn  # noqa: E402
from plants import plant  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(description="Kernels with one known fault each, under cldoctor.")
    parser.add_argument("--cldoctor", type=Path)
    parser.add_argument("--runner", type=Path, required=True)
    parser.add_argument("--seeds", default="1-20", help="A-B, or one seed")
    parser.add_argument("--files", type=Path, nargs="+", help="these programs instead of seeds")
    parser.add_argument("--clean", action="store_true", help="no faults")
    parser.add_argument("--oclgrind", action="store_true", help="instead of cldoctor")
    parser.add_argument("--only", choices=["image", "copy"])
    parser.add_argument("--kernels", type=int, default=6, help="in a program")
    parser.add_argument("--batch", type=int, default=10, help="programs in one process")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pass", dest="twins", help="CLDOCTOR_TWINS; left out: cldoctor's default")
    parser.add_argument("--values-only", action="store_true", help="look at results alone, not at findings")
    parser.add_argument("--no-bare", action="store_true", help="of --clean: twins only; their results are known anyway")
    parser.add_argument("--notices", action="store_true", help="count what is said at once, not what is in the report")
    parser.add_argument("--keep", type=Path, help="folder for programs and reports")
    arguments = parser.parse_args()
    if not arguments.cldoctor and not arguments.oclgrind:
        parser.error("--cldoctor or --oclgrind is needed")
    first, _, last = arguments.seeds.partition("-")
    arguments.first, arguments.last = int(first), int(last or first)
    return arguments


class Expected:
    """What a program's text says that is found and computed."""

    def __init__(self, text):
        self.faults = Counter()  # (kernel, use, line) -> sites
        self.rows = set()        # those of which the work-items are not counted: they only leave a row, at times, or it depends on the device
        self.items = {}          # (kernel, use, line) -> sorted [(work-items, accesses)]
        for kernel, use, line, items, accesses, row in re.findall(r"^expect (\S+) (\S+) (\d+) (\d+) (\d+)( row| some)?$", text, re.M):
            key = kernel, use, int(line)
            self.faults[key] += 1
            self.rows |= {key} if row else set()
            self.items.setdefault(key, []).append((int(items), int(accesses)))
        self.values = dict(re.findall(r"^value (\S+) (\S+)$", text, re.M))
        self.kernels = re.findall(r"^kernel (\S+) \d$", text, re.M)


def line_of(finding):
    evidence = finding.get("evidence") or {}
    line = (finding.get("source") or {}).get("line", evidence.get("source.line", evidence.get("source_line")))
    return int(line) if line is not None else None


def kernel_of_buffer(stem, buffer):
    return f"{stem}_k{re.match(r'[A-Za-z]+([0-9]+)_', buffer).group(1)}"


class Planted:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.lock = arguments, folder, threading.Lock()
        self.programs = self.kernels = self.found = self.missed = self.false = self.values = self.other = 0
        self.count, self.twins = 0, {}

    # ---- running ----

    def fresh(self):
        with self.lock:
            self.count += 1
            return self.folder / f"run{self.count}"

    def limit(self, paths):
        return 60 + 25 * len(paths)

    def run(self, paths):
        """(status, results by (program, buffer), report, stderr)."""
        place, a = self.fresh(), self.arguments
        report = place.with_suffix(".json")
        if a.oclgrind:
            command, environment = ["oclgrind", "--max-errors", "1000000", "--build-options", "-O0"], {}
        else:
            command = [a.cldoctor.resolve(), "run"] + ["-q"] * (not a.notices) + ["--json", report, "-o", place, "--"]
            environment = {"CLDOCTOR_TWINS": a.twins} if a.twins else {}
        status, out, err = spawn(command + [a.runner.resolve(), "--buffers"] + paths, self.limit(paths), environment)
        try:
            document = json.loads(report.read_text())
        except (OSError, ValueError):
            document = None
        shutil.rmtree(place, ignore_errors=True)
        if not self.arguments.keep:
            report.unlink(missing_ok=True)
        return status, self.hashes(out), document, err

    @staticmethod
    def hashes(out):
        done = dict(re.findall(r"^(\w+) (\S+)$", out, re.M))
        return {(p, b): h for p, b, h in re.findall(r"^(\w+)\.(\S+) (\S+)$", out, re.M)}, done

    def say(self, kind, path, what):
        with self.lock:
            setattr(self, kind, getattr(self, kind) + 1)
            print(f"planted: {path.stem if path else '?'}: {kind}: {what}\n      {path or self.folder}", flush=True)

    def files(self, paths):
        """Programs that were kept, each in a process of its own."""
        for path in paths:
            expected = Expected(path.read_text())
            self.programs, self.kernels = self.programs + 1, self.kernels + len(expected.kernels)
            self.judge_all([path], {path.stem: expected})

    def batch(self, seeds):
        paths, expected = [], {}
        for seed in seeds:
            path = self.folder / f"s{seed}.cl"
            text = plant(seed, not self.arguments.clean, self.arguments.kernels, self.arguments.only, self.arguments.twins == "bounds-gpu")
            path.write_text(text)
            paths.append(path)
            expected[path.stem] = Expected(text)
        with self.lock:
            self.programs += len(paths)
            self.kernels += sum(len(e.kernels) for e in expected.values())
        self.judge_all(paths, expected)
        if self.arguments.clean and not self.arguments.oclgrind and not self.arguments.no_bare:
            self.judge_bare(paths, expected)

    def judge_bare(self, paths, expected):
        """What was not predicted is as it was in the twins."""
        status, out, err = spawn([self.arguments.runner.resolve(), "--buffers"] + paths, self.limit(paths))
        hashes, done = self.hashes(out)
        missing = [p for p in paths if p.stem not in done]
        if missing and len(paths) > 1:  # as below
            for path in missing:
                self.judge_bare([path], expected)
            paths = [p for p in paths if p not in missing]
        for path in paths:
            e = expected[path.stem]
            e.values = {**{b: h for (stem, b), h in self.twins.items() if stem == path.stem}, **e.values}
            self.compare(path, e, hashes, done, "bare ")

    def judge_all(self, paths, expected):
        status, (hashes, done), document, err = self.run(paths)
        with self.lock:
            self.twins.update(hashes)
        missing = [p for p in paths if p.stem not in done or (document is None and not self.arguments.oclgrind)]
        if missing and len(paths) > 1:  # the process ended early: each one alone
            for path in missing:
                self.judge_all([path], expected)
            paths = [p for p in paths if p not in missing]
        if not paths:
            return
        for path in paths:
            if self.arguments.clean or not self.arguments.oclgrind:  # its bad reads give anything
                self.compare(path, expected[path.stem], hashes, done, "", err)
        if self.arguments.oclgrind:
            self.judge_oclgrind(paths, expected, err)
        elif not self.arguments.values_only:
            self.judge_findings(paths, expected, document, err)

    def compare(self, path, expected, hashes, done, how, err=""):
        if done.get(path.stem) in (None, "failed", "build-failed"):
            about = [line for line in err.splitlines() if "error" in line or path.stem in line][:5]
            return self.say("other", path, f"{how}{done.get(path.stem, 'no result')} " + " | ".join(about))
        wrong = [b for b, h in expected.values.items() if hashes.get((path.stem, b)) != h]
        for kernel in sorted({kernel_of_buffer(path.stem, b) for b in wrong}):
            self.say("values", path, f"{how}{kernel}: {' '.join(b for b in wrong if kernel_of_buffer(path.stem, b) == kernel)}")

    def judge_oclgrind(self, paths, expected, err):
        """It tells each bad access: the work-items that make them are counted. A compound assignment also reads."""
        seen = {}
        for use, kernel, entity, line in re.findall(r"Invalid (read|write) of size[^\n]*\n\s*Kernel: (\S+)\n\s*Entity: (Global\S+)[^\n]*\n[^\n]*\n"
                                                    r"\s*At line (\d+)", err):
            seen.setdefault((kernel, int(line)), {}).setdefault(use, set()).add(entity)
        for path in paths:
            e = expected[path.stem]
            for (kernel, use, line), sites in e.items.items():
                found = seen.get((kernel, line), {}).get(use) or seen.get((kernel, line), {}).get("read") or set()
                if (kernel, use, line) in e.rows or use == "misaligned-access":
                    continue  # of rows it sees only what leaves the object, and nothing of alignment
                if not found:
                    self.say("missed", path, f"{kernel} {use} line {line}: {sites}")
                elif len(sites) == 1 and len(found) != sites[0][0]:
                    self.say("other", path, f"{kernel} {use} line {line}: {len(found)} work-items, {sites} expected")
                else:
                    self.found += len(sites)
            for (kernel, line), uses in seen.items():
                if kernel in e.kernels and (kernel, line) not in {(k, n) for k, _, n in e.items}:
                    self.say("false", path, f"{kernel} line {line}: {sorted(uses)}")

    def judge_findings(self, paths, expected, document, err):
        if document is None:
            return self.say("other", paths[0] if len(paths) == 1 else None, "cldoctor wrote no report")
        by_kernel = {k: p for p in paths for k in expected[p.stem].kernels}
        got, details = Counter(), {}
        for f in self.notices(err) if self.arguments.notices else document.get("findings", []):
            kernel = f.get("kernel")
            if f.get("id") == "layout-mismatch": # judged by sizes, and those are random here
                continue
            if kernel not in by_kernel:
                if f.get("severity") == "error" or f.get("layer") == "kernel":
                    self.say("false", None, f"{f.get('id')} of {kernel}: {f.get('message')}")
                continue
            use = {"out-of-bounds-read": "read", "out-of-bounds-write": "write"}.get(f.get("id"), f.get("id"))
            key = kernel, use, line_of(f)
            got[key] += 1
            details.setdefault(key, []).append(f)
        for path in paths:
            self.judge_program(path, expected[path.stem], got, details)
        self.judge_coverage(paths, expected, document)

    @staticmethod
    def notices(err):
        return [{"id": id_, "kernel": kernel, "layer": "kernel", "source": {"line": line}, "message": message}
                for line, message, kernel, id_ in re.findall(r"^cldoctor: [^\n]*?:(\d+):\d+: error: (kernel `(\w+)`[^\n]*) \[([a-z-]+)\]; fix", err, re.M)]

    def judge_program(self, path, e, got, details):
        for key, sites in e.faults.items():
            self.found += min(sites, got[key])
            if got[key] < sites:
                text = path.read_text().splitlines()[key[2] - 1].strip()
                self.say("missed", path, f"{key} {e.items[key]}, got {[k for k in got if k[0] == key[0]]}: {text}")
            elif got[key] == sites:
                self.judge_counts(path, key, e.items[key], details[key], e.rows)
        for key, sites in got.items():
            if key[0] in e.kernels and sites > e.faults.get(key, 0):
                self.say("false", path, f"{key}: {details[key][0].get('message')}")

    def judge_counts(self, path, key, wanted, findings, rows):
        counted = [(f.get("evidence") or {}).get("work_items", f.get("count")) for f in findings]
        if key not in rows and None not in counted and sorted(counted) != sorted(items for items, _ in wanted):
            self.say("other", path, f"{key}: {sorted(counted)} work-items, {sorted(wanted)} (work-items, accesses) expected")

    def judge_coverage(self, paths, expected, document):
        coverage = document.get("coverage", {})
        kernels = coverage.get("kernels") or {}
        wanted = sum(len(expected[p.stem].kernels) for p in paths)
        if kernels.get("instrumented", 0) < wanted:
            self.say("other", paths[0] if len(paths) == 1 else None, f"{kernels} of {wanted}: {json.dumps(coverage.get('skipped'))[:600]}")

    # ---- all ----

    def all(self):
        a, started = self.arguments, time.time()
        seeds = list(range(a.first, a.last + 1))
        with ThreadPoolExecutor(1 if a.files else max(1, a.jobs)) as pool:
            list(pool.map(self.files, [a.files]) if a.files else pool.map(self.batch, [seeds[i:i + a.batch] for i in range(0, len(seeds), a.batch)]))
        print(f"planted: {self.programs} programs, {self.kernels} kernels: {self.found} found, {self.missed} missed, {self.false} false, "
              f"{self.values} wrong values, {self.other} other failures (seeds {a.first}-{a.last}, {time.time() - started:.0f} s)", flush=True)
        return bool(self.missed or self.false or self.values or self.other)


def main():
    arguments = parse_arguments()
    temporary = None if arguments.keep else tempfile.mkdtemp(prefix="planted-")
    folder = (arguments.keep or Path(temporary)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    planted = Planted(arguments, folder)
    failed = planted.all()
    if temporary and not failed:
        shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
