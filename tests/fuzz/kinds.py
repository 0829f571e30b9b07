"""kinds.py - the types of the generated programs: how they are spelled and laid out, and how to reach into them."""


class Scalar:
    def __init__(self, name, size, sort, signed=False):
        self.name, self.size, self.align, self.sort, self.signed = name, size, size, sort, signed

    def __repr__(self):
        return self.name


CHAR, UCHAR = Scalar("char", 1, "int", True), Scalar("uchar", 1, "int")
SHORT, USHORT = Scalar("short", 2, "int", True), Scalar("ushort", 2, "int")
INT, UINT = Scalar("int", 4, "int", True), Scalar("uint", 4, "int")
LONG, ULONG = Scalar("long", 8, "int", True), Scalar("ulong", 8, "int")
FLOAT, DOUBLE, BOOL = Scalar("float", 4, "float"), Scalar("double", 8, "float"), Scalar("bool", 1, "bool")
HALF = Scalar("half", 2, "half")  # memory only: what vload_half and vstore_half reach
INTS = [CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG]
UNSIGNED = [UCHAR, USHORT, UINT, ULONG]
BY_SIZE = {(t.size, t.signed): t for t in INTS}


def unsigned_of(scalar):
    return BY_SIZE[scalar.size, False]


def signed_of(scalar):
    return BY_SIZE[scalar.size, True]


class Vec:
    made = {}

    def __init__(self, base, n):
        self.base, self.n, self.name = base, n, f"{base.name}{n}"
        self.size = self.align = base.size * (4 if n == 3 else n)

    def __repr__(self):
        return self.name


def vec(base, n):
    if n == 1:
        return base
    return Vec.made.setdefault((base, n), Vec(base, n))


class Struct:
    """A struct or union. `name` is how a declaration spells it ("struct S" or a typedef's name)."""

    def __init__(self, name, fields, packed=False, union=False, aligned=0):
        self.name, self.fields, self.packed, self.union = name, fields, packed, union
        self.align = 1 if packed else max([aligned] + [t.align for _, t in fields])
        self.size = self._place()

    def _place(self):
        at = 0
        self.offsets = []
        for _, kind in self.fields:
            if not self.packed:
                at = -(-at // kind.align) * kind.align
            self.offsets.append(0 if self.union else at)
            at = max(at, kind.size) if self.union else at + kind.size
        return -(-at // self.align) * self.align

    def __repr__(self):
        return self.name


class Array:
    def __init__(self, elem, n):
        self.elem, self.n, self.size, self.align = elem, n, elem.size * n, elem.align


class Ptr:
    """A pointer to the first of n elements."""

    size = align = 8

    def __init__(self, elem, space, n, const=False):
        self.elem, self.space, self.n, self.const = elem, space, n, const


def declare(kind, name):
    """The declaration of `name`, without qualifiers of the variable itself."""
    if isinstance(kind, Array):
        return declare(kind.elem, f"{name}[{kind.n}]")
    if isinstance(kind, Ptr):
        const = "const " if kind.const else ""
        space = "" if kind.space == "private" else f"__{kind.space} "
        return f"{space}{const}{kind.elem} *{name}"
    return f"{kind.name} {name}"


def layout(kind):
    """What the runner fills a value with, as runs of (code, count): u random bytes, f floats, d doubles, z padding."""
    if isinstance(kind, Scalar):
        return [("fd"[kind.size == 8], 1)] if kind.sort == "float" else [("u", kind.size)]
    if isinstance(kind, Vec):
        return layout(kind.base) * kind.n + ([("z", kind.base.size)] if kind.n == 3 else [])
    if isinstance(kind, Array):
        return layout(kind.elem) * kind.n
    runs, at = [], 0
    for (_, field), offset in zip(kind.fields, kind.offsets):
        runs += [("z", offset - at)] if offset > at else []
        runs += layout(field)
        at = offset + field.size
    return runs + ([("z", kind.size - at)] if kind.size > at else [])


def layout_text(kind):
    merged = []
    for code, count in layout(kind):
        if merged and merged[-1][0] == code:
            merged[-1][1] += count
        else:
            merged.append([code, count])
    return "".join(f"{code}{count}" for code, count in merged)


# ---- reaching into values --------------------------------------------------------------------------------------

LETTERS = "xyzw"


def component_names(n, count, rng, distinct):
    """A swizzle of `count` of the n components."""
    if count < n and rng.random() < 0.25 and n in (2, 4, 8, 16) and count == n // 2:
        return rng.choice(["lo", "hi", "even", "odd"])
    picks = rng.sample(range(n), count) if distinct else [rng.randrange(n) for _ in range(count)]
    if n <= 4 and rng.random() < 0.6:
        return "".join(LETTERS[p] for p in picks)
    digits = "".join(f"{p:x}" for p in picks)
    return rng.choice("sS") + (digits.upper() if rng.random() < 0.3 else digits)


def leaves(kind):
    """All (steps, type) that can be reached from a value: ("elem", n), ("field", name) and ("comp", n, count)."""
    found = getattr(kind, "found_leaves", None)
    if found is None:
        found = kind.found_leaves = list(_leaves(kind))
    return found


def _leaves(kind):
    if isinstance(kind, (Array, Ptr)):
        for steps, leaf in leaves(kind.elem):
            yield [("elem", kind.n)] + steps, leaf
        return
    yield [], kind
    if isinstance(kind, Vec):
        for count in (1, 2, 3, 4, 8):
            if count == 1 or count < kind.n or count == kind.n <= 4:
                yield [("comp", kind.n, count)], vec(kind.base, count)
    if isinstance(kind, Struct):
        for name, field in kind.fields:
            if isinstance(field, Ptr):
                continue
            for steps, leaf in leaves(field):
                yield [("field", name)] + steps, leaf
