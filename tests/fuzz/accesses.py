"""accesses.py - the forms that a read or a write of an element can take, each in C and in Python.

An access stands on a line of its own, which ends in a mark of its site; `plants.py` turns that into a line number.
"""

from expressions import ADD, ASSIGN, POSTFIX, UNARY
from kinds import CHAR, FLOAT, HALF, INT, INTS, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Array, Scalar, Struct, Vec
from meaning import FORMATS, WRAPS, Reject, X, cast, choose, convert, literal, op


class Target:
    """Something to index: what C and Python call it, what it holds, and where it lies."""

    def __init__(self, name, kind, space, const=False, rows=0, py=None):
        self.name, self.kind, self.space, self.const, self.rows = name, kind, space, const, rows
        self.py = py or name

    def pointer(self, kind=None, const=None):
        """The type of a pointer to its elements, as before the star."""
        space = "" if self.space == "private" else f"__{self.space} "
        return f"{space}{'const ' if (self.const if const is None else const) else ''}{kind or self.kind}"


class Element:
    """One element of a target: its lvalue, a pointer to it, its pointer in Python."""

    def __init__(self, lvalue, pointer, py):
        self.lvalue, self.pointer, self.py = lvalue, pointer, py


class Accesses:
    """Mixed into the generator of a kernel: needs rng, site(), shifted(), program, fresh()."""

    # ---- which element ----

    def element(self, b, t, x, site):
        """May emit statements before; the access itself is left to who calls this."""
        forms = ["sub"] * 8 + ["star"] * 3 + ["reversed", "amp", "kept", "kept", "moved", "below", "record"]
        if not t.rows:
            forms += ["choice", "several", "through"] if t.space != "constant" or t.const else []
        if t.rows:
            return self.element_of_row(b, t, x)
        return getattr(self, "element_" + self.rng.choice(forms))(b, t, x)

    def place(self, t, x):
        return f"at({t.py}, {x.py}, {t.kind.size})"

    def element_sub(self, b, t, x):
        return Element(f"{t.name}[{x.c}]", self.rng.choice([f"&{t.name}[{x.c}]", f"{t.name} + {x.at(ADD + 1)}"]), self.place(t, x))

    def element_star(self, b, t, x):
        plus = self.rng.choice([f"{t.name} + {x.at(ADD + 1)}", f"{x.at(ADD)} + {t.name}"])
        return Element(f"(*({plus}))", f"({plus})", self.place(t, x))

    def element_reversed(self, b, t, x):
        return Element(f"{x.at(POSTFIX)}[{t.name}]", f"&{t.name}[{x.c}]", self.place(t, x))

    def element_amp(self, b, t, x):
        return Element(f"(*&{t.name}[{x.c}])", f"&{t.name}[{x.c}]", self.place(t, x))

    def pointer_variable(self, b, t, value, py):
        p = b.fresh("p")
        b.line(f"{t.pointer()} *{p} = {value};", f"{p} = {py}")
        return p

    def element_kept(self, b, t, x):
        p = self.pointer_variable(b, t, self.rng.choice([f"{t.name} + {x.at(ADD + 1)}", f"&{t.name}[{x.c}]"]), self.place(t, x))
        return Element(self.rng.choice([f"(*{p})", f"{p}[0]"]), p, p)

    def element_below(self, b, t, x):
        k = self.rng.randint(1, 3)
        p = self.pointer_variable(b, t, f"{t.name} + {x.at(ADD + 1)} + {k}", f"at({self.place(t, x)}, {k}, {t.kind.size})")
        return Element(f"{p}[-{k}]", f"({p} - {k})", f"at({p}, -{k}, {t.kind.size})")

    def element_moved(self, b, t, x):
        p = self.pointer_variable(b, t, t.name, t.py)
        b.line(f"{p} += {x.c};", f"{p} = at({p}, {x.py}, {t.kind.size})")
        return Element(self.rng.choice([f"(*{p})", f"{p}[0]"]), p, p)

    def element_record(self, b, t, x):
        """A struct that holds the pointer."""
        r = b.fresh("r")
        b.line(f"struct {{ int n; {t.pointer()} *p; }} {r};")
        b.line(f"{r}.p = {t.name};", f"{r}_p = {t.py}")
        t = Target(f"{r}.p", t.kind, t.space, t.const, py=f"{r}_p")
        return self.element_sub(b, t, x)

    def element_choice(self, b, t, x):
        other, test = self.sibling(b, t), b.test()
        both = f"({test.c} ? {t.name} : {other.name})"
        py = f"at(({t.py} if {test.py} else {other.py}), {x.py}, {t.kind.size})"
        if self.rng.random() < 0.5:
            p = self.pointer_variable(b, t, both, f"({t.py} if {test.py} else {other.py})")
            return Element(f"{p}[{x.c}]", f"{p} + {x.at(ADD + 1)}", f"at({p}, {x.py}, {t.kind.size})")
        return Element(f"{both}[{x.c}]", f"&{both}[{x.c}]", py)

    def element_several(self, b, t, x):
        """An array of pointers."""
        other, which = self.sibling(b, t), op("&", b.leaf(), literal(1))
        ps = b.fresh("ps")
        first, second = self.rng.choice([(t, other), (other, t), (t, t)])
        b.line(f"{t.pointer()} *{ps}[2] = {{ {first.name}, {second.name} }};", f"{ps} = ({first.py}, {second.py})")
        py = f"at({ps}[{which.py}], {x.py}, {t.kind.size})"
        return Element(f"{ps}[{which.c}][{x.c}]", f"{ps}[{which.c}] + {x.at(ADD + 1)}", py)

    def element_through(self, b, t, x):
        """A function that returns a pointer."""
        f = self.pointer_function(t)
        call = f"{f}({t.name}, (long){x.at(UNARY)})"
        return Element(f"(*{call})", call, self.place(t, x))

    def element_of_row(self, b, t, x):
        """Of an array of rows; x is the row."""
        y = self.inside(b, t.rows)
        row, flat = f"{convert(cast(LONG, x), LONG)} * {t.rows}", self.rng.random() < 0.2
        if flat:  # what is reached by a pointer into a row may be anywhere in the array
            text = f"(*({t.name}[{x.c}] + {y.at(ADD + 1)}))"
            inner = convert(cast(LONG, y), LONG)
        else:
            text = self.rng.choice([f"{t.name}[{x.c}][{y.c}]", f"{t.name}[{x.c}][{y.c}]", f"(*({t.name} + {x.at(ADD + 1)}))[{y.c}]"])
            inner = f"inner({y.py}, {t.rows}, S[{self.current.number}])"
        pointer = f"{t.name}[{x.c}] + {y.at(ADD + 1)}" if flat else f"&{t.name}[{x.c}][{y.c}]"
        return Element(text, pointer, f"at({t.py}, {row} + {inner}, {t.kind.size})")

    def inside(self, b, n):
        """An expression in [0, n), but at a planted access."""
        if self.current.inner and self.rng.random() < 0.8:
            return b.index() if self.rng.random() < 0.7 else literal(self.rng.choice([n, n, n + 1, n + 5, -1, 1000]))
        x = b.leaf()
        if n & (n - 1) == 0 and self.rng.random() < 0.6:
            return op("&", x, literal(n - 1))
        return op("%", cast(UINT, x), literal(n, UINT)) if self.rng.random() < 0.8 else literal(self.rng.randrange(n))

    # ---- reads ----

    def read(self, b, t, x, site):
        kind = t.kind
        if kind is HALF:
            return self.read_half(b, t, x, site)
        if isinstance(kind, Struct):
            return self.read_struct(b, t, self.element(b, t, x, site), site)
        if isinstance(kind, Vec):
            return self.read_vector(b, t, self.element(b, t, x, site), site)
        form = self.rng.random()
        if form < 0.12 and kind in (UINT, INT, FLOAT, UCHAR, SHORT) and not t.rows:
            return self.read_vload(b, t, x, site)
        if form < 0.2 and t.space != "constant" and not t.rows:
            return self.read_stepping(b, t, x, site)
        if form < 0.26 and kind in (UINT, INT) and not t.rows:
            return self.read_view(b, t, x, site)
        e = self.element(b, t, x, site)
        self.use_value(b, self.loaded(e.lvalue, e.py, kind, site), kind, site)

    def loaded(self, c, py, kind, site):
        return X(c, f"M.load(S[{site.number}], {py}, '{FORMATS[kind]}')", kind, POSTFIX)

    def as_uint(self, x, kind):
        """(C, Python) of a value as a uint."""
        if kind is FLOAT:
            return f"(uint)(int)({x.c} * 16.0f)", f"u32(int({x.py} * 16))"
        return f"(uint){x.at(UNARY)}", f"u32({x.py})"

    def use_value(self, b, x, kind, site):
        """One line that reads x, which goes into acc sooner or later."""
        rng, mark = self.rng, site.mark
        c, py = self.as_uint(x, kind)
        form = rng.choice(["fold", "fold", "fold", "add", "keep", "if", "test", "guard", "argument", "macro", "comma"])
        if form == "keep":
            v = b.fresh("x")
            b.line(f"{kind} {v} = {x.c};{mark}", f"{v} = {x.py}")
            c, py = self.as_uint(X(v, v, kind), kind)
            b.line(f"acc = acc * 31u + {c};", f"acc = u32(acc * 31 + {py})")
        elif form == "if":
            b.line(f"if ({x.c} > 5) acc += 3u;{mark}", f"acc = u32(acc + (3 if {x.py} > 5 else 0))")
        elif form == "test":
            test = b.test()
            b.line(f"if ({test.at(8)} && {x.c} != 0) acc += 2u;{mark}", f"acc = u32(acc + (2 if ({test.py}) and {x.py} != 0 else 0))")
        elif form == "guard":
            test = b.test()
            b.line(f"acc += {test.at(5)} ? {c} : 7u;{mark}", f"acc = u32(acc + ({py} if {test.py} else 7))")
        elif form == "argument":
            b.line(f"acc = f_mix(acc, {c});{mark}", f"acc = u32((acc ^ {py}) * 33)")
        elif form == "macro":
            b.line(f"M_ADD(acc, {c});{mark}", f"acc = u32(acc + {py})")
        elif form == "comma":
            b.line(f"acc ^= (0u, {c});{mark}", f"acc = acc ^ {py}")
        elif form == "add":
            b.line(f"acc += {c};{mark}", f"acc = u32(acc + {py})")
        else:
            b.line(f"acc = acc * 31u + {c};{mark}", f"acc = u32(acc * 31 + {py})")

    def read_vload(self, b, t, x, site):
        n = self.rng.choice([2, 3, 4, 4, 8, 16])
        v, size = b.fresh("v"), t.kind.size
        if self.rng.random() < 0.5:
            c, py = f"vload{n}({x.c}, {t.name})", f"at({t.py}, {x.py}, {size * n})"
        else:
            e = self.element_sub(b, t, x) if self.rng.random() < 0.5 else self.element_kept(b, t, x)
            c, py = f"vload{n}(0, {e.pointer})", e.py
        b.line(f"{t.kind}{n} {v} = {c};{site.mark}", f"{v} = M.load(S[{site.number}], {py}, '{FORMATS[t.kind] * n}')")
        last = self.rng.choice([0, n - 1])
        c, py = self.as_uint(X(f"{v}.s{last:x}", f"{v}[{last}]", t.kind), t.kind)
        b.line(f"acc = acc * 31u + {c};", f"acc = u32(acc * 31 + {py})")

    def half(self, b, t, x, n, aligned):
        """(index, pointer, Python) of what the built-ins for half take."""
        if aligned or self.rng.random() < 0.6:
            return x.c, t.name, f"at({t.py}, {x.py}, {2 * (4 if aligned and n == 3 else n)})"
        return "0", f"{t.name} + {x.at(ADD + 1)}", f"at({t.py}, {x.py}, 2)"

    def read_half(self, b, t, x, site):
        n = self.rng.choice([1, 1, 2, 3, 4, 8])
        aligned = n > 1 and self.rng.random() < 0.4
        site.align = 2 * n if aligned else 1
        site.need = 2 * (4 if n == 3 else n) if aligned else 2
        index, pointer, py = self.half(b, t, x, n, aligned)
        c = f"vload{'a' if aligned else ''}_half{n if n > 1 else ''}({index}, {pointer})"
        load = f"M.load(S[{site.number}], {py}, '{'e' * n}')"
        if n > 1:
            last = self.rng.choice([0, n - 1])
            c, load = f"{c}.s{last:x}", f"{load}[{last}]"
        b.line(f"acc = acc * 31u + (uint)({c} > 1.0f);{site.mark}", f"acc = u32(acc * 31 + int({load} > 1))")

    def write_half(self, b, t, x, site):
        n = self.rng.choice([1, 1, 2, 3, 4, 8])
        # PoCL's vstorea_half3 stores four.
        aligned = n not in (1, 3) and self.rng.random() < 0.4
        site.align = 2 * n if aligned else 1
        site.need = 2 * (4 if n == 3 else n) if aligned else 2
        index, pointer, py = self.half(b, t, x, n, aligned)
        values = [str(self.rng.randrange(-8, 9) / 2) for _ in range(n)]
        value = f"{values[0]}f" if n == 1 else f"(float{n})({', '.join(v + 'f' for v in values)})"
        mode = self.rng.choice(["", "", "_rte", "_rtz"])
        b.line(f"vstore{'a' if aligned else ''}_half{n if n > 1 else ''}{mode}({value}, {index}, {pointer});{site.mark}",
               f"M.store(S[{site.number}], {py}, '{'e' * n}', {', '.join(values)})")

    def read_stepping(self, b, t, x, site):
        """*p++, *--p, a[k++]."""
        form = self.rng.choice(["post", "pre", "index"])
        place = self.place(t, x)
        if form == "index":
            k = b.new(INT, cast(INT, x), "k")
            py = f"at({t.py}, {k.py}, {t.kind.size})"
            c, more = self.rng.choice([(f"{t.name}[{k.name}++]", 1), (f"{t.name}[{k.name}--]", -1)])
            self.use_value_once(b, self.loaded(c, py, t.kind, site), t.kind, site)
            b.line(f"acc += (uint){k.name};", f"acc = u32(acc + {k.py} + {more})")
            k.changes = False
            b.line(None, f"{k.py} += {more}")
            return
        if form == "post":
            p = self.pointer_variable(b, t, f"{t.name} + {x.at(ADD + 1)}", place)
            c = f"(*{p}++)"
        else:
            p = self.pointer_variable(b, t, f"{t.name} + {x.at(ADD + 1)} + 1", place)
            c = f"(*--{p})"
        self.use_value_once(b, self.loaded(c, p, t.kind, site), t.kind, site)

    def use_value_once(self, b, x, kind, site):
        c, py = self.as_uint(x, kind)
        b.line(f"acc = acc * 31u + {c};{site.mark}", f"acc = u32(acc * 31 + {py})")

    def read_view(self, b, t, x, site):
        """Through a pointer to another type."""
        kind = self.rng.choice([UCHAR, USHORT, SHORT, ULONG])
        if kind.size > t.kind.size:
            if t.space != "global":
                raise Reject("where an array begins, nobody says")
            site.align = site.need = kind.size
            c = f"(({t.pointer(kind)} *){t.name})[{x.c}]"
            py = f"at({t.py}, {x.py}, {kind.size})"
        else:
            by = t.kind.size // kind.size
            off = self.rng.randrange(by)
            y = op("+", op("*", x, literal(by)), literal(off))
            c, py = f"(({t.pointer(kind)} *){t.name})[{y.c}]", f"at({t.py}, {y.py}, {kind.size})"
        self.use_value(b, self.loaded(c, py, kind, site), kind, site)

    def read_vector(self, b, t, e, site):
        kind, rng = t.kind, self.rng
        form = FORMATS[kind.base] * kind.n
        py = f"M.load(S[{site.number}], {e.py}, '{form}')"
        if rng.random() < 0.6:
            n = rng.randrange(kind.n)
            name = rng.choice([f"s{n:x}", f"S{n:X}"] + (["xyzw"[n]] * 2 if kind.n <= 4 else []))
            c = rng.choice([f"{e.lvalue}.{name}", f"({e.pointer})->{name}"])
            return self.use_value(b, X(c, f"{py}[{n}]", kind.base, POSTFIX), kind.base, site)
        v = b.fresh("v")
        if rng.random() < 0.4 and kind.n != 3:
            part, picks = rng.choice([("lo", range(kind.n // 2)), ("hi", range(kind.n // 2, kind.n)), ("even", range(0, kind.n, 2)),
                                      ("odd", range(1, kind.n, 2))])
            count = kind.n // 2
            b.line(f"{kind.base}{count if count > 1 else ''} {v} = {e.lvalue}.{part};{site.mark}", f"{v} = {py}")
            c = f"{v}.s0" if count > 1 else v
            value = X(c, f"{v}[{list(picks)[0]}]", kind.base)
        else:
            b.line(f"{kind} {v} = {e.lvalue};{site.mark}", f"{v} = {py}")
            n = rng.randrange(kind.n)
            value = X(f"{v}.s{n:x}", f"{v}[{n}]", kind.base)
        c, py = self.as_uint(value, kind.base)
        b.line(f"acc = acc * 31u + {c};", f"acc = u32(acc * 31 + {py})")

    def member(self, b, kind):
        """(C after the dot, offset text, type) of a number in a struct."""
        i = self.rng.randrange(len(kind.fields))
        (name, field), at = kind.fields[i], str(kind.offsets[i])
        if isinstance(field, Array):
            j = self.inside(b, field.n)
            name, at, field = f"{name}[{j.c}]", f"({at} + inner({j.py}, {field.n}, S[{self.current.number}]) * {field.elem.size})", field.elem
        if isinstance(field, Struct):
            more, offset, field = self.member(b, field)
            name, at = f"{name}.{more}", f"({at} + {offset})"
        if isinstance(field, Vec):
            n = self.rng.randrange(field.n)
            name, at, field = f"{name}.s{n:x}", f"({at} + {n * field.base.size})", field.base
        return name, at, field

    def read_struct(self, b, t, e, site):
        kind, whole = t.kind, self.rng.random() < 0.3
        site.inner = site.inner and not whole
        name, at, field = self.member(b, kind)
        if whole:
            v = b.fresh("s")
            b.line(f"{kind} {v} = {e.lvalue};{site.mark}", f"{v} = M.take(S[{site.number}], {e.py}, {kind.size})")
            value = X(f"{v}.{name}", f"unpack({v}, {at}, '{FORMATS[field]}')", field)
            c, py = self.as_uint(value, field)
            b.line(f"acc = acc * 31u + {c};", f"acc = u32(acc * 31 + {py})")
            return
        c = self.rng.choice([f"{e.lvalue}.{name}", f"({e.pointer})->{name}"])
        self.use_value(b, self.loaded(c, f"off({e.py}, {at})", field, site), field, site)

    # ---- writes ----

    def value_for(self, b, x, kind):
        """(C, Python) of what is written at x: the same whoever writes it."""
        if kind is FLOAT:
            value = self.rng.choice(["2.5", "-1.25", "7.0"])
            return f"{value}f", value
        if self.rng.random() < 0.5:
            value = self.rng.randint(1, 100)
            return f"({kind}){value}", str(value)
        made = op("+", op("*", cast(UINT, x), literal(3, UINT)), literal(self.rng.randint(1, 9), UINT))
        return f"({kind})({made.c})", f"{WRAPS[kind]}({made.py})"

    def write(self, b, t, x, site):
        kind, rng = t.kind, self.rng
        if kind is HALF:
            return self.write_half(b, t, x, site)
        if isinstance(kind, Struct):
            return self.write_struct(b, t, x, self.element(b, t, x, site), site)
        if isinstance(kind, Vec):
            return self.write_vector(b, t, x, self.element(b, t, x, site), site)
        form = rng.random()
        if form < 0.12 and kind in (UINT, INT, FLOAT, UCHAR, SHORT) and not t.rows:
            return self.write_vstore(b, t, x, site)
        if form < 0.3 and kind in (UINT, INT) and t.space in ("global", "local"):
            return self.write_atomic(b, t, x, site)
        e = self.element(b, t, x, site)
        k, at = f"S[{site.number}]", e.py
        if form < 0.5 and kind is not FLOAT:
            return self.write_compound(b, kind, e, site)
        c, py = self.value_for(b, x, kind)
        if rng.random() < 0.1:
            b.line(f"({e.lvalue}) = {c};{site.mark}", f"M.store({k}, {at}, '{FORMATS[kind]}', {py})")
        elif rng.random() < 0.12:
            test = b.test()
            b.line(f"if ({test.c}) {e.lvalue} = {c};{site.mark}", f"if {test.py}: M.store({k}, {at}, '{FORMATS[kind]}', {py})")
        elif rng.random() < 0.12:
            b.line(f"M_SET({e.lvalue}, {c});{site.mark}", f"M.store({k}, {at}, '{FORMATS[kind]}', {py})")
        elif rng.random() < 0.1:
            f = self.setter(t, site)
            b.line(f"{f}({e.pointer}, {c});", f"M.store({k}, {at}, '{FORMATS[kind]}', {py})")
        else:
            b.line(f"{e.lvalue} = {c};{site.mark}", f"M.store({k}, {at}, '{FORMATS[kind]}', {py})")

    def write_compound(self, b, kind, e, site):
        rng, wrap = self.rng, WRAPS[kind]
        k = rng.randint(1, 7)
        forms = [(f"{e.lvalue}++", "v + 1"), (f"--{e.lvalue}", "v - 1")]
        for o in ("+", "-", "^", "|", "&", "*"):
            forms.append((f"{e.lvalue} {o}= {k}", f"v {o} {k}"))
        c, change = rng.choice(forms)
        if kind.signed and kind.size >= 4:  # no overflow
            c, change = rng.choice([(f"{e.lvalue} ^= {k}", f"v ^ {k}"), (f"{e.lvalue} |= {k}", f"v | {k}"), (f"{e.lvalue} &= {k}", f"v & {k}")])
        b.line(f"{c};{site.mark}", f"M.change(S[{site.number}], {e.py}, '{FORMATS[kind]}', lambda v: {wrap}({change}))")

    def write_atomic(self, b, t, x, site):
        rng, wrap = self.rng, WRAPS[t.kind]
        e = self.element(b, t, x, site)
        k = rng.randint(1, 50)
        name, arguments, change = rng.choice([("atomic_add", f", {k}", f"v + {k}"), ("atomic_sub", f", {k}", f"v - {k}"),
                                              ("atomic_inc", "", "v + 1"), ("atomic_dec", "", "v - 1"), ("atomic_or", f", {k}", f"v | {k}"),
                                              ("atomic_and", f", {k}", f"v & {k}"), ("atomic_xor", f", {k}", f"v ^ {k}"),
                                              ("atomic_max", f", {k}", f"max(v, {k})"), ("atomic_min", f", {k}", f"min(v, {k})"),
                                              ("atomic_xchg", f", {k}", f"{k}"), ("atomic_cmpxchg", f", {k}, {k + 1}", f"{k + 1} if v == {k} else v"),
                                              ("atom_add", f", {k}", f"v + {k}")])
        if name == "atomic_xchg" or name == "atomic_cmpxchg":
            key = f"{name}{k}"
        else:
            key = name.replace("atom_", "atomic_").replace("inc", "add").replace("dec", "add").replace("sub", "add")
        arguments = arguments.replace(", ", ", (%s)" % t.kind) if rng.random() < 0.5 else arguments
        b.line(f"{name}({e.pointer}{arguments});{site.mark}",
               f"M.atom(S[{site.number}], {e.py}, '{FORMATS[t.kind]}', '{key}', lambda v: {wrap}({change}))")

    def write_vstore(self, b, t, x, site):
        n = self.rng.choice([2, 3, 4, 4, 8, 16])
        kind, size = t.kind, t.kind.size
        values = [self.rng.randint(1, 100) for _ in range(n)]
        vector = f"({kind}{n})({', '.join(map(str, values))})"
        if self.rng.random() < 0.5:
            c, py = f"vstore{n}({vector}, {x.c}, {t.name})", f"at({t.py}, {x.py}, {size * n})"
        else:
            e = self.element_sub(b, t, x) if self.rng.random() < 0.5 else self.element_kept(b, t, x)
            c, py = f"vstore{n}({vector}, 0, {e.pointer})", e.py
        b.line(f"{c};{site.mark}", f"M.store(S[{site.number}], {py}, '{FORMATS[kind] * n}', {', '.join(map(str, values))})")

    def write_vector(self, b, t, x, e, site):
        kind, rng = t.kind, self.rng
        base, size = kind.base, kind.size
        if rng.random() < 0.35:
            values = [rng.randint(1, 90) for _ in range(kind.n)]
            b.line(f"{e.lvalue} = ({kind})({', '.join(map(str, values))});{site.mark}",
                   f"M.store(S[{site.number}], {e.py}, '{FORMATS[base] * kind.n}', {', '.join(map(str, values))})")
            return
        count = rng.choice([1, 1, 1, 2]) if kind.n > 2 else 1
        picks = rng.sample(range(kind.n), count)
        name = "".join("xyzw"[p] for p in picks) if kind.n <= 4 else "s" + "".join(f"{p:x}" for p in picks)
        lvalue = rng.choice([f"{e.lvalue}.{name}", f"({e.pointer})->{name}"])
        values = [rng.randint(1, 90) for _ in picks]
        value = f"({base}){values[0]}" if count == 1 else f"({base}{count})({', '.join(map(str, values))})"
        parts = ", ".join(f"({p * base.size}, {v})" for p, v in zip(picks, values))
        b.line(f"{lvalue} = {value};{site.mark}", f"M.parts(S[{site.number}], {e.py}, {base.size * kind.n}, '{FORMATS[base]}', [{parts}])")

    def write_struct(self, b, t, x, e, site):
        kind = t.kind
        if self.rng.random() < 0.3:
            v = b.fresh("s")
            b.line(f"{kind} {v} = M_STRUCT_{kind.name};", None)
            b.line(f"{e.lvalue} = {v};{site.mark}", f"M.give(S[{site.number}], {e.py}, V_{kind.name})")
            return
        name, at, field = self.member(b, kind)
        c, py = self.value_for(b, x, field)
        lvalue = self.rng.choice([f"{e.lvalue}.{name}", f"({e.pointer})->{name}"])
        b.line(f"{lvalue} = {c};{site.mark}", f"M.store(S[{site.number}], off({e.py}, {at}), '{FORMATS[field]}', {py})")
