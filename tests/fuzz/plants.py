#!/usr/bin/env python3
"""plants.py - random OpenCL C kernels of which it is known what they compute, and which access leaves its object.

    plants.py --seed N [--count K] [--clean] [--only image|copy] [--output FOLDER]

Each kernel has some accesses in loops and branches. Without --clean exactly one of its lines goes outside of its object,
or accesses it at an address that its type can't have, in at least one work-item; what it computes then (such reads give 0, such writes are not made) is known, too. The
program begins with a description as generate.py's, and with what fuzz.py expects:

    expect KERNEL read|write|ID LINE WORK-ITEMS ACCESSES [row|some]     ID: of the finding; row: some stay in the object, but leave a row or
                                                                        member of it; some: how many work-items, the device decides
    value BUFFER HASH                                                   nothing of kernels whose results are not predicted
"""

import argparse
import random
import re
import struct
import sys
from pathlib import Path

from accesses import Accesses, Target
from copies import Copies, Groups
from images import Images, Pictures, pixel_bytes
from kinds import CHAR, FLOAT, HALF, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Array, Scalar, Struct, Vec, declare, layout_text, vec
from loops import Body, V
from meaning import FORMATS, FUNCTIONS, WRAPS, Memory, Object, Reject, Site, X, cast, filled, fnv, literal, op
from wider import Wider

PRELUDE = r"""
#define M_ADD(a, b) ((a) += (b))
#define M_SET(a, b) do { (a) = (b); } while (0)
#define M_FOR(i, n) for (int i = 0; i < (int)(n); i++)
uint f_mix(uint a, uint b)
{
    return (a ^ b) * 33u;
}
"""

STRUCTS = [
    Struct("S_a", [("n", INT), ("b", UCHAR), ("list", Array(SHORT, 4)), ("f", FLOAT)]),
    Struct("S_b", [("v", vec(UINT, 4)), ("k", UINT), ("c", Array(UCHAR, 8)), ("pair", vec(SHORT, 2))]),
    Struct("S_c", [("head", Struct("S_a", [("n", INT), ("b", UCHAR), ("list", Array(SHORT, 4)), ("f", FLOAT)])), ("m", Array(UINT, 3)), ("h", USHORT)]),
]
TRIES = 60


OUTSIDE = 1 << 80  # an index that leaves its row


def at(pointer, index, size):
    if pointer[1] == OUTSIDE or abs(index) >= OUTSIDE // 2:
        return pointer[0], OUTSIDE
    return pointer[0], pointer[1] + FUNCTIONS["i64"](index * size)


def off(pointer, bytes_):
    if pointer[1] == OUTSIDE or abs(bytes_) >= OUTSIDE // 2:
        return pointer[0], OUTSIDE
    return pointer[0], pointer[1] + bytes_


def inner(index, n, site):
    """An index of an inner dimension, which has its own bounds."""
    if 0 <= index < n:
        return index
    if not site.planned:
        raise Reject("an ordinary access is outside of its row")
    return OUTSIDE


def unpack(data, offset, form):
    return struct.unpack_from("<" + form, data, offset)[0]


class Item:
    """The ids of a work-item."""


class Storage:
    """An object of a kernel: where it lies, how it is declared, how many elements it has (when that is decided)."""

    def __init__(self, name, kind, space, how, const, rows=0, count=None, seed=0):
        self.name, self.kind, self.space, self.how, self.const = name, kind, space, how, const
        self.rows, self.count, self.seed, self.fixed = rows, count, seed, count is not None

    @property
    def unit(self):
        return self.kind.size * (self.rows or 1)

    def content(self, count):
        """What it holds before the kernel."""
        if self.how == "buffer":
            return filled(self.kind, count * (self.rows or 1), self.seed)
        if self.how == "table":
            return b"".join(self.element(z) for z in range(count * (self.rows or 1)))
        if isinstance(self.kind, Struct):
            return bytes(count * self.kind.size)
        return b"".join(self.element(z) for z in range(count * (self.rows or 1)))

    def element(self, z):
        """Of arrays that the kernel fills, and of tables."""
        if isinstance(self.kind, Vec):
            return struct.pack("<" + FORMATS[self.kind.base] * self.kind.n, *[z % 100] * self.kind.n).ljust(self.kind.size, b"\0")
        value = z * 5 + 3
        return struct.pack("<" + FORMATS[self.kind], value if self.kind is FLOAT else FUNCTIONS[WRAPS[self.kind]](value))


class Recorder(Memory, Pictures, Groups):
    """All that a kernel does with memory."""


class Kernel(Accesses, Wider, Images, Copies):
    def __init__(self, program, name, number, rng, faulty):
        self.program, self.name, self.number, self.rng, self.faulty = program, name, number, rng, faulty
        self.count, self.storages, self.sites, self.shifts = 0, [], [], {}
        self.parameters, self.arguments, self.helpers, self.py_helpers = [], [], [], []
        self.tables, self.local_lines, self.scalars = [], [], []
        self.dimensions, self.may_jump, self.limits = len(program.local), True, None
        self.bumps, self.functions = set(), {}
        self.barrier = self.unknown = False
        self.images, self.uniforms, self.may_wait = [], [], True
        self.build()
        self.settle()

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.number}_{self.count}"

    def chance(self, chance):
        return self.rng.random() < chance

    # ---- objects ----

    def storage(self, kind, space, const, how=None, count=None, rows=0):
        if how is None:
            how = {"global": "buffer", "private": "array"}.get(space) or \
                self.rng.choice(["buffer", "buffer", "table"] if space == "constant" else ["argument", "array"])
            if how == "table" and isinstance(kind, Struct):
                how = "buffer"
        s = Storage(self.fresh("A"), kind, space, how, const, rows, count, self.rng.randrange(1, 1 << 20))
        self.storages.append(s)
        return s

    def target(self, write, space=None, kind=None, count=None):
        """Something new to access."""
        rng = self.rng
        if space is None:
            space = rng.choice(["global"] * 5 + ["private"] * 2 + (["local"] * 3 if self.program.local_known else []) +
                               ([] if write else ["constant", "constant"]))
        asked = kind is not None
        if kind is None:
            kind = rng.choice([UINT, UINT, INT, INT, FLOAT, UCHAR, SHORT, USHORT, ULONG, LONG, CHAR, vec(UINT, 4), vec(FLOAT, 4), vec(INT, 2),
                               vec(SHORT, 3), vec(UCHAR, 8)] + [rng.choice(STRUCTS)] * 3)
        if isinstance(kind, Struct) and space == "local":
            kind = UINT
        if space in ("global", "constant") and not asked and self.chance(0.08):
            kind = HALF
        rows = rng.choice([2, 3, 4, 8]) if isinstance(kind, Scalar) and kind is not HALF and self.chance(0.12) else 0
        const = space == "constant" or (space == "global" and not write and self.chance(0.6))
        s = self.storage(kind, space, const, "buffer" if kind is HALF else None, count, rows)
        self.declare_storage(s, write)
        return Target(s.name, kind, space, const, rows)

    def sibling(self, b, t):
        """Another of the same type. Inside a helper there is none but what its caller gives it: the same."""
        if b is not self.body:
            return t
        own = next((s for s in self.storages if s.name == t.name), None)
        if not own:
            return t
        s = self.storage(t.kind, t.space, t.const, own.how if own.space != "local" else None)
        self.declare_storage(s, not t.const)
        return Target(s.name, t.kind, t.space, t.const)

    def declare_storage(self, s, write):
        count = f"@{s.name}@"
        if s.how == "buffer":
            qualifier = "const " if s.const and (s.space == "global" or self.chance(0.5)) else ""
            text = f"__{s.space} {qualifier}{s.kind}"
            self.parameters.append(f"{text} (*{s.name})[{s.rows}]" if s.rows else f"{text} *{self.rng.choice(['', '', 'restrict ', 'const '])}{s.name}")
            self.arguments.append(f"buffer {s.name}")
        elif s.how == "argument":
            self.parameters.append(f"__local {s.kind} (*{s.name})[{s.rows}]" if s.rows else f"__local {s.kind} *{s.name}")
            self.arguments.append(f"local @{s.name}:{s.unit}@")
        elif s.how == "table":
            inner_ = f"[{s.rows}]" if s.rows else ""
            self.tables.append(f"__constant {s.kind} {s.name}[{count}]{inner_} = {{ @{s.name}:init@ }};")
        else:
            self.arrays.append(s)
        if s.space == "local":
            self.barrier = True

    def fill_lines(self, s):
        """A private or local array's declaration and contents."""
        space = "__local " if s.space == "local" else self.rng.choice(["", "", "__private "])
        array = f"[{s.rows}]" if s.rows else ""
        start, step = ("lid", "(int)lsize") if s.space == "local" else ("0", "1")
        lines = [] if s.how == "argument" else [f"{space}{s.kind} {s.name}[@{s.name}@]{array}" +
                                                (" = { { 0 } };" if isinstance(s.kind, Struct) else ";")]
        if isinstance(s.kind, Struct):
            return lines
        z = f"z{self.number}"
        value = f"({s.kind})({z} % 100)" if isinstance(s.kind, Vec) else f"({s.kind})({z} * 5 + 3)"
        index = f"[{z} / {s.rows}][{z} % {s.rows}]" if s.rows else f"[{z}]"
        lines.append(f"for (int {z} = {start}; {z} < @{s.name}:all@; {z} += {step}) {s.name}{index} = {value};")
        return lines

    # ---- parts of the text ----

    def site(self, use, planned):
        s = Site(len(self.sites), use, planned)
        s.mark = f" /*@{self.name}:{s.number}@*/"
        s.shift, s.inner, s.align = None, False, 1
        self.sites.append(s)
        return s

    def loaded_limit(self, b):
        """A small number out of memory."""
        if b is not self.body:
            return None
        if not self.limits:
            self.limits = self.storage(self.rng.choice([INT, UINT, UCHAR]), self.rng.choice(["global", "constant"]), True, "buffer", 8)
            self.declare_storage(self.limits, False)
            self.limits_site = self.site("read", False)
        k = self.limits
        i = op("&", b.leaf(), literal(7))
        load = X(f"{k.name}[{i.c}]", f"M.load(S[{self.limits_site.number}], at({k.name}, {i.py}, {k.kind.size}), '{FORMATS[k.kind]}')", k.kind, 15)
        return op("&", load, literal(self.rng.choice([3, 7])))

    def pointer_function(self, t):
        key = (t.pointer(), "at")
        if key not in self.functions:
            f = self.functions[key] = self.fresh("f_at")
            self.helpers.append([f"{t.pointer()} *{f}({t.pointer()} *p, long i)", "{", f"    return {self.rng.choice(['p + i', '&p[i]', '&i[p]'])};", "}"])
        return self.functions[key]

    def setter(self, t, site):
        f = self.fresh("f_set")
        self.helpers.append([f"void {f}({t.pointer()} *p, {t.kind} x)", "{", f"    {self.rng.choice(['*p = x', 'p[0] = x'])};{site.mark}", "}"])
        return f

    def shifted(self, b, x, site):
        """The index, moved by a constant that is decided later."""
        form = self.rng.random()
        if form < 0.35:
            return x
        name = site.shift = f"c{self.number}_{site.number}"
        if form < 0.6 and self.rng.random() < 0.7:
            x = cast(self.rng.choice([INT, INT, LONG]), x)
        return op("+", x, X(f"@{name}@", f"K['{name}']", INT, 14))

    # ---- the whole ----

    def build(self):
        rng = self.rng
        self.arrays = []
        self.body = b = Body(self, rng)
        out = self.out = self.storage(UINT, "global", False, "buffer", self.program.items)
        self.declare_storage(out, True)
        for _ in range(rng.choice([1, 2, 2, 3])):
            self.scalar(b)
        b.scopes.append([])
        self.ids(b)
        n = rng.choice([1, 1, 2, 2, 3])
        planted = rng.randrange(n) if self.faulty else -1
        if self.program.only and self.faulty:
            planted = n - 1  # what comes behind a copy that not all make, is told of, too
        for i in range(n):
            self.fragment(b, i == planted)

    def scalar(self, b):
        t, value = self.rng.choice([INT, INT, UINT, LONG, UCHAR, SHORT, ULONG]), self.rng.randint(0, 10)
        if t.signed and self.chance(0.1):
            value = -self.rng.randint(1, 5)
        elif t.size == 8 and self.chance(0.15):
            value += 1 << 32
        elif t is ULONG and self.chance(0.2):
            value = (1 << 64) - 1 - value
        v = V(self.fresh("n"), None, t, changes=self.chance(0.6))
        v.py = v.name
        if t is ULONG:
            v.spelled = "ulong"
        self.parameters.append(f"{'' if v.changes else 'const '}{t} {v.name}")
        self.arguments.append("bytes " + struct.pack("<" + FORMATS[t], value).hex())
        self.scalars.append((v, value))
        b.scopes[0].append(v)

    def ids(self, b):
        """Variables for some ids."""
        names = [("gx", "get_global_id", "g", 0), ("lx", "get_local_id", "l", 0), ("wx", "get_group_id", "w", 0)]
        if self.dimensions > 1:
            names += [("gy", "get_global_id", "g", 1), ("ly", "get_local_id", "l", 1)]
        if not self.program.local_known:
            names = [n for n in names if n[2] == "g"]
        names = self.rng.sample(names, self.rng.randint(1, len(names)))
        for name, function, py, d in names:
            t = self.rng.choice([INT, INT, INT, UINT, UINT, ULONG, LONG])
            v = V(name, f"{name}_{self.fresh('')}", t, "size_t" if t is ULONG and self.chance(0.7) else None, self.chance(0.3))
            x = X(f"{function}({d})", f"I.{py}[{d}]", ULONG)
            b.declare(v, cast(t, x) if self.chance(0.4) else x, const=not v.changes and self.chance(0.5))

    def fragment(self, b, planted):
        if self.program.only and (planted or self.chance(0.75)):
            return getattr(self, f"fragment_{self.program.only}")(b, planted)
        return self.fragment_ordinary(b, planted)

    def fragment_ordinary(self, b, planted=False):
        """One object or two, and an access to it under some loops."""
        write = self.chance(0.45)
        form = self.rng.random()
        if form < 0.1:
            return self.fragment_guarded(b, write, planted)
        if form < 0.16 and self.program.local_known:
            return self.fragment_tiles(b, planted)
        if form > 0.86:
            return self.fragment_wider(b, write, planted)
        t = self.target(write)
        if t.kind is HALF:
            with b.braces():
                b.nest(self.rng.choice([0, 1, 1, 2]), lambda: self.access(b, t, write, planted))
            return None
        if t.space == "global" and not t.rows and self.chance(0.06):
            return self.fragment_moved(b, t, write, planted)
        if not t.rows and not write and self.chance(0.06):
            return self.fragment_range(b, t, planted)
        if self.chance(0.22) and t.space != "private" or (t.space == "private" and self.chance(0.1)):
            return self.fragment_helper(b, t, write, planted)
        if self.chance(0.12) and not t.rows and isinstance(t.kind, (Scalar, Vec)):
            return self.fragment_walk(b, t, write, planted)
        with b.braces():
            b.nest(self.rng.choice([0, 0, 1, 1, 1, 2, 2, 3]), lambda: self.access(b, t, write, planted))

    def access(self, b, t, write, planted):
        """Inside of the loops."""
        rng = self.rng
        x = b.index()
        if write and t.space in ("global", "local") and self.chance(0.5):
            # Each work-item its own part.
            x = op("+", op("*", self.flat_id(t.space), literal(rng.choice([1, 2, 4, 8]))), cast(INT, b.small()) if self.chance(0.7) else literal(0))
        site = self.current = self.site("write" if write else "read", planted)
        site.inner = planted and self.chance(0.5)
        x = self.shifted(b, x, site)
        form = rng.random()
        if form < 0.25:
            v = b.new(rng.choice([INT, INT, UINT, LONG, ULONG, SHORT]), x, "k", self.chance(0.4))
            self.do(b, t, v.x, write, site)
            if self.chance(0.4) and not b.c[-1].lstrip().startswith("const") and not self.is_const(b, v):
                b.update(v, "+", b.constant(1, 3))
                b.line(f"acc += (uint){v.name};", f"acc = u32(acc + {v.py})")
        elif form < 0.3:
            v = b.new(rng.choice([INT, LONG]), b.constant(), "k")
            b.assign(v, x)
            self.do(b, t, v.x, write, site)
        elif form < 0.38 and not write and isinstance(t.kind, Scalar) and t.kind is not HALF and not t.rows:
            self.stencil(b, t, x, site)
        else:
            self.do(b, t, x, write, site)

    @staticmethod
    def is_const(b, v):
        return any(re.search(rf"\bconst \w+ {v.name} =", line) for line in b.c)

    def do(self, b, t, x, write, site):
        (self.write if write else self.read)(b, t, x, site)

    def stencil(self, b, t, x, site):
        """Several elements around one, in one line."""
        parts_c, parts_py = [], []
        for i, d in enumerate(self.rng.sample([-1, 0, 1, 2], self.rng.choice([2, 3]))):
            s = site if i == 0 else self.site("read", site.planned)
            if i:
                s.shift = site.shift
            y = x if d == 0 else op("+" if d > 0 else "-", x, literal(abs(d)))
            c, py = self.as_uint(self.loaded(f"{t.name}[{y.c}]", f"at({t.py}, {y.py}, {t.kind.size})", t.kind, s), t.kind)
            parts_c.append(c)
            parts_py.append(py)
        b.line(f"acc += {' + '.join(parts_c)};{site.mark}", f"acc = u32(acc + {' + '.join(parts_py)})")

    def flat_id(self, space):
        if space == "local":
            return X("(int)lid", "I.lid", INT, 14)
        return X("(int)gid", "I.gid", INT, 14)

    def fragment_walk(self, b, t, write, planted):
        """A pointer that moves with the loop."""
        rng, size = self.rng, t.kind.size
        site = self.current = self.site("write" if write else "read", planted)
        start = self.shifted(b, b.small() if self.chance(0.5) else b.constant(0, 3), site)
        with b.braces():
            p = self.pointer_variable(b, t, f"{t.name} + {start.at(13)}", f"at({t.py}, {start.py}, {size})")
            step = rng.choice([1, 1, 2, -1])

            def inside():
                moved = Target(p, t.kind, t.space, t.const)
                self.do(b, moved, literal(0), write, site)
                if rng.random() < 0.85:
                    b.line(rng.choice([f"{p} += {step};", f"{p} = {p} + {step};"] + ([f"{p}++;", f"++{p};"] if step == 1 else [])), f"{p} = at({p}, {step}, {size})")
            b.nest(rng.choice([1, 1, 2]), inside)

    def fragment_guarded(self, b, write, planted):
        """The size is known before, and the access is guarded; planted: by the wrong comparison."""
        rng, n = self.rng, self.rng.randint(3, 12)
        t = self.target(write, kind=rng.choice([UINT, INT, FLOAT, SHORT, ULONG, vec(INT, 2)]), count=n)
        if t.rows:
            raise Reject("rows")
        bound = literal(n, rng.choice([INT, INT, UINT, LONG]))
        if self.chance(0.3):
            v = b.new(rng.choice([INT, UINT]), bound, "n", True)
            v.kept, bound = True, v.x
        site = self.current = self.site("write" if write else "read", planted)

        def inside():
            x = b.index()
            if self.chance(0.7):
                x = b.new(rng.choice([INT, UINT, LONG, ULONG]), x, "k", self.chance(0.3)).x
            below = op("<=" if planted and self.chance(0.7) else "<", x, bound)
            if rng.random() < 0.3:
                below = op(">" if not planted else ">=", bound, x)
            test = below if not x.t.signed or (planted and self.chance(0.4)) or not bound.t.signed else op("&&", op(">=", x, literal(0)), below)
            form = rng.random()
            if form < 0.5:
                with b.block(f"if ({test.c}) {{", f"if {test.py}:"):
                    self.do(b, t, x, write, site)
            elif form < 0.65 and b.jumps:
                b.line(f"if (!({test.c})) continue;", f"if not ({test.py}): continue")
                self.do(b, t, x, write, site)
            elif not write and isinstance(t.kind, Scalar):
                c, py = self.as_uint(self.loaded(f"{t.name}[{x.c}]", f"at({t.py}, {x.py}, {t.kind.size})", t.kind, site), t.kind)
                if form < 0.85:
                    b.line(f"acc += {test.at(5)} ? {c} : 9u;{site.mark}", f"acc = u32(acc + ({py} if {test.py} else 9))")
                else:
                    b.line(f"if ({test.at(5)} && {c} > 7u) acc++;{site.mark}", f"acc = u32(acc + int(bool(({test.py}) and {py} > 7)))")
            else:
                with b.block(f"if (!({test.c})) {{ acc++; }} else {{", f"if not ({test.py}):"):
                    b.line(None, "acc = u32(acc + 1)")
                    b.line(None, "pass")
                    b.pi -= 1
                    b.line(None, "else:")
                    b.pi += 1
                    self.do(b, t, x, write, site)
        with b.braces():
            b.nest(rng.choice([0, 1, 1, 2]), inside)

    def fragment_tiles(self, b, planted):
        """Local memory that is read between barriers, in loops that all work-items go through alike."""
        rng = self.rng
        t = self.target(False, "local", rng.choice([UINT, INT, FLOAT, SHORT, vec(UINT, 4)]))
        site = self.current = self.site("read", planted)
        i = V(self.fresh("i"), None, rng.choice([INT, UINT]))
        i.py = i.name
        n = rng.choice([literal(rng.randint(1, 5)), X("LIMIT", str(self.program.limit), INT)])
        b.line(None, f"{i.py} = -1")
        with b.block(f"for ({i.t} {i.name} = 0; {i.name} < {n.c}; {i.name}++) {{", f"while {i.py} < {n.py} - 1:"):
            b.scopes[-1].append(i)
            b.line(None, f"{i.py} += 1")
            b.line("barrier(CLK_LOCAL_MEM_FENCE);")
            x = self.shifted(b, b.index(), site)
            self.do(b, t, x, False, site)
            b.line("barrier(CLK_LOCAL_MEM_FENCE);")

    def fragment_moved(self, b, t, write, planted):
        """The parameter itself is moved."""
        k = self.rng.randint(1, 3)
        # Of a parameter that may be const: a copy of what would be written is not enough, so only others.
        if any(f"*const {t.name}" in p or f"const {t.name}" in p for p in self.parameters):
            raise Reject("const")
        b.line(self.rng.choice([f"{t.name} += {k};", f"{t.name} = {t.name} + {k};", f"{t.name} = &{t.name}[{k}];"]), f"{t.py} = at({t.py}, {k}, {t.kind.size})")
        with b.braces():
            b.nest(self.rng.choice([0, 1, 2]), lambda: self.access(b, t, write, planted))

    def fragment_range(self, b, t, planted):
        """for (p = a; p < end; p++)"""
        rng, size = self.rng, t.kind.size
        site = self.current = self.site("read", planted)
        p, end = self.fresh("p"), self.fresh("end")
        with b.braces():
            start, stop = b.constant(0, 2), self.shifted(b, op("+", b.small(), b.constant(1, 4)), site)
            b.line(f"{t.pointer()} *{end} = {t.name} + {stop.at(13)};", f"{end} = at({t.py}, {stop.py}, {size})")
            b.line(None, f"{p} = at({t.py}, {start.py}, {size})")
            step = rng.choice([1, 1, 2])
            with b.block(f"for ({t.pointer()} *{p} = {t.name} + {start.at(13)}; {p} < {end}; {rng.choice([f'{p} += {step}', f'{p} = {p} + {step}'])}) {{",
                         f"while {p}[1] < {end}[1]:"):
                b.line(None, "M.tick()")
                self.do(b, Target(p, t.kind, t.space, t.const), literal(0), False, site)
                b.line(None, f"{p} = at({p}, {step}, {size})")

    def fragment_helper(self, b, t, write, planted):
        """The loops stand in a function, which is given the pointer and some numbers."""
        rng, f = self.rng, self.fresh("f")
        h = Body(self, rng)
        pointer = self.fresh("x")
        inner_ = Target(pointer, t.kind, t.space, t.const, t.rows)
        row = f"{t.pointer()} (*{pointer})[{t.rows}]" if t.rows else f"{t.pointer()} *{rng.choice(['', '', 'restrict ', 'const '])}{pointer}"
        parameters, given_c, given_py, py_names = [row], [t.name], [t.py], [pointer]
        visible = b.visible()
        for v in rng.sample(visible, min(len(visible), rng.choice([1, 2, 3]))):
            own = V(rng.choice([v.name, self.fresh("y")]), None, rng.choice([v.t, INT, UINT, LONG]), changes=self.chance(0.5))
            own.py = f"{own.name}_{self.fresh('')}"
            if own.t is ULONG:
                own.spelled = "ulong"
            parameters.append(f"{own.t} {own.name}")
            given_c.append(v.name)
            given_py.append(f"{WRAPS[own.t]}({v.py})")
            py_names.append(own.py)
            h.scopes[0].append(own)
        if write and t.space in ("global", "local"):
            parameters.append("uint lid" if t.space == "local" else "uint gid")
            given_c.append("lid" if t.space == "local" else "gid")
        h.line("uint acc = 1u;", "acc = 1")
        kept, self.may_jump = self.may_jump, True
        with h.braces():
            h.nest(rng.choice([0, 1, 1, 2]), lambda: self.access(h, inner_, write, planted))
        self.may_jump = kept
        h.line("return acc;", "return acc")
        self.helpers.append([f"{rng.choice(['', '', 'static ', 'static inline '])}uint {f}({', '.join(parameters)})", "{"] + h.c + ["}"])
        self.py_helpers.append([f"def {f}({', '.join(py_names)}):"] + h.py)
        call_c, call_py = f"{f}({', '.join(given_c)})", f"{f}({', '.join(given_py)})"
        if rng.random() < 0.4:
            with b.braces():
                b.nest(rng.choice([0, 1]), lambda: b.line(f"acc += {call_c};", f"acc = u32(acc + {call_py})")) if not self.captured(b, given_c) else \
                    b.line(f"acc += {call_c};", f"acc = u32(acc + {call_py})")
        else:
            b.line(f"acc = acc * 31u + {call_c};", f"acc = u32(acc * 31 + {call_py})")

    @staticmethod
    def captured(b, names):
        """A loop around the call could hide one of these names."""
        return any(n in ("i", "j", "k", "gx", "gy", "lx", "ly", "wx") or n.startswith("n") for n in names)

    # ---- Python ----

    def python(self):
        lines = [line for f in self.py_helpers for line in f]
        lines.append("def kernel():")
        lines += [f" {s.name} = (O['{s.name}'], 0)" for s in self.storages]
        lines += [f" {v.name} = {value}" for v, value in self.scalars]
        lines.append(" acc = u32(I.gid + 1)")
        lines += self.body.py
        lines.append(f" M.store(S[{self.out_site.number}], at({self.out.name}, I.gid, 4), 'I', acc)")
        return "\n".join(lines)

    def settle(self):
        """Decides the sizes and constants, and computes what the kernel gives."""
        self.out_site = self.site("write", False)
        try:
            self.code = compile(self.python(), self.name, "exec")
        except SyntaxError as error:
            raise RuntimeError(self.python()) from error
        self.constants = {s.shift: 0 for s in self.sites if s.shift}
        self.run()
        self.choose_shifts()
        self.choose_image_shifts()
        self.run()
        self.choose_sizes()
        self.choose_image_sizes()
        self.objects = self.run()
        self.check()

    def run(self):
        """All work-items, one after the other: the shared objects."""
        p, memory = self.program, Recorder()
        for site in self.sites:
            site.clear()
        names = {**FUNCTIONS, "at": at, "off": off, "inner": inner, "unpack": unpack, "pixel_bytes": pixel_bytes, "M": memory, "S": self.sites, "K": self.constants,
                 **{f"V_{s.name}": p.struct_values[s.name] for s in STRUCTS}}
        exec(self.code, names)
        shared = {s.name: self.object(s) for s in self.storages if s.space in ("global", "constant")}
        shared.update({i.name: i.prepare() for i in self.images})
        group = None
        for item in p.all_items():
            if item.group_number != group:
                group = item.group_number
                local = {s.name: self.object(s) for s in self.storages if s.space == "local"}
            memory.item = item.gid
            names["I"] = item
            for s in self.storages:  # each work-item makes the group's copies again, from the start
                if s.space == "local" and local[s.name].copied:
                    local[s.name].data[:] = s.content(s.count)
                    local[s.name].copied.clear()
            names["O"] = {**shared, **local, **{s.name: self.object(s) for s in self.storages if s.space == "private"}}
            names["kernel"]()
        return shared

    def object(self, s):
        shared = s.space != "private"
        made = Object(s.name, None, shared=shared) if s.count is None else Object(s.name, s.count * s.unit, s.content(s.count), shared)
        made.is_local = s.space == "local"
        return made

    # ---- sizes ----

    def choose_shifts(self):
        for site in self.sites:
            if not site.shift or not site.offsets or self.constants[site.shift]:
                continue
            low = min(at_ for _, at_ in site.offsets) // max(1, site.width)
            unit = next(s.unit for s in self.storages if s.name == next(iter(site.offsets))[0].name)
            low = min(at_ for _, at_ in site.offsets) // min(unit, site.width * 2)
            if abs(low) > 5000:
                raise Reject("far")
            if site.planned and self.chance(0.4):
                self.constants[site.shift] = -low - self.rng.choice([1, 1, 1, 2, 3, 1000])
            else:
                self.constants[site.shift] = -low + self.rng.choice([0, 0, 0, 1, 2]) if low < 0 or self.chance(0.5) else self.rng.choice([0, 1, 2])

    def choose_sizes(self):
        """Every object as large as its accesses need, but one of the planted site's."""
        planted = sorted({o.name for s in self.sites if s.planned and not s.bent for o, _ in s.offsets})
        outside = any(s.misses for s in self.sites)  # of rows
        if self.faulty and not planted and not outside and not any(s.bent or (s.planned and s.spots) for s in self.sites):
            raise Reject("the planted access is not made")
        victim = self.rng.choice(planted) if planted and not (outside and self.chance(0.8)) else None
        for s in self.storages:
            if s.fixed:
                continue
            ends = {at_ + site.width for site in self.sites for o, at_ in site.offsets if o.name == s.name and not (s.name == victim and site.planned)}
            lows = [at_ for site in self.sites for o, at_ in site.offsets if o.name == s.name and not (s.name == victim and site.planned)]
            if lows and min(lows) < 0:
                raise Reject("an ordinary access is outside")
            need = -(-max(ends, default=0) // s.unit)
            if need * s.unit > 8192:
                raise Reject("large")
            align = max([site.align for site in self.sites if any(o.name == s.name for o, _ in site.offsets)], default=1)
            if s.name == victim:
                s.count = self.victim_size(s, need)
            else:
                s.count = max(1, need) + self.rng.choice([0, 0, 0, 1, 5])
            while s.count * s.unit % align:
                s.count += 1

    def victim_size(self, s, need):
        mine = sorted({at_ for site in self.sites if site.planned for o, at_ in site.offsets if o.name == s.name})
        end = max(at_ + site.width for site in self.sites if site.planned for o, at_ in site.offsets if o.name == s.name)
        if mine[0] < 0:
            if self.chance(0.7) and end < 8192:
                return max(1, need, -(-end // s.unit)) + self.rng.choice([0, 0, 2])
            return max(1, need)
        # The last element that is touched, or another one, is the first outside.
        firsts = [at_ // s.unit for at_ in mine if max(1, need) * s.unit <= at_ and at_ <= 8192]
        if not firsts:
            if mine[-1] > 8192:
                return max(1, need) + self.rng.choice([0, 3, 20])
            raise Reject("the planted access can't be outside")
        return firsts[-1] if self.chance(0.55) else self.rng.choice(firsts)

    def check(self):
        missed = [s for s in self.sites if s.misses]
        if any(not s.planned for s in missed):
            raise Reject("an ordinary access is outside")
        if self.faulty and not missed:
            raise Reject("nothing is outside")
        if len(missed) > 2:
            raise Reject("of one work-item the first and the last fault are kept")

    # ---- C ----

    def text(self):
        lines = []
        for f in self.helpers:
            lines += f + [""]
        head = f"__kernel void {self.name}({', '.join(self.parameters)})"
        lines += self.tables + [head, "{", "    const uint gid = GID;"]
        if self.program.local_known:
            lines += ["    const uint lid = LID;", "    const uint lsize = LSIZE;"]
        for s in self.arrays + [s for s in self.storages if s.how == "argument"]:
            lines += ["    " + line for line in self.fill_lines(s)]
        if self.barrier:
            lines.append("    barrier(CLK_LOCAL_MEM_FENCE);")
        lines += ["    uint acc = gid + 1u;"] + self.body.c + [f"    {self.out.name}[gid] = acc;", "}"]
        return [self.filled_in(line) for line in lines]

    def filled_in(self, line):
        for s in self.storages:
            line = line.replace(f"@{s.name}@", str(s.count)).replace(f"@{s.name}:{s.unit}@", str((s.count or 0) * s.unit))
            line = line.replace(f"@{s.name}:all@", str(s.count * (s.rows or 1)))
            if f"@{s.name}:init@" in line:
                line = line.replace(f"@{s.name}:init@", self.initialiser(s))
        for i in self.images:
            for d in range(i.shape.n):
                line = line.replace(f"@{i.name}:{d}@", str(i.size[d]))
        for name, value in self.constants.items():
            line = line.replace(f"@{name}@", str(value) if value >= 0 else f"({value})")
        return line

    def initialiser(self, s):
        values = []
        for z in range(s.count * (s.rows or 1)):
            if isinstance(s.kind, Vec):
                values.append(f"({s.kind})({z % 100})")
            elif s.kind is FLOAT:
                values.append(f"{z * 5 + 3}.0f")
            else:
                values.append(str(FUNCTIONS[WRAPS[s.kind]](z * 5 + 3)))
        if s.rows:
            values = ["{ " + ", ".join(values[i:i + s.rows]) + " }" for i in range(0, len(values), s.rows)]
        return ", ".join(values)

    def plan(self):
        p = self.program
        buffers = [f"buffer {s.name} {s.count * (s.rows or 1)} {layout_text(s.kind)} {s.seed}" for s in self.storages if s.how == "buffer"]
        values = [f"value {s.name} {fnv(s.kind, self.objects[s.name].data):016x}" for s in self.storages if s.how == "buffer"]
        images, more = self.image_plan()
        buffers, values = buffers + images, [] if self.unknown else values + more
        launch = [f"kernel {self.name} {self.dimensions}", "global " + " ".join(str(a * b) for a, b in zip(p.local, p.groups)),
                  "local " + (" ".join(map(str, p.local)) if p.local_known else "null")]
        return buffers, values, launch + ["arg " + self.filled_in(a) for a in self.arguments]


class Program:
    def __init__(self, seed, faulty, kernels=6, only=None, together=False):
        self.seed, self.rng, self.bumps = seed, random.Random(seed * 2 + faulty), set()
        self.only, self.together = only, together
        self.tried, self.kernels, self.refused = 0, [], {}
        self.shape()
        self.limit = self.rng.choice([2, 3, 5, 7])
        self.struct_values = {s.name: self.struct_value(s) for s in STRUCTS}
        for number in range(kernels):
            self.add(number, faulty)

    def shape(self):
        rng = self.rng
        shapes = [([4], [3]), ([8], [2]), ([4, 2], [2, 2]), ([2, 2, 2], [2, 1, 2]), ([1], [5]), ([16], [2]), ([3], [3]), ([3, 2], [2, 2]), ([8], [4])]
        if self.only == "copy":
            shapes.remove(([1], [5]))
        self.local, self.groups = rng.choice(shapes)
        self.local_known = rng.random() < 0.85 or self.only == "copy"
        self.items = self.group_size = 1
        for a, b in zip(self.local, self.groups):
            self.items *= a * b
            self.group_size *= a

    def struct_value(self, s):
        return self.packed(s)

    def packed(self, kind):
        """What M_STRUCT_ initialises with: every number is 7."""
        data = bytearray(kind.size)
        for offset, t in self.numbers(kind):
            struct.pack_into("<" + FORMATS[t], data, offset, 7)
        return bytes(data)

    def numbers(self, kind, at_=0):
        if isinstance(kind, Struct):
            for (_, field), offset in zip(kind.fields, kind.offsets):
                yield from self.numbers(field, at_ + offset)
        elif isinstance(kind, Array):
            for i in range(kind.n):
                yield from self.numbers(kind.elem, at_ + i * kind.elem.size)
        elif isinstance(kind, Vec):
            for i in range(kind.n):
                yield at_ + i * kind.base.size, kind.base
        else:
            yield at_, kind

    def braces(self, kind):
        if isinstance(kind, Struct):
            return "{ " + ", ".join(self.braces(t) for _, t in kind.fields) + " }"
        if isinstance(kind, Array):
            return "{ " + ", ".join(self.braces(kind.elem) for _ in range(kind.n)) + " }"
        return f"({kind})(7)" if isinstance(kind, Vec) else "7"

    def all_items(self):
        local, groups = (self.local + [1, 1])[:3], (self.groups + [1, 1])[:3]
        sizes = [a * b for a, b in zip(local, groups)]
        number = 0
        for wz in range(groups[2]):
            for wy in range(groups[1]):
                for wx in range(groups[0]):
                    for lz in range(local[2]):
                        for ly in range(local[1]):
                            for lx in range(local[0]):
                                i = Item()
                                i.l, i.w, i.ls, i.ng, i.gs = [lx, ly, lz], [wx, wy, wz], local, groups, sizes
                                i.g = [w * s + x for w, s, x in zip(i.w, local, i.l)]
                                i.gid = i.g[0] + sizes[0] * (i.g[1] + sizes[1] * i.g[2])
                                i.lid = lx + local[0] * (ly + local[1] * lz)
                                i.group_number = number
                                yield i
                    number += 1

    def add(self, number, faulty):
        for attempt in range(TRIES):
            self.tried += 1
            try:
                self.kernels.append(Kernel(self, f"s{self.seed}_k{number}", number, random.Random(f"{self.seed} {faulty} {number} {attempt}"), faulty))
                return
            except Reject as reason:
                self.refused[str(reason)] = self.refused.get(str(reason), 0) + 1

    def text(self):
        buffers, values, launches, code = [], [], [], [line for line in PRELUDE.strip().splitlines()]
        code += ["#define GID ((uint)(get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2))))",
                 "#define LID ((uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))))",
                 "#define LSIZE ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))"]
        for s in STRUCTS:
            code += [f"typedef struct {{ {' '.join(declare(t, n) + ';' for n, t in s.fields)} }} {s.name};", f"#define M_STRUCT_{s.name} {self.braces(s)}"]
        for t in sorted(self.bumps, key=str):
            code += [f"void f_bump_{t}({t} *p)", "{", f"    {'*p += 1' if t.size > 1 else '++*p'};", "}"]
        for k in self.kernels:
            b, v, l = k.plan()
            buffers, values, launches = buffers + b, values + v, launches + l
            code += [""] + k.text()
        head = ["/* fuzz 1", f"option -DLIMIT={self.limit}", "option -cl-std=CL1.2"] + buffers + launches + values
        sites = {(k.name, s.number): s for k in self.kernels for s in k.sites}
        expected = sum(1 for s in sites.values() if s.misses)
        start = len(head) + expected + 1
        lines, places = [], {}
        for n, line in enumerate(code):
            for name, number in re.findall(r" /\*@(\w+):(\d+)@\*/", line):
                places[name, int(number)] = start + n + 1
            lines.append(re.sub(r" /\*@\w+:\d+@\*/", "", line))
        expect = []
        for (name, number), s in sites.items():
            if s.misses:
                expect.append(f"expect {name} {'misaligned-access' if s.bent else s.use} {self.line_of(places, name, s, sites)} {len(s.missed)} {s.misses}"
                              f"{' row' * bool(s.rows)}{' some' * (s.some or s.wrong)}")
        return "\n".join(head + expect + ["end */"] + lines) + "\n"

    @staticmethod
    def line_of(places, name, s, sites):
        """Its own mark's, or that of the site before it on the same line."""
        number = s.number
        while (name, number) not in places:
            number -= 1
        return places[name, number]


def plant(seed, faulty, kernels=6, only=None, together=False):
    """`only`: image, copy; left out: all else. `together`: the device may wait for ever where not all come to a copy and its wait."""
    return Program(seed, faulty, kernels, only, together).text()


def main():
    parser = argparse.ArgumentParser(description="Random kernels with one access outside of its object each.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--only", choices=["image", "copy"])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--statistics", action="store_true")
    arguments = parser.parse_args()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        program = Program(seed, not arguments.clean, only=arguments.only)
        text = program.text()
        if arguments.statistics:
            print(seed, len(program.kernels), program.tried, program.refused)
        elif arguments.output:
            arguments.output.mkdir(parents=True, exist_ok=True)
            (arguments.output / f"s{seed}.cl").write_text(text)
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main()
