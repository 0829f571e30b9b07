"""meaning.py - expressions and statements that are written twice: as OpenCL C, and as Python that computes the same.

What the Python computes is what the kernel must compute, bounds included: an access outside its object gives 0, or is
not made, and is counted. Where C leaves something undefined (signed overflow, a race), Reject is raised, and the
generator tries another program.
"""

import struct

from expressions import ADD, AND, ANDAND, EQUAL, LESS, MUL, OR, OROR, POSTFIX, PRIMARY, SHIFT, TERNARY, UNARY, XOR
from kinds import CHAR, FLOAT, HALF, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Array, Scalar, Struct, Vec, layout


class Reject(Exception):
    """This one can't be used; another may."""


# ---- values: what the Python of a kernel calls -------------------------------------------------------------------

MOST_TICKS = 12000


def wrapper(bits, signed):
    mask, top = (1 << bits) - 1, 1 << (bits - 1)
    if signed:
        return lambda x: ((x & mask) ^ top) - top
    return lambda x: x & mask


def checker(bits):
    top = 1 << (bits - 1)

    def check(x):
        if not -top <= x < top:
            raise Reject("signed overflow")
        return x
    return check


def quotient(a, b):
    if b == 0:
        raise Reject("division by zero")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def remainder(a, b):
    return a - b * quotient(a, b)


def not_negative(x):
    if x < 0:
        raise Reject("shift of a negative number")
    return x


WRAPS = {CHAR: "i8", UCHAR: "u8", SHORT: "i16", USHORT: "u16", INT: "i32", UINT: "u32", LONG: "i64", ULONG: "u64"}
FUNCTIONS = {name: wrapper(kind.size * 8, kind.signed) for kind, name in WRAPS.items()}
FUNCTIONS.update(a32=checker(32), a64=checker(64), quotient=quotient, remainder=remainder, not_negative=not_negative)


# ---- expressions -------------------------------------------------------------------------------------------------

class X:
    """An integer expression: C text, Python text, type, C precedence."""

    __slots__ = ("c", "py", "t", "prec")

    def __init__(self, c, py, t, prec=PRIMARY):
        self.c, self.py, self.t, self.prec = c, py, t, prec

    def at(self, prec):
        return self.c if self.prec >= prec else f"({self.c})"


def literal(value, t=INT):
    if t.size < 4:
        return X(f"({t}){value}", str(value), t, UNARY)
    suffix = {INT: "", UINT: "u", LONG: "L", ULONG: "UL"}[t]
    return X(f"{value}{suffix}", str(value), t, PRIMARY if value >= 0 else UNARY)


def fits(a, b):
    """Every value of a is one of b."""
    return a is b or (a.size < b.size and (b.signed or not a.signed))


def convert(x, t):
    """The Python of x as a t."""
    return x.py if fits(x.t, t) else f"{WRAPS[t]}({x.py})"


def cast(t, x):
    return X(f"({t}){x.at(UNARY)}", convert(x, t), t, UNARY)


def promoted(t):
    return INT if t.size < 4 else t


def common(a, b):
    a, b = promoted(a), promoted(b)
    if a.size != b.size:
        return a if a.size > b.size else b
    return b if a.signed else a


def settled(py, t):
    """The result of arithmetic of type t."""
    return f"{'a' if t.signed else 'u'}{t.size * 8}({py})"


LEVEL = {"+": ADD, "-": ADD, "*": MUL, "/": MUL, "%": MUL, "<<": SHIFT, ">>": SHIFT, "&": AND, "|": OR, "^": XOR,
         "<": LESS, "<=": LESS, ">": LESS, ">=": LESS, "==": EQUAL, "!=": EQUAL, "&&": ANDAND, "||": OROR}


def op(o, a, b):
    level = LEVEL[o]
    text = f"{a.at(level)} {o} {b.at(level + 1)}"
    if o in ("&&", "||"):
        return X(text, f"int(bool({a.py}) {'and' if o == '&&' else 'or'} bool({b.py}))", INT, level)
    if o in ("<<", ">>"):
        return shift(o, a, b, text)
    t = common(a.t, b.t)
    x, y = convert(a, t), convert(b, t)
    if level in (LESS, EQUAL):
        return X(text, f"int(({x}) {o} ({y}))", INT, level)
    if o in "/%":
        return X(text, settled(f"{'quotient' if o == '/' else 'remainder'}({x}, {y})", t), t, level)
    if o in "&|^":
        return X(text, f"(({x}) {o} ({y}))", t, level)
    return X(text, settled(f"({x}) {o} ({y})", t), t, level)


def shift(o, a, b, text):
    """The count must be a small constant."""
    t = promoted(a.t)
    left = f"not_negative({a.py})" if t.signed else a.py
    py = f"({left}) {o} ({b.py})"
    return X(text, settled(py, t) if o == "<<" else f"({py})", t, SHIFT)


def negate(x):
    t = promoted(x.t)
    return X(f"-{x.at(POSTFIX)}", settled(f"-({x.py})", t), t, UNARY)


def logical_not(x):
    return X(f"!{x.at(UNARY)}", f"int(not ({x.py}))", INT, UNARY)


def choose(test, a, b):
    t = common(a.t, b.t)
    return X(f"{test.at(OROR)} ? {a.at(TERNARY)} : {b.at(TERNARY)}",
             f"(({convert(a, t)}) if ({test.py}) else ({convert(b, t)}))", t, TERNARY)


def call(name, t, *list_):
    """min, max and clamp of operands that are made to have type t; `t` is int or wider, or the cast is written."""
    made = [x if x.t is t else cast(t, x) for x in list_]
    inner = ", ".join(x.c for x in made)
    if name == "clamp":
        return X(f"clamp({inner})", f"min(max({made[0].py}, {made[1].py}), {made[2].py})", t)
    return X(f"{name}({inner})", f"{name}({made[0].py}, {made[1].py})", t)


# ---- memory ------------------------------------------------------------------------------------------------------

FORMATS = {CHAR: "b", UCHAR: "B", SHORT: "h", USHORT: "H", INT: "i", UINT: "I", LONG: "q", ULONG: "Q", FLOAT: "f", HALF: "e"}
FAR = 1 << 40


class Object:
    """Bytes that pointers point into. `size` None: not decided, every access is within and reads give 0."""

    def __init__(self, name, size, data=None, shared=True):
        self.name, self.size, self.shared = name, size, shared
        self.data = bytearray(data if data is not None else size or 0)
        self.written, self.read, self.atomic = {}, {}, {}
        self.is_local, self.copied = False, {}  # copies.py: by which group, and what


class Site:
    """One planted or ordinary access of a kernel, and what came of it."""

    def __init__(self, number, use, planned):
        self.number, self.use, self.planned = number, use, planned
        self.width, self.line = 0, None
        self.need, self.bent = 1, False  # what its address must be a multiple of; planted not to be
        self.wrong, self.moved, self.guarded = False, None, False  # images.py: a function for other channels; which coordinate is shifted
        self.some = False  # how many work-items it is of, depends on the device
        self.clear()

    def clear(self):
        self.offsets, self.missed, self.misses, self.rows, self.made, self.spots = set(), set(), 0, 0, 0, []


class Memory:
    """The accesses of one run of a kernel, work-item after work-item. What the order could change is refused."""

    def __init__(self):
        self.item, self.ticks = 0, 0

    def tick(self):
        self.ticks += 1
        if self.ticks > MOST_TICKS:
            raise Reject("too long")

    def within(self, site, pointer, size):
        obj, at = pointer
        if at >= 1 << 70:  # the index of a row was outside
            site.missed.add(self.item)
            site.misses += 1
            site.rows += 1
            return False
        if abs(at) > FAR:
            raise Reject("too far away")
        if obj.size is None:
            site.offsets.add((obj, at))
            site.width = size
            site.made += 1
            return False
        if 0 <= at and at + size <= obj.size:
            return self.aligned(site, at)
        if 0 < at + size and at < obj.size:
            raise Reject("partly within")
        site.missed.add(self.item)
        site.misses += 1
        return False

    def aligned(self, site, at):
        """Within; memory begins aligned."""
        if at % site.need == 0:
            site.made += 1
            return True
        if not site.bent:
            raise Reject("an access is not aligned")
        site.missed.add(self.item)
        site.misses += 1
        return False

    def note_read(self, obj, at, size):
        if not obj.shared:
            return
        for i in range(at, at + size):
            if obj.written.get(i, (self.item,))[0] != self.item or i in obj.atomic:
                raise Reject("race")
            obj.read[i] = self.item if obj.read.get(i, self.item) == self.item else -1

    def note_write(self, obj, at, data):
        if not obj.shared:
            return
        for i, byte in zip(range(at, at + len(data)), data):
            who, was = obj.written.get(i, (self.item, byte))
            if (who != self.item and was != byte) or obj.read.get(i, self.item) != self.item or i in obj.atomic:
                raise Reject("race")
            obj.written[i] = (who if who == self.item else -1, byte)

    def load(self, site, pointer, form):
        """One number, or a tuple of them."""
        size = struct.calcsize("<" + form)
        if not self.within(site, pointer, size):
            return 0 if len(form) == 1 else (0,) * len(form)
        obj, at = pointer
        self.note_read(obj, at, size)
        got = struct.unpack_from("<" + form, obj.data, at)
        return got[0] if len(form) == 1 else got

    def store(self, site, pointer, form, *values):
        size = struct.calcsize("<" + form)
        if self.within(site, pointer, size):
            self.put(pointer, struct.pack("<" + form, *values))

    def put(self, pointer, data):
        obj, at = pointer
        self.note_write(obj, at, data)
        obj.data[at:at + len(data)] = data

    def take(self, site, pointer, size):
        """Bytes: a whole struct."""
        if not self.within(site, pointer, size):
            return bytes(size)
        obj, at = pointer
        self.note_read(obj, at, size)
        return bytes(obj.data[at:at + size])

    def give(self, site, pointer, data):
        if self.within(site, pointer, len(data)):
            self.put(pointer, data)

    def parts(self, site, pointer, size, form, parts):
        """Some components of a vector; a compiler may write all of them."""
        if not self.within(site, pointer, size):
            return
        obj, at = pointer
        data = obj.data[at:at + size]
        for offset, value in parts:
            struct.pack_into("<" + form, data, offset, value)
        self.put(pointer, bytes(data))

    def change(self, site, pointer, form, change):
        """A compound assignment: its new value."""
        size = struct.calcsize("<" + form)
        if not self.within(site, pointer, size):
            return 0
        obj, at = pointer
        self.note_read(obj, at, size)
        new = change(struct.unpack_from("<" + form, obj.data, at)[0])
        self.put(pointer, struct.pack("<" + form, new))
        return new

    def atom(self, site, pointer, form, name, change):
        """An atomic whose order does not matter."""
        size = struct.calcsize("<" + form)
        if not self.within(site, pointer, size):
            return
        obj, at = pointer
        for i in range(at, at + size):
            if i in obj.written or i in obj.read or obj.atomic.get(i, name) != name:
                raise Reject("race")
            obj.atomic[i] = name
        struct.pack_into("<" + form, obj.data, at, change(struct.unpack_from("<" + form, obj.data, at)[0]))


# ---- what runner.c does ------------------------------------------------------------------------------------------

WORD = (1 << 64) - 1


class Random:
    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 + 1) & WORD

    def next(self):
        s = self.state
        s ^= (s << 13) & WORD
        s ^= s >> 7
        s ^= (s << 17) & WORD
        self.state = s
        return (s * 0x2545F4914F6CDD1D & WORD) >> 16


def filled(kind, count, seed):
    """What a buffer holds before the kernels."""
    random, made, runs = Random(seed), bytearray(), layout(kind)
    for _ in range(count):
        for code, n in runs:
            for _ in range(n):
                made += fill_one(code, random)
    return made


def fill_one(code, random):
    value = random.next()  # of every code, also those that don't want it
    if code == "f":
        return struct.pack("<f", (value % 8001 - 4000) / 16)
    if code == "d":
        return struct.pack("<d", (value % 8001 - 4000) / 16)
    return bytes([random.next() >> 3 & 0xff]) if code == "u" else b"\0"


def fnv(kind, data):
    """The runner's hash of one buffer."""
    total, at, runs = 0xcbf29ce484222325, 0, layout(kind)
    widths = {"f": 4, "d": 8}
    while at < len(data):
        for code, n in runs:
            for _ in range(n * widths.get(code, 1)):
                byte = 0 if code == "z" else data[at]
                total = ((total ^ byte) * 0x100000001b3) & WORD
                at += 1
    return total
