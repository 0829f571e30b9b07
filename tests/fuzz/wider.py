"""wider.py - accesses through a pointer that was cast to a type which needs more alignment: aligned, or planted not to be.

Of buffers only: where an array of the kernel's begins, nobody says.
"""

from expressions import ADD
from kinds import CHAR, FLOAT, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Vec, vec
from meaning import FORMATS, WRAPS, Reject, X, literal, op

INTEGERS = [USHORT, SHORT, UINT, INT, ULONG, LONG, vec(USHORT, 2), vec(UINT, 2), vec(UINT, 4), vec(INT, 2), vec(UCHAR, 8), vec(SHORT, 4)]
FLOATS = [vec(FLOAT, 2), vec(FLOAT, 4)]


class Wider:
    """Mixed into the generator of a kernel, as Accesses."""

    def fragment_wider(self, b, write, planted):
        rng = self.rng
        kind = rng.choice([UCHAR, UCHAR, CHAR, USHORT, UINT, INT] + [FLOAT] * (not write))
        t = self.target(write, "global" if write else rng.choice(["global", "global", "global", "constant"]), kind, None)
        own = next(s for s in self.storages if s.name == t.name)
        if t.rows or own.how != "buffer":
            raise Reject("not a buffer")
        wide = rng.choice([k for k in (FLOATS if kind is FLOAT else INTEGERS) if k.align > kind.size])
        site = self.current = self.site("write" if write else "read", planted)
        site.bent, site.need = planted, wide.align
        with b.braces():
            b.nest(rng.choice([0, 0, 1, 1, 2]), lambda: self.wider(b, t, wide, write, site))

    def wider(self, b, t, wide, write, site):
        y = self.wider_index(b, t, wide, write, site)
        if not site.bent and self.chance(0.2):
            return self.wider_asked(b, t, wide, write, site)
        lvalue, pointer, py = self.wider_place(b, t, wide, y, site)
        (self.write_wider if write else self.read_wider)(b, t, wide, lvalue, pointer, py, site)

    def wider_index(self, b, t, wide, write, site):
        """In elements of the narrow type: a multiple of what the wide one needs, or, planted, at times none."""
        rng, k = self.rng, wide.align // t.kind.size
        x = self.flat_id(t.space) if write or self.chance(0.3) else op("&", b.index(), literal(rng.choice([3, 7, 15])))
        steps = literal(k * rng.choice([1, 1, 2, 3]) * max(1, wide.size // wide.align))
        y = op("*", x, steps) if self.chance(0.5) else op("*", steps, x)
        if self.chance(0.3):
            y = op("+", y, literal(k * rng.randint(0, 3)))
        if site.bent:
            more = literal(rng.randrange(1, k)) if self.chance(0.5) else op("&", b.leaf(), literal(k - 1))
            y = op("+", y, more)
        if self.chance(0.25):
            y = b.new(rng.choice([INT, UINT, LONG, ULONG]), y, "k", self.chance(0.5)).x
        return y

    def wider_place(self, b, t, wide, y, site):
        """(lvalue, pointer to it, Python)"""
        rng, plus = self.rng, f"{t.name} + {y.at(ADD + 1)}"
        to, py = t.pointer(wide), f"at({t.py}, {y.py}, {t.kind.size})"
        form = rng.choice(["star", "star", "index", "ahead", "bytes", "kept", "number", "masked" if not site.bent else "number"])
        if form == "index":
            return f"(({to} *)({plus}))[0]", f"({to} *)({plus})", py
        if form == "ahead":
            z = rng.randint(1, 2)
            return f"(({to} *)({plus}))[{z}]", f"({to} *)({plus}) + {z}", f"at({py}, {z}, {wide.size})"
        if form == "bytes":
            p = self.pointer_variable(b, t, plus, py)
            return f"(*({to} *){p})", f"({to} *){p}", p
        if form == "kept":
            p = self.fresh("p")
            b.line(f"{to} *{p} = ({to} *)({plus});", f"{p} = {py}")
            return rng.choice([f"(*{p})", f"{p}[0]"]), p, p
        if form == "number":
            return f"(*({to} *)((size_t){t.name} + (size_t)({y.c}) * {t.kind.size}))", f"({to} *)({plus})", py
        if form == "masked":
            number = f"((size_t)({plus}) & ~(size_t){wide.align - 1})"
            return f"(*({to} *){number})", f"({to} *){number}", py
        return f"(*({to} *)({plus}))", f"({to} *)({plus})", py

    def wider_asked(self, b, t, wide, write, site):
        """Any index, and the program asks whether it is aligned."""
        k = wide.align // t.kind.size
        x = op("+", op("*", self.flat_id(t.space), literal(k * max(1, wide.size // wide.align) + (0 if write else 1))), literal(0))
        v = b.new(INT, x, "k")
        asked = op("==", op("%", v.x, literal(k)), literal(0))
        with b.block(f"if ({asked.c}) {{", f"if {asked.py}:"):
            lvalue, pointer, py = self.wider_place(b, t, wide, v.x, site)
            (self.write_wider if write else self.read_wider)(b, t, wide, lvalue, pointer, py, site)

    def read_wider(self, b, t, wide, lvalue, pointer, py, site):
        rng = self.rng
        base, n = (wide.base, wide.n) if isinstance(wide, Vec) else (wide, 1)
        if n > 1 and rng.random() < 0.3:  # needs the alignment of a component
            site.need = base.size
            lvalue = f"vload{n}(0, ({t.pointer(base)} *)({pointer}))"
        elif rng.random() < 0.2:
            f = self.fresh("f_wide")
            part = f".s{n - 1:x}" if n > 1 else ""
            value = "(uint)(int)(x * 16.0f)" if base is FLOAT else "(uint)x"
            self.helpers.append([f"uint {f}({t.pointer(wide)} *p)", "{", f"    {base} x = {rng.choice(['(*p)', 'p[0]'])}{part};{site.mark}", f"    return {value};", "}"])
            load = f"M.load(S[{site.number}], {py}, '{FORMATS[base] * n}')" + (f"[{n - 1}]" if n > 1 else "")
            return b.line(f"acc = acc * 31u + {f}({pointer});", f"acc = u32(acc * 31 + {self.as_uint(X('', load, base), base)[1]})")
        load, part = f"M.load(S[{site.number}], {py}, '{FORMATS[base] * n}')", rng.randrange(n)
        x = X(f"{lvalue}.s{part:x}", f"{load}[{part}]", base) if n > 1 else X(lvalue, load, base)
        self.use_value(b, x, base, site)

    def write_wider(self, b, t, wide, lvalue, pointer, py, site):
        rng = self.rng
        base, n = (wide.base, wide.n) if isinstance(wide, Vec) else (wide, 1)
        values = [rng.randint(1, 100) for _ in range(n)]
        text = f"({wide})({', '.join(map(str, values))})"
        store = f"M.store(S[{site.number}], {py}, '{FORMATS[base] * n}', {', '.join(map(str, values))})"
        if n > 1 and rng.random() < 0.3:
            site.need = base.size
            return b.line(f"vstore{n}({text}, 0, ({t.pointer(base)} *)({pointer}));{site.mark}", store)
        if n == 1 and wide in (UINT, INT) and rng.random() < 0.3:
            return b.line(f"atomic_xor((volatile {t.pointer(wide)} *)({pointer}), {values[0]});{site.mark}",
                          f"M.atom(S[{site.number}], {py}, '{FORMATS[wide]}', 'atomic_xor', lambda v: {WRAPS[wide]}(v ^ {values[0]}))")
        if n == 1 and rng.random() < 0.3:
            return b.line(f"{lvalue} ^= {values[0]};{site.mark}", f"M.change(S[{site.number}], {py}, '{FORMATS[wide]}', lambda v: {WRAPS[wide]}(v ^ {values[0]}))")
        b.line(f"{lvalue} = {text};{site.mark}", store)
