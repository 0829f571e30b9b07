#!/usr/bin/env python3
"""barriers.py - random kernels with barriers and exchange through local memory: in some, not all work-items come to one.

    barriers.py --cldoctor CLDOCTOR --runner RUNNER [--seeds A-B] [--clean] [--pass TWINS] [--kernels N] [--keep FOLDER]

The same tree is written as OpenCL C and run in Python, for each group: so it is known at which branch the work-items of a group first
decide differently about a barrier, or that they never do. Exactly these branches must be reported, each by as many groups. --clean:
none is, and the twin computes what the kernel computes bare. Conditions that look as if they differed are in both.
"""

import argparse
import json
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from fuzz import spawn

GROUP, GROUPS, COUNT = 16, 4, 64
N, INPUT = 5, [(i * 7 + 3) % 11 for i in range(COUNT)]


class Divergence(Exception):
    pass


class Item:
    def __init__(self, group, local):
        self.l, self.g, self.x, self.i = local, group, [0, local, group, 1], {}


class Kernel:
    """Statements are tuples; `line` of what decides is noted when the text is written."""

    def __init__(self, rng, clean):
        self.rng, self.clean, self.loops, self.lines = rng, clean, 0, []
        self.body = self.statements(3, True) + [("exchange", 0, ("x", 1), 3)]

    # ---- making ----

    def value(self, depth, uniform):
        r = self.rng
        pick = r.random()
        if depth and pick < 0.4:
            return (r.choice("+*^&|"), self.value(depth - 1, uniform), self.value(depth - 1, uniform))
        if pick < 0.6:
            return ("n", r.randrange(8))
        if pick < 0.7:
            return ("N",)
        if pick < 0.8:
            return ("g",)
        if uniform:
            return ("in0", self.value(0, True)) if pick < 0.95 and depth else ("g",)
        return r.choice([("l",), ("x", r.randrange(4)), ("in", ("l",))])

    def condition(self, decides):
        """About a barrier, most are alike; some are so by what the values are, which no compiler knows."""
        r = self.rng
        differs = not decides or (not self.clean and r.random() < 0.15)
        pick = r.random()
        if not differs and pick < 0.3:
            return r.choice([("<", ("l",), ("n", 16)), ("<", ("in", ("l",)), ("n", 11)), ("<", ("n", 200), ("x", 0)),
                             ("==", ("&", ("in", ("l",)), ("n", 0)), ("n", 0))])
        if not differs and pick < 0.45:
            return ("<", ("n", r.randrange(4)), ("x", r.randrange(4)))
        return (r.choice(["<", "=="]), self.value(1, not differs), self.value(1, not differs))

    def statements(self, depth, barriers, in_loop=False, nested=False):
        return [self.statement(depth, barriers, in_loop, nested) for _ in range(self.rng.randrange(1, 4))]

    def statement(self, depth, barriers, in_loop, nested):
        r, pick = self.rng, self.rng.random()
        if barriers and pick < 0.3:
            return ("exchange", r.randrange(4), self.value(1, False), r.randrange(1, 16))
        if not depth or pick < 0.5:
            return ("set", r.randrange(4), self.value(2, r.random() < 0.5))
        if pick < 0.62 and (in_loop or barriers or nested):
            kinds = ["return"] + (["break", "continue"] if in_loop else [])
            return ("if", self.condition(True), [("set", 0, ("n", 1)), (r.choice(kinds),)], [])
        inner = barriers and r.random() < 0.7
        if pick < 0.85:
            return ("if", self.condition(inner), self.statements(depth - 1, inner, in_loop, True),
                    self.statements(depth - 1, inner and r.random() < 0.5, in_loop, True) if r.random() < 0.4 else [])
        self.loops += 1
        return ("for", self.loops, ("&", self.value(1, inner and r.random() > (0 if self.clean else 0.2)), ("n", 3)),
                self.statements(depth - 1, inner, True, True))

    # ---- what holds a barrier, and what leaves one out ----

    @staticmethod
    def children(s):
        return s[2:4] if s[0] == "if" else s[3:4] if s[0] == "for" else ()

    def waits(self, s):
        return s[0] == "exchange" or any(self.waits(c) for block in self.children(s) for c in block)

    # ---- text ----

    def text(self, name):
        out = [f"kernel void {name}(global uint *out, global const uint *in, uint N)", "{", "    local uint tile[16];",
               "    uint l = get_local_id(0), g = get_group_id(0), x0 = 0, x1 = l, x2 = g, x3 = 1;"]
        self.where = {}

        def expression(e):
            kind = e[0]
            if kind in ("n", "x"):
                return f"{e[1]}u" if kind == "n" else f"x{e[1]}"
            if kind in ("N", "l", "g"):
                return kind
            if kind in ("in", "in0"):
                return f"in[({expression(e[1])}) & 63]"
            return f"({expression(e[1])} {kind} {expression(e[2])})"

        def block(statements, indent):
            for s in statements:
                pad = "    " * indent
                self.where[id(s)] = len(out) + 1
                if s[0] == "set":
                    out.append(f"{pad}x{s[1]} = {expression(s[2])};")
                elif s[0] == "exchange":
                    out.extend([f"{pad}tile[l] = {expression(s[2])};", f"{pad}barrier(CLK_LOCAL_MEM_FENCE);",
                                f"{pad}x{s[1]} = tile[(l + {s[3]}) & 15];", f"{pad}barrier(CLK_LOCAL_MEM_FENCE);"])
                elif s[0] == "if":
                    out.append(f"{pad}if {expression(s[1])} {{")
                    block(s[2], indent + 1)
                    if s[3]:
                        out.append(pad + "} else {")
                        block(s[3], indent + 1)
                    out.append(pad + "}")
                elif s[0] == "for":
                    out.append(f"{pad}for (uint i{s[1]} = 0; i{s[1]} < {expression(s[2])}; i{s[1]}++) {{")
                    block(s[3], indent + 1)
                    out.append(pad + "}")
                elif s[0] == "return":
                    out.append(f"{pad}return;")
                else:
                    out.append(f"{pad}{s[0]};")

        block(self.body, 1)
        out += ["    out[get_global_id(0)] = x0 + 3 * x1 + 5 * x2 + 7 * x3;", "}"]
        return "\n".join(out)

    # ---- meaning ----

    def evaluate(self, e, it):
        kind = e[0]
        if kind == "n":
            return e[1]
        if kind == "x":
            return it.x[e[1]]
        if kind in ("N", "l", "g"):
            return N if kind == "N" else it.l if kind == "l" else it.g
        if kind in ("in", "in0"):
            return INPUT[self.evaluate(e[1], it) & 63]
        a, b = self.evaluate(e[1], it), self.evaluate(e[2], it)
        return {"+": a + b, "*": a * b, "^": a ^ b, "&": a & b, "|": a | b, "<": int(a < b), "==": int(a == b)}[kind] & 0xffffffff

    def alone(self, statements, it):
        """One work-item, through statements without barriers: None, or the jump that it has taken."""
        for s in statements:
            jump = None
            if s[0] == "set":
                it.x[s[1]] = self.evaluate(s[2], it)
            elif s[0] == "if":
                jump = self.alone(s[2] if self.evaluate(s[1], it) else s[3], it)
            elif s[0] == "for":
                i = 0
                while not jump and i < self.evaluate(s[2], it):
                    jump = self.alone(s[3], it)
                    if jump and jump[0] in ("break", "continue"):
                        if jump[0] == "break":
                            jump = None
                            break
                        jump = None
                    i += 1
            else:
                return s
            if jump:
                return jump
        return None

    def agree(self, s, decisions, *lines):
        if len(set(decisions)) > 1:
            raise Divergence(sorted({self.where[id(o)] for o in (s, *lines)}))
        return decisions[0]

    def together(self, statements, items, behind, looped):
        """The whole group. `behind`: a barrier follows these statements where a return would go, `looped`: where a break or continue would."""
        for k, s in enumerate(statements):
            rest = any(self.waits(t) for t in statements[k + 1:])
            if s[0] == "exchange":
                tile = [self.evaluate(s[2], it) for it in items]
                for it in items:
                    it.x[s[1]] = tile[(it.l + s[3]) & 15]
                continue
            if not self.waits(s):
                jumps = [self.alone([s], it) for it in items]
                jump = self.agree_on_jumps(s, jumps, rest or behind, rest or looped)
            elif s[0] == "if":
                chosen = self.agree(s, [self.evaluate(s[1], it) for it in items])
                jump = self.together(s[2] if chosen else s[3], items, rest or behind, rest or looped)
            else:
                jump, i = None, 0
                while not jump and self.agree(s, [int(i < self.evaluate(s[2], it)) for it in items]):
                    jump = self.together(s[3], items, True, True)
                    if jump and jump[0] != "return":
                        over, jump = jump[0] == "break", None
                        if over:
                            break
                    i += 1
            if jump:
                return jump
        return None

    def agree_on_jumps(self, s, jumps, behind, looped):
        taken = {id(j): j for j in jumps if j}
        if taken:
            self.agree(s, [id(j) if j else 0 for j in jumps], *taken.values())
        return jumps[0]

    def judge(self):
        """Lines of what decides, of each group that diverges."""
        found = []
        for g in range(GROUPS):
            try:
                self.together(self.body, [Item(g, l) for l in range(GROUP)], False, False)
            except Divergence as d:
                found.append(d.args[0])
        return found


def program(seed, clean, kernels):
    rng, texts, head, expected = random.Random(seed), [], [], {}
    while len(texts) < kernels:
        kernel, name = Kernel(rng, clean), f"s{seed}_k{len(texts)}"
        kernel.text(name)
        if bool(kernel.judge()) == clean:
            continue
        head += [f"kernel {name} 1", f"global {COUNT}", f"local {GROUP}", f"arg buffer A{len(texts)}_1", f"arg buffer B{len(texts)}_1",
                 "arg bytes " + N.to_bytes(4, "little").hex()]
        texts.append(kernel.text(name))
        expected[name] = kernel
    buffers = [f"buffer {b}{k}_1 {COUNT} u4 0" for k in range(kernels) for b in "AB"]
    top = ["/* fuzz 1"] + buffers + head + ["end */"]
    # the input is made by the first kernel: the runner's bytes are random
    fill = "kernel void fill(global uint *in) { in[get_global_id(0)] = (get_global_id(0) * 7 + 3) % 11; }"
    fills = [line for k in range(kernels) for line in ("kernel fill 1", f"global {COUNT}", f"local {GROUP}", f"arg buffer B{k}_1")]
    top = ["/* fuzz 1"] + buffers + fills + head + ["end */", fill]
    lines, offset = {}, len(top)
    for name, text in zip(expected, texts):
        lines[name] = [[line + offset for line in group] for group in expected[name].judge()]
        offset += text.count("\n") + 1
    return "\n".join(top + texts) + "\n", lines


def found_in(document):
    return Counter({(f.get("kernel"), int((f.get("source") or {}).get("line") or 0)): f["count"] for f in document["findings"]
                    if f["id"] != "build-warning"})


def compare(name, groups, findings):
    """Each group is told of at one of the lines that may be named."""
    left = Counter({line: count for (kernel, line), count in findings.items() if kernel == name})
    for lines in sorted(groups, key=len):
        line = next((l for l in lines if left[l]), None)
        if line is None:
            return f"missed: {lines}"
        left[line] -= 1
    return f"false: {+left}" if +left else None


def main():
    parser = argparse.ArgumentParser(description="Random kernels with barriers, under cldoctor.")
    parser.add_argument("--cldoctor", required=True)
    parser.add_argument("--runner", required=True)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--pass", dest="twins", default="bounds+barrier")
    parser.add_argument("--kernels", type=int, default=6)
    parser.add_argument("--keep")
    a = parser.parse_args()
    first, _, last = a.seeds.partition("-")
    folder = Path(a.keep or tempfile.mkdtemp(prefix="cldoctor-barriers-"))
    folder.mkdir(parents=True, exist_ok=True)
    failures = kernels = faults = 0
    for seed in range(int(first), int(last or first) + 1):
        text, expected = program(seed, a.clean, a.kernels)
        path, report = folder / f"s{seed}.cl", folder / f"s{seed}.json"
        path.write_text(text)
        runner = [Path(a.runner).resolve(), "--buffers", path]
        status, out, err = spawn([a.cldoctor, "run", "-q", "--json", report, "-o", folder / "data", "--"] + runner, 240,
                                 {"CLDOCTOR_TWINS": a.twins})
        shutil.rmtree(folder / "data", ignore_errors=True)
        wrong = []
        try:
            document = json.loads(report.read_text())
        except (OSError, ValueError):
            document, wrong = None, [f"no report; status {status}: {err[-300:]}"]
        for name, groups in expected.items() if document else ():
            kernels, faults = kernels + 1, faults + len(groups)
            problem = compare(name, groups, found_in(document))
            wrong += [f"{name}: {problem}"] if problem else []
        if document and document["coverage"].get("kernels", {}).get("instrumented") != a.kernels + 1:
            wrong.append(f"coverage: {document['coverage'].get('kernels')}")
        if a.clean:
            _, bare, _ = spawn(runner, 240)
            if bare != out:
                wrong.append("another result than bare")
        for problem in wrong:
            print(f"barriers: {path}: {problem}", flush=True)
        failures += len(wrong)
    print(f"barriers: {kernels} kernels, {faults} groups that diverge, {failures} failures (seeds {a.seeds})")
    if not a.keep:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
