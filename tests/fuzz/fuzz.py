#!/usr/bin/env python3
"""fuzz.py - runs generated programs bare and as twins, and compares what they compute.

    fuzz.py --cldoctor PATH --runner PATH --seeds A-B [--passes identity,touch]     compare
    fuzz.py --runner PATH --seeds A-B --passes ''                                   bare only, twice
    fuzz.py --cldoctor PATH --runner PATH --reduce SEED                             shrink a program that fails

The last line is "fuzz: N programs, M kernels, P passes: F failures (seeds A-B)"; the exit status is 1 if F isn't 0.
A program that doesn't build bare is the generator's bug, and counts as a failure that says so.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
from generate import generate  # noqa: E402

SECONDS_A_PROGRAM = 20


def parse_arguments():
    parser = argparse.ArgumentParser(description="Compares generated OpenCL programs with their twins.")
    parser.add_argument("--cldoctor", type=Path)
    parser.add_argument("--runner", type=Path, required=True)
    parser.add_argument("--seeds", default="1-60", help="A-B, or one seed")
    parser.add_argument("--passes", default="identity,touch", help="comma list; empty: bare twice")
    parser.add_argument("--batch", type=int, default=25, help="programs in one process")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the programs and reports; those of failures are kept anyway")
    parser.add_argument("--allow-skipped", action="store_true", help="a kernel without a twin is no failure")
    parser.add_argument("--no-variadics", action="store_true", help="for compilers that refuse variadic macros")
    parser.add_argument("--contract", action="store_true", help="programs that let the compiler contract a * b + c")
    parser.add_argument("--reduce", type=int, metavar="SEED")
    arguments = parser.parse_args()
    arguments.passes = [p for p in arguments.passes.split(",") if p]
    if arguments.passes and not arguments.cldoctor:
        parser.error("--cldoctor is needed, or --passes ''")
    if arguments.batch < 1:
        parser.error("--batch must be 1 or more")
    first, _, last = arguments.seeds.partition("-")
    arguments.first, arguments.last = int(first), int(last or first)
    return arguments


# ---- running ---------------------------------------------------------------------------------------------------

def spawn(command, limit, environment=None):
    """(status, stdout, stderr); the whole process group ends with the limit, and the status is None."""
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", env={**os.environ, **(environment or {})}, start_new_session=True)
    try:
        out, err = process.communicate(timeout=limit)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return None, out, err


def lines_of(out):
    """What the runner said about each program."""
    return {m.group(1): m.group(2) for m in re.finditer(r"^(s\d+) (\S+)$", out, re.M)}


class Result:
    def __init__(self, lines, report, status, errors):
        self.lines, self.report, self.status, self.errors = lines, report, status, errors


class Runs:
    """Runs programs bare or under a pass, in a scratch folder."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.count, self.lock = arguments, folder, 0, threading.Lock()

    def fresh(self):
        with self.lock:
            self.count += 1
            return self.folder / f"run{self.count}"

    def bare(self, paths):
        return self.all(paths, self.bare_once)

    def twins(self, paths, name):
        return self.all(paths, lambda some: self.twins_once(some, name))

    def limit(self, paths):
        return 60 + SECONDS_A_PROGRAM * len(paths)

    def bare_once(self, paths):
        status, out, err = spawn([self.arguments.runner.resolve()] + paths, self.limit(paths))
        return Result(lines_of(out), None, status, err)

    def twins_once(self, paths, name):
        place = self.fresh()
        report = place.with_suffix(".json")
        quiet = [] if name == "trace" else ["-q"]  # what the pass trace counts is told as a notice
        command = [self.arguments.cldoctor.resolve(), "run"] + quiet + ["--json", report, "-o", place, "--",
                   self.arguments.runner.resolve()] + paths
        status, out, err = spawn(command, 2 * self.limit(paths), {"CLDOCTOR_TWINS": name})
        try:
            document = json.loads(report.read_text())
        except (OSError, ValueError):
            document = None
        shutil.rmtree(place, ignore_errors=True)
        return Result(lines_of(out), document, status, err)

    @staticmethod
    def all(paths, run):
        """Results for some programs: [(paths, result)]. If the process ended early, each one left is run alone."""
        result = run(paths)
        missing = [p for p in paths if p.stem not in result.lines]
        if len(paths) == 1:
            return [(paths, result)]
        return [([p for p in paths if p not in missing], result)] + [([p], run([p])) for p in missing]


# ---- judging ---------------------------------------------------------------------------------------------------

def kernel_names(text):
    """The kernels that a program launches, each once."""
    return list(dict.fromkeys(re.findall(r"^kernel (\S+) \d$", text, re.M)))


def trace_faults(errors):
    """Accesses that the pass trace saw outside their bounds: these programs make none."""
    return [(None, line.strip()) for line in errors.splitlines()
            if re.search(r"trace: program \d+: .* [1-9]\d* outside", line)]


def seed_of(kernel):
    found = re.match(r"s(\d+)_", str(kernel or ""))
    return f"s{found.group(1)}" if found else None


def coverage_faults(result, names, expected):
    """[(program or None, what is wrong)]: kernels that ran as they were written."""
    if result.report is None:
        return [(None, "cldoctor wrote no report")]
    coverage = result.report.get("coverage", {})
    kernels = coverage.get("kernels") or {}
    total, instrumented = kernels.get("total", 0), kernels.get("instrumented", 0)
    if total == instrumented and total >= expected:
        return []
    skipped = [s for s in coverage.get("skipped", []) if s.get("what") in ("kernel", "program", "instrumenter", "twins")]
    faults = [(seed_of(s.get("name")), f"skipped {json.dumps(s)}") for s in skipped]
    faults = [(who if who in names else None, what) for who, what in faults]
    if not any(who for who, _ in faults):
        faults.append((None, f"{instrumented} of {total} kernels instrumented, {expected} launched"))
    return faults


def finding_faults(result, names):
    """The programs have no faults: what is found in a kernel is a false alarm."""
    faults = []
    for finding in (result.report or {}).get("findings", []):
        if finding.get("layer") == "kernel" or finding.get("severity") == "error":
            who = seed_of(finding.get("kernel"))
            faults.append((who if who in names else None, f"false alarm {finding.get('id')}: {finding.get('message')}"))
    return faults


def line_faults(paths, expected, result):
    """[(program, what is wrong)]: results that differ from the bare run's."""
    faults = []
    for path in paths:
        wanted, got = expected.get(path.stem), result.lines.get(path.stem)
        if got is None:
            last = [line for line in result.errors.strip().splitlines() if line][-3:]
            how = "took too long" if result.status is None else f"ended with status {result.status}"
            faults.append((path.stem, f"{how} and printed no result{': ' + ' | '.join(last) if last else ''}"))
        elif got != wanted:
            faults.append((path.stem, f"{got}, bare {wanted}"))
    return faults


class Fuzz:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.runs = arguments, folder, Runs(arguments, folder)
        self.lock, self.failed, self.kernels = threading.Lock(), {}, 0

    def fail(self, path, name, what):
        with self.lock:
            print(f"fuzz: seed {path.stem[1:] if path else '?'}: pass {name}: {what}\n      {path or self.folder}", flush=True)
            self.failed.setdefault(path.stem if path else f"batch {len(self.failed)}", path)

    def batch(self, seeds):
        paths = [self.write(seed) for seed in seeds]
        with self.lock:
            self.kernels += sum(len(kernel_names(p.read_text())) for p in paths)
        good, expected = self.bare(paths)
        if good and not self.arguments.passes:
            for some, result in self.runs.bare(good):
                self.report(line_faults(some, expected, result), some, "bare again")
        for name in self.arguments.passes if good else []:
            self.compare(good, expected, name)

    def compare(self, paths, expected, name):
        runs, before = self.runs.twins(paths, name), len(self.failed)
        for some, result in runs:
            self.judge(some, expected, result, name)
        # What goes wrong only in company must not be lost.
        if runs[0][1].status != 0 and len(self.failed) == before:
            self.fail(None, name, f"seeds {paths[0].stem[1:]}-{paths[-1].stem[1:]} ended with status {runs[0][1].status}, "
                      "each program alone did not")

    def write(self, seed):
        path = self.folder / f"s{seed}.cl"
        path.write_text(generate(seed, self.arguments.contract, not self.arguments.no_variadics))
        return path

    def bare(self, paths):
        """The programs that run bare, and what they give."""
        expected, errors = {}, ""
        for _, result in self.runs.bare(paths):
            expected.update(result.lines)
            errors += result.errors
        bad = [p for p in paths if expected.get(p.stem, "crashed") in ("build-failed", "failed", "crashed")]
        for path in bad:
            about = [line for line in errors.splitlines() if "error" in line or path.stem in line][:6]
            self.fail(path, "none", f"generator bug: {expected.get(path.stem, 'crashed')} bare\n      " + "\n      ".join(about))
        return [p for p in paths if p not in bad], expected

    def judge(self, paths, expected, result, name):
        faults = line_faults(paths, expected, result)
        names = {p.stem for p in paths}
        if paths and result.lines and not self.arguments.allow_skipped:
            launched = sum(len(kernel_names(p.read_text())) for p in paths)
            faults += coverage_faults(result, names, launched)
        self.report(faults + finding_faults(result, names) + trace_faults(result.errors), paths, name)

    def report(self, faults, paths, name):
        by_name = {p.stem: p for p in paths}
        for who, what in faults:
            # What is only known of a batch of one is known of its program.
            self.fail(by_name.get(who) or (paths[0] if len(paths) == 1 else None), name, what)

    def all(self):
        seeds = list(range(self.arguments.first, self.arguments.last + 1))
        size = self.arguments.batch
        batches = [seeds[i:i + size] for i in range(0, len(seeds), size)]
        with ThreadPoolExecutor(max(1, self.arguments.jobs)) as pool:
            list(pool.map(self.batch, batches))
        print(f"fuzz: {len(seeds)} programs, {self.kernels} kernels, {len(self.arguments.passes)} passes: "
              f"{len(self.failed)} failures (seeds {self.arguments.first}-{self.arguments.last})", flush=True)
        return bool(self.failed)


# ---- shrinking -------------------------------------------------------------------------------------------------

class Reducer:
    """Takes lines out of a failing program while it fails in the same way: builds bare, differs as a twin."""

    def __init__(self, arguments, folder):
        self.runs, self.folder, self.tried = Runs(arguments, folder), folder, 0
        self.passes, self.allow_skipped = arguments.passes, arguments.allow_skipped

    def failure(self, lines, stem):
        """Which pass fails, and how; None if the program is not one that fails."""
        path = self.folder / f"{stem}.cl"
        path.write_text("\n".join(lines) + "\n")
        self.tried += 1
        bare = self.runs.bare_once([path])
        if bare.lines.get(stem) in (None, "failed", "build-failed"):
            return None
        found = self.twin_failure(path, stem, bare)
        # What gives two results by itself has lost an initialisation: it isn't the same fault.
        return found if found and self.runs.bare_once([path]).lines == bare.lines else None

    def twin_failure(self, path, stem, bare):
        for name in self.passes:
            result = self.runs.twins_once([path], name)
            if line_faults([path], bare.lines, result):
                return name, "result"
            if not self.allow_skipped and coverage_faults(result, {stem}, len(kernel_names(path.read_text()))):
                return name, "coverage"
            if finding_faults(result, {stem}):
                return name, "finding"
        return None

    def run(self, text, stem):
        lines = text.splitlines()
        start = lines.index("end */") + 1
        head, body = lines[:start], lines[start:]
        wanted = self.failure(lines, stem)
        if not wanted:
            print(f"fuzz: {stem} doesn't fail")
            return False
        body = self.shrink(body, lambda some: self.failure(head + some, stem) == wanted)
        out = Path(f"{stem}-reduced.cl").resolve()
        out.write_text("\n".join(head + body) + "\n")
        print(f"fuzz: pass {wanted[0]} ({wanted[1]}): {len(lines)} lines became {len(head + body)} in {self.tried} runs: {out}")
        return True

    @staticmethod
    def groups(lines):
        """Statements that go together: (start, end) of each balanced block and each line, the long ones first."""
        open_at, found = [], [(i, i + 1) for i in range(len(lines))]
        for i, line in enumerate(lines):
            for c in re.sub(r"\{[^{}]*\}", "", line):
                if c == "{":
                    open_at.append(i)
                elif c == "}" and open_at:
                    start = open_at.pop()
                    found += [(start, i + 1), (max(0, start - 1), i + 1)]
        return sorted(set(found), key=lambda g: g[0] - g[1])

    def shrink(self, lines, fails):
        changed = True
        while changed:
            changed = False
            for start, end in self.groups(lines):
                if end > len(lines) or not any(lines[start:end]):
                    continue
                fewer = lines[:start] + [""] * (end - start) + lines[end:]
                if fails([line for line in fewer if line]):
                    lines, changed = fewer, True
            lines = [line for line in lines if line]
        return lines


def main():
    arguments = parse_arguments()
    temporary = None if arguments.keep else tempfile.mkdtemp(prefix="fuzz-")
    folder = (arguments.keep or Path(temporary)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.reduce is not None:
        text = generate(arguments.reduce, arguments.contract, not arguments.no_variadics)
        return 0 if Reducer(arguments, folder).run(text, f"s{arguments.reduce}") else 1
    fuzz = Fuzz(arguments, folder)
    failed = fuzz.all()
    if temporary and not failed:
        shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
