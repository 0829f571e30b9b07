"""idioms.py - what people write with pointers, vectors, structs, macros and work-groups, as statements.

Each `idiom_` method emits a few lines in the middle of a function; each `group_` method is for the top level of a
kernel, where all work-items come.
"""

from expressions import ADD, ASSIGN, MUL, POSTFIX, UNARY, Var
from kinds import (CHAR, FLOAT, INT, INTS, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Array, Ptr, Scalar, Struct, Vec, declare,
                   signed_of, unsigned_of, vec)
from statements import Body


class Region:
    """Elements that a pointer can walk over: start is an expression for the first."""

    def __init__(self, start, elem, n, space, root, writable):
        self.start, self.elem, self.n, self.space, self.root, self.writable = start, elem, n, space, root, writable

    def pointer(self, name, read_only=False):
        """The declarator of a pointer to it."""
        return declare(Ptr(self.elem, self.space, self.n, read_only or not self.writable), name)


class Idioms(Body):
    def idiom(self, depth=0):
        names = sorted(n for n in dir(self) if n.startswith("idiom_"))
        getattr(self, self.rng.choice(names))()

    # ---- regions ----

    def region(self, writing=True, kinds=(UINT, UCHAR, USHORT, ULONG), near=False):
        """A place with at least two elements of a type that wraps; made when there is none. near: private only."""
        found = [v for v in self.variables() if self.walkable(v, writing, kinds, near)]
        if not found or self.maybe(0.15):
            return self.region_of(self.new_array(self.rng.choice(kinds), self.rng.choice([4, 8])))
        return self.region_of(self.rng.choice(found))

    @staticmethod
    def walkable(var, writing, kinds, near):
        return (isinstance(var.kind, (Array, Ptr)) and var.kind.elem in kinds and var.kind.n >= 2 and var.passable
                and (var.writable or not writing) and not (near and var.space != "private"))

    def region_of(self, var):
        text = self.pointer_text(var)
        return Region(text, var.kind.elem, var.kind.n, var.space, var.root, var.writable)

    def fold(self, text):
        self.emit(f"acc = acc * 31u + (uint)({text});")

    # ---- pointers ----

    def idiom_walk(self):
        r, p, e = self.region(), self.fresh("p"), self.fresh("e")
        self.emit(f"{r.pointer(p)} = {r.start};")
        self.emit(f"{r.pointer(e, self.maybe(0.5))} = {p} + {r.n};")
        form = self.rng.randrange(4)
        if form == 0:
            with self.looping(f"while ({p} < {e}) {{", r.n):
                self.emit(f"*{p}++ {self.rng.choice(['=', '+=', '^='])} {self.E(r.elem, r.root)};")
        elif form == 1:
            with self.looping(f"for (; {p} != {e}; {p}++) {{", r.n):
                self.emit(f"*{p} = ({r.elem})(*{p} * 3u + {self.E(UINT, r.root, prec=ADD + 1)});")
        elif form == 2:
            with self.looping("do {", r.n, tail=f"}} while (++{p} < {e});"):
                self.emit(f"(*{p})++;")
                self.fold(f"*{p}")
        else:
            with self.looping(f"for (; {e} - {p} > 1; {p} += 2) {{", r.n // 2):
                self.emit(f"{p}[1] ^= {p}[0] + {self.E(r.elem, r.root, prec=MUL)};")
        self.fold(f"{p} - ({r.start})")

    def idiom_backwards(self):
        r, p = self.region(), self.fresh("p")
        self.emit(f"{r.pointer(p)} = {r.start} + {r.n};")
        with self.looping(f"while ({p} != {r.start}) {{", r.n):
            self.emit(self.rng.choice([f"--{p};\n{'    ' * self.indent}acc += (uint)*{p};", f"acc ^= (uint)*--{p};",
                                       f"*--{p} += {self.E(r.elem, r.root)};", f"acc += (uint){p}[-1], {p}--;",
                                       f"{p} -= 1, ++*{p};"]))

    def idiom_negative(self):
        r, p = self.region(), self.fresh("p")
        at = self.rng.randrange(1, r.n)
        self.emit(f"{r.pointer(p)} = &({r.start})[{at}];")
        back = self.rng.randrange(1, at + 1)
        self.emit(self.rng.choice([f"{p}[-{back}]", f"*({p} - {back})", f"(-{back})[{p}]", f"*(-{back} + {p})"])
                  + f" = {self.E(r.elem, r.root)};")
        self.fold(f"{p}[-{back}] ^ *{p}")

    def idiom_conditional(self):
        r, s = self.region(), self.region()
        if (r.elem, r.space) != (s.elem, s.space):
            return self.idiom_negative()
        p, q = self.fresh("p"), self.fresh("q")
        self.emit(f"{r.pointer(p)} = {r.start}, *{q} = {s.start} + 1;" if not self.space_words(r) else f"{r.pointer(p)} = {r.start};")
        if self.space_words(r):
            self.emit(f"{s.pointer(q)} = {s.start} + 1;")
        test = self.test()
        form = self.rng.choice(["*({t} ? {p} : {q})", "({t} ? {p} : {q})[0]", "*({t} ? {q} : {p} + 1)"])
        # The test may have side effects, on anything: nothing else is touched.
        self.emit(form.format(t=test, p=p, q=q) + f" {self.rng.choice(['=', '^=', '+='])} {self.literal(r.elem)[0]};")
        self.fold(f"{p} == {q} ? *{p} : *{q}")

    @staticmethod
    def space_words(region):
        return region.space != "private"

    def idiom_array_of_pointers(self):
        r = self.region(near=True)
        s = self.region(near=True, kinds=(r.elem,))
        name = self.fresh("ps")
        self.emit(f"{r.elem} *{name}[3] = {{ {r.start}, {s.start} + 1, &({s.start})[{s.n - 1}] }};")
        roots = r.root, s.root
        self.emit(f"*{name}[{self.E(UINT, *roots, prec=MUL)} % 3u] {self.rng.choice(['^=', '=', '+='])} {self.literal(r.elem)[0]};")
        self.emit(f"{name}[1][-1] = {self.E(r.elem, *roots)};")
        self.emit(f"{name}[0]++;")
        self.fold(f"*{name}[0] + {name}[2][0] + **{name} + **({name} + 1)")

    def idiom_pointer_in_struct(self):
        r, t, v = self.region(near=True), self.fresh("T"), self.fresh("s")
        self.emit(f"struct {t} {{ {r.elem} *at; int left; {r.elem} *start; }} {v} = {{ {r.start}, {r.n}, {r.start} }};")
        with self.looping(f"while ({v}.left-- > 0) {{", r.n):
            self.emit(self.rng.choice([f"*{v}.at++ ^= {self.E(r.elem, r.root)};", f"{v}.at[0] += 3, {v}.at += 1;"]))
        q = self.fresh("q")
        self.emit(f"struct {t} *{q} = &{v};")
        self.emit(f"{q}->start[{r.n - 1}] = *{q}->start + {q}->at[-1];")
        self.fold(f"{q}->at - {q}->start")

    def idiom_space_pointer_in_struct(self):
        r, t, v = self.region(), self.fresh("T"), self.fresh("s")
        self.emit(f"struct {t} {{ {r.pointer('at')}; uint n; }};")
        self.emit(f"struct {t} {v}[2] = {{ {{ {r.start}, {r.n}u }}, {{ {r.start} + 1, {r.n - 1}u }} }};")
        i = self.fresh("i")
        with self.looping(f"for (uint {i} = 0; {i} < {v}[1].n; {i}++) {{", r.n - 1, [Var(i, UINT, bound=r.n - 1, writable=False)]):
            self.emit(f"{v}[0].at[{i}] ^= {self.rng.choice([f'{v}[1].at[{i}]', f'*({v} + 1)->at', f'*({v}[1].at + {i})'])};")

    def idiom_reassigned(self):
        r = self.region(writing=False)
        p, i = self.fresh("p"), self.fresh("i")
        self.emit(f"{r.pointer(p, True)} = {r.start};")
        with self.looping(f"for (int {i} = 0; {i} < 4; {i}++) {{", 4, [Var(i, INT, bound=4, writable=False)]):
            self.emit(f"if ({self.test()})")
            self.emit(f"    {p} = {r.start} + {self.rng.randrange(r.n)};")
            self.emit(self.rng.choice([f"else\n{'    ' * self.indent}    {p} = &({r.start})[{i} % {r.n}];", ";"]))
            self.fold(f"{p}[0]")

    def idiom_null(self):
        r, p = self.region(), self.fresh("p")
        self.emit(f"{r.pointer(p)} = {self.rng.choice(['0', 'NULL'])};")
        self.emit(f"if ({self.test()})")
        self.emit(f"    {p} = {r.start} + {self.rng.randrange(r.n)};")
        self.emit(self.rng.choice([f"if ({p} && *{p} > 3)", f"if ({p} != NULL && ({p}[0] & 1))", f"if (!(!{p} || !*{p}))"]))
        self.emit(f"    *{p} -= 2;")
        self.fold(f"{p} ? *{p} : 7u")

    def idiom_steps(self):
        """The side effects of pointers beside those of what they point to."""
        r, p = self.region(), self.fresh("p")
        self.emit(f"{r.pointer(p)} = {r.start};")
        lines = [f"*{p}++ += {self.E(UINT, r.root)};", f"acc ^= (uint)*--{p};", f"(*{p})++;", f"++*{p};", f"--*{p};", f"{p}++;",
                 f"acc += (uint)(*--{p})--;", f"*({p} += 1) = {self.E(r.elem, r.root)};", f"*--{p} |= 1;", f"acc -= (uint)*{p};"]
        for line in lines:
            self.emit(line)

    def idiom_addresses(self):
        r, x = self.region(), self.new_variable(UINT)
        lines = [f"acc ^= *&{x.name};", f"acc += (uint)*&*({r.start});", f"acc += (uint)(&({r.start})[1])[-1];",
                 f"acc += (uint)*&({r.start})[1];", f"acc ^= (&{x.name})[0];", f"acc += (uint)(&({r.start})[1] - &*({r.start}));"]
        for line in self.rng.sample(lines, 3):
            self.emit(line)

    def idiom_bytes(self):
        """An object seen as bytes."""
        r = self.region(kinds=(UINT, USHORT, ULONG))
        p = self.fresh("b")
        byte = Ptr(UCHAR, r.space, 8)
        self.emit(f"{declare(byte, p)} = ({declare(byte, '').strip()}){self.wrap((r.start, ADD), UNARY)};")
        self.emit(f"{p}[{self.rng.randrange(r.elem.size)}] = {self.E(UCHAR, r.root)};")
        self.emit(f"{p} += {r.elem.size};")
        self.fold(f"*{p}++ + {p}[-1]")

    def idiom_wider(self):
        """Words reached through a pointer to bytes. They are words: bytes that are read as words would be undefined."""
        name, b = self.fresh("w"), self.fresh("b")
        self.emit(f"uint {name}[2] __attribute__((aligned(8))) = {{ 0x01020304, {self.E(UINT)} }};")
        self.emit(f"uchar *{b} = (uchar *){self.rng.choice([name, f'&{name}[0]'])};")
        self.emit(f"{b}[{self.E(UCHAR, prec=ADD)} & 7] ^= 0x55;")
        self.fold(self.rng.choice([f"*(uint *)({b} + 4)", f"((uint *){b})[1]", f"*(private uint *)&{b}[4]"]))
        self.emit(f"*(uint *)&{b}[4] = {self.E(UINT)};")
        self.fold(f"{b}[6] + {name}[1]")

    def idiom_rows(self):
        m, row, i = self.fresh("m"), self.fresh("row"), self.fresh("i")
        rows, columns = self.rng.choice([2, 3]), self.rng.choice([3, 4])
        elem = self.rng.choice([UINT, UCHAR, INT])
        self.emit(f"{elem} {m}[{rows}][{columns}] = {{ {{ {self.literal(elem)[0]} }}, {{ 1, 2 }} }};")
        self.emit(f"{elem} (*{row})[{columns}] = {m};")
        with self.looping(f"for (int {i} = 0; {i} < {rows * columns}; ++{i}) {{", rows * columns, [Var(i, INT, writable=False)]):
            self.emit(f"{m}[{i} / {columns}][{i} % {columns}] ^= {self.E(elem)};")
            self.fold(self.rng.choice([f"{row}[{i} / {columns}][{i} % {columns}]", f"*(*({m} + {i} / {columns}) + {i} % {columns})",
                                       f"(&{m}[0][0])[{i}]", f"(*{row})[{i} % {columns}]"]))
        self.add(Var(m, Array(Array(elem, columns), rows)))

    def idiom_constant_choice(self):
        tables = [v for v in self.program.globals if isinstance(v.kind, Array) and v.kind.elem is UINT]
        if not tables:
            return self.idiom_null()
        a, b, p = self.rng.choice(tables), self.rng.choice(tables), self.fresh("c")
        const = self.rng.choice(["__constant uint *", "constant const uint *", "__constant uint const *"])
        self.emit(f"{const}{p} = ({self.test()}) ? {a.name} : &{b.name}[1];")
        self.fold(f"{p}[0] + *({p} + 1)")

    # ---- vectors ----

    def vector_variable(self, base=UINT, n=4):
        name = self.fresh("w")
        self.emit(f"{vec(base, n)} {name} = {self.value(vec(base, n))};")
        return self.add(Var(name, vec(base, n)))

    def idiom_swizzles(self):
        v = self.vector_variable(self.rng.choice([UINT, UCHAR, USHORT, ULONG])).name
        base = self.scopes[-1][-1].kind.base
        lines = [f"{v}.xy = {v}.yx;", f"{v}.x += {self.E(base, v)};", f"{v}.s13 ^= {v}.s02;", f"{v}.hi = {v}.lo + {v}.even;",
                 f"{v}.odd *= ({base})3;", f"{v} = {v}.wzyx;", f"{v}.xyz = {v}.zzx;", f"{v}.w++;", f"--{v}.s2;",
                 f"{v}.lo.x = {v}.hi.y;", f"{v} = ({vec(base, 4)})({v}.xy, {v}.S3, ({base})({self.E(base, v)}));",
                 f"{v}.x = {v}.y = {v}.z;", f"({v}).y -= ({v}.z++, {v}.w);"]
        for line in self.rng.sample(lines, 4):
            self.emit(line)
        self.fold(f"{v}.x ^ {v}.s1 ^ {v}.z ^ {v}.S3")

    def idiom_vector_of_array(self):
        """Components of vectors in memory: the other components must stay."""
        kinds = tuple(vec(t, 4) for t in (UINT, UCHAR, USHORT, ULONG))
        r, p = self.region(kinds=kinds), self.fresh("p")
        self.emit(f"{r.pointer(p)} = {r.start};")
        base = r.elem.base
        lines = [f"{p}->x = {self.E(base, r.root)};", f"{p}[1].yw = {p}->xz;", f"(*{p}).hi += {p}[1].lo;", f"{p}->s0++;",
                 f"({p} + 1)->even = ({vec(base, 2)})(1, 2);", f"({p}++)->z ^= {self.E(base, r.root)};", f"(--{p})->w = 5;",
                 f"(&{p}[1])->lo.y |= 1;", f"{p}[0] = {p}[1].wxyz;", f"*{p} ^= {p}[1];"]
        lines = self.rng.sample(lines[:5], 3) + lines[5:7] + self.rng.sample(lines[7:], 2)
        for line in lines:
            self.emit(line)
        self.fold(f"{p}->y + {p}[1].s3")

    def idiom_vload(self):
        r = self.region()
        n = self.rng.choice([c for c in (2, 3, 4, 8) if c <= r.n])
        v, kind = self.fresh("w"), vec(r.elem, n)
        index = f"{self.E(UINT, r.root, prec=MUL)} % {r.n // n}u" if r.n >= 2 * n else "0"
        self.emit(f"{kind} {v} = vload{n}({index}, {r.start});")
        self.emit(f"{v} += ({kind})({self.E(r.elem, r.root, v)});")
        offset = self.rng.randrange(r.n - n + 1)
        self.emit(f"vstore{n}({v}{'.yx' if n == 2 else ''}, 0, {self.wrap((r.start, ADD), ADD)} + {offset});")
        self.add(Var(v, kind))

    def idiom_components_by_pointer(self):
        v, i = self.vector_variable().name, self.fresh("i")
        with self.looping(f"for (int {i} = 0; {i} < 4; {i}++) {{", 4, [Var(i, INT, bound=4, writable=False)]):
            self.emit(f"((uint *)&{v})[{i}] {self.rng.choice(['+=', '^=', '='])} {self.E(UINT, v)};")
            self.fold(f"((__private uchar *)&{v})[4 * {i} + 1]")

    def idiom_select(self):
        v, w = self.vector_variable(INT).name, self.vector_variable(INT).name
        x = self.fresh("w")
        self.emit(f"int4 {x} = select({v}, {w}, {v} > {w});")
        self.emit(f"{x} = {self.rng.choice([f'{v} < {w} ? {x} : {w}', f'({v} && {w}) ? {v} : {x}', f'!{v}', f'~({v} == {w}) & {x}'])};")
        self.fold(f"any({x} != {v}) + all({x}.lo == {w}.hi) * 2 + isequal((float){self.rng.randrange(3)}, 1.0f)")
        self.add(Var(x, vec(INT, 4)))

    def idiom_floats(self):
        v = self.vector_variable(FLOAT).name
        self.emit(f"{v} = QV(4, dot_free({v}, {self.E(vec(FLOAT, 4), v, depth=1)}));")
        self.emit(f"{v}.{self.rng.choice('xyzw')} = {self.settled(FLOAT, v)};")
        self.fold(f"convert_int4({v}).x + (int){v}.w + ({v}.y < {v}.z)")

    # ---- storage of half, doubles ----

    def idiom_half(self):
        if not self.program.halves or not self.kernel:
            return self.idiom_floats()
        h = "halves + gid * 4u"
        self.emit(f"vstore_half({self.settled(FLOAT)}, 0, {h});")
        self.emit(f"vstore_half{self.rng.choice(['', '_rte', '_rtz'])}({self.settled(FLOAT)}, gid * 4u + 1u, halves);")
        self.emit(f"vstore_half2((float2)({self.settled(FLOAT)}, 0.5f), gid * 2u + 1u, halves);")
        self.fold(f"(int)vload_half({self.E(UINT, prec=ADD)} & 3, {h}) + (int)vload_half4(0, {h}).y")

    def idiom_double(self):
        d = self.fresh("d")
        self.lines.append("#ifdef cl_khr_fp64")
        self.emit(f"double {d}[2] = {{ (double){self.E(INT, depth=1, prec=UNARY)}, 0.5 }};")
        self.scopes.append([])
        self.emit(f"{d}[1] = {d}[0] / 3.0 + (double)({self.E(SHORT, depth=1)}) * {d}[1];")
        self.emit(f"double2 {d}v = (double2)({d}[1], *{d});")
        self.emit(f"{d}v.x -= {d}v.y * 0.25;")
        self.fold(f"convert_int_sat({d}v.x) ^ (int)(as_ulong({d}v.y) >> 40)")
        self.scopes.pop()
        if self.maybe(0.5):
            self.lines.append("#else")
            self.fold("1.0f")
        self.lines.append("#endif")

    # ---- structs, unions ----

    def idiom_union(self):
        u, t = self.fresh("u"), self.fresh("U")
        self.emit(f"union {t} {{ uint word; uchar bytes[4]; ushort2 pair; struct {{ ushort low, high; }} half_; }} {u};")
        self.emit(f"{u}.word = {self.E(UINT)};")
        self.emit(self.rng.choice([f"{u}.bytes[{self.E(UCHAR, prec=ADD)} & 3] ^= 9;", f"{u}.pair.x += {u}.pair.y;",
                                   f"{u}.half_.low = {u}.half_.high;", f"(&{u})->bytes[1]++;"]))
        self.fold(f"{u}.word")

    def idiom_struct(self):
        fits = [s for s in self.program.structs if not s.union]
        if not fits:
            return self.idiom_union()
        kind = self.rng.choice(fits)
        a, b, p = self.fresh("s"), self.fresh("s"), self.fresh("p")
        self.emit(f"{kind} {a} = {self.braces_full(kind)}, {b};")
        self.emit(f"{b} = {a};")
        self.add(Var(a, kind))
        self.emit(f"{kind} *{p} = {self.rng.choice([f'&{a}', f'({self.test()}) ? &{a} : &{b}'])};")
        self.add(Var(b, kind))
        self.emit(f"*{p} = {self.rng.choice([b, f'*&{b}', f'({kind}){self.braces_full(kind)}'])};")
        self.add(Var(p, Ptr(kind, "private", 1), root=a))
        for scope in self.scopes:
            for var in scope:
                if var.name == b:
                    var.root = a  # p may point to either
        self.assign()

    def idiom_struct_array(self):
        fits = [s for s in self.program.structs if not s.union]
        if fits:
            self.new_array(self.rng.choice(fits), self.rng.choice([2, 3, 4]))
            self.assign()

    def idiom_call_result(self):
        fits = [f for f in self.callables() if isinstance(f.result, (Struct, Vec))]
        if not fits:
            return self.idiom_swizzles()
        f = self.rng.choice(fits)
        self.begin()
        call = self.call_of(f, 1)
        if not call:
            return self.accumulate()
        if isinstance(f.result, Vec):
            return self.fold(f"{call[0]}.s1")
        names = [n for n, t in f.result.fields if isinstance(t, Scalar)]
        self.fold(f"{call[0]}.{self.rng.choice(names)}" if names else "1")

    def idiom_pointer_function(self):
        """What a function returns is an lvalue behind a star."""
        kind, space = self.rng.choice([(UINT, "private"), (UINT, "global"), (UCHAR, "private")])
        spaces = [v for v in self.variables() if self.walkable(v, True, (kind,), False) and v.space == space and v.kind.n >= 4]
        var = self.rng.choice(spaces) if spaces else self.new_array(UINT, 4)
        kind, space = var.kind.elem, var.space
        f = self.program.pointer_function(kind, space)
        call = lambda: f"{f}({self.pointer_text(var)}, {self.E(UINT, var.root)})"
        self.emit(self.rng.choice([f"*{call()} = {self.literal(kind)[0]};", f"{call()}[0]++;", f"++*{call()};", f"*{call()} ^= *{call()};"]))
        self.fold(f"*{call()}")

    # ---- control flow ----

    def idiom_duff(self):
        """A loop with several entries. OpenCL leaves those to the device: PoCL 3.1 crashes over one beside a barrier."""
        if not (self.kernel and self.may_return):
            return self.idiom_fall_through()
        n = self.fresh("n")
        self.emit(f"int {n} = 2;")
        self.loops += 1
        self.emit(f"switch ({self.E(UCHAR, prec=ADD)} & 3) {{")
        self.emit("case 0: do { acc += 3u;")
        self.emit(f"case 3: acc ^= {self.E(UINT, 'acc', prec=ADD)};")
        self.emit("case 2: acc *= 5u; /* falls through */")
        self.emit(f"default: acc -= 7u; }} while (--{n} > 0);")
        self.emit("}")
        self.loops -= 1

    def idiom_fall_through(self):
        self.emit(f"switch ({self.E(UCHAR, prec=ADD)} & 3) {{")
        self.emit("case 0: acc += 3u;")
        self.emit("default:")
        self.emit(f"case 2: acc ^= {self.E(UINT, 'acc', prec=ADD)}; /* falls through */")
        self.emit("case 1: { acc *= 5u; break; }")
        self.emit("}")

    def idiom_goto(self):
        label = self.fresh("out")
        with self.block("{"):
            # No declaration may be jumped over.
            with self.block(f"if ({self.test()}) {{"):
                self.accumulate()
                self.emit(f"goto {label};")
            self.accumulate()
            self.modify()
            self.indent -= 1
            self.emit(f"{label}:")
            self.indent += 1
            self.accumulate()

    def idiom_assign_in_condition(self):
        x, n = self.fresh("x"), self.fresh("n")
        self.emit(f"uint {x}, {n} = 0;")
        test = self.E(UINT, prec=ADD)
        with self.looping(f"while (({x} = {test} & 7u) && {n}++ < 3u) {{", 3):
            self.fold(f"{x} + {n}")
        self.emit(f"if (({x} = {self.E(UINT, prec=ADD)} & 1u) != 0) acc++; else {{ }}")
        self.emit(f"if (!({x} = {n})) ; else acc--;")

    def idiom_commas(self):
        i, j, s = self.fresh("i"), self.fresh("j"), self.fresh("t")
        self.emit(f"int {i}, {j}; uint {s};")
        with self.looping(f"for ({i} = 0, {j} = 7, {s} = {self.E(UINT)}; {s} ^= (uint){j}, {i} < {j}; {i}++, {j} -= 2) {{", 3):
            self.fold(f"{s}")
        self.emit(f"acc += ({i}++, {j}++, {s} + (uint){i});")

    def idiom_no_condition(self):
        i = self.fresh("i")
        with self.looping(f"for (uint {i} = 0; ; {i}++) {{", 4, [Var(i, UINT, bound=4, writable=False)]):
            self.emit(f"if ({i} == {self.rng.choice([2, 3])}) break;")
            self.accumulate()
            self.emit(f"if ({self.test()}) continue;")
            self.modify()

    def idiom_macros(self):
        x = self.new_variable(UINT)
        if not x.writable:
            return
        self.begin(x.root)
        self.emit(f"{self.rng.choice(['M_STEP', 'M_BLOCK'])}({x.name}, {self.sub(UINT, 1, ASSIGN)});")
        self.emit(f"acc ^= {self.rng.choice(['M_SUM', 'M_NEST'])}({x.name}, {self.rng.randrange(9)}u, 3u);")
        self.emit(f"uint M_CAT(v_, {x.name}) = M_AT(M_LIST, 1) + sizeof(M_STR({x.name}[0])) + M_V({x.name}, 2u, 3u, acc).s2;")
        self.fold(f"M_CAT(v_, {x.name}) + M_STR(abc)[1] + M_WIDTH")

    def idiom_statement_macro(self):
        r = self.region()
        self.emit(f"M_SWAP({r.elem}, ({r.start})[0], ({r.start})[{r.n - 1}]);")
        self.emit(f"M_EACH({self.fresh('i')}, {r.n}, acc += (uint)({r.start})[M_I]);")

    def idiom_sizeof(self):
        r = self.region(writing=False)
        n = self.fresh("n")
        self.emit(f"int {n} = 3;")
        self.emit(f"acc += (uint)(sizeof(({r.start})[{n}++ + 1000]) + sizeof *({r.start}) + sizeof({r.elem}) + {n});")

    def idiom_preprocessor(self):
        self.lines.append(self.rng.choice(["#if LIMIT > 3", "#ifdef FLAGGED", "#if defined(NOWHERE) || __OPENCL_VERSION__ >= 120",
                                           "#ifndef NOWHERE", "#if NOWHERE", "#if defined FLAGGED && LIMIT != 5"]))
        self.accumulate()
        if self.maybe(0.5):
            self.lines.append(self.rng.choice(["#elif LIMIT == 2", "#elif defined(cl_khr_fp64)", "#elif 1"]))
            self.modify()
        if self.maybe(0.5):
            self.lines.append("# else")
            self.accumulate()
        self.lines.append("#endif")

    def idiom_call_kernel(self):
        if not self.kernel or not self.program.inner:
            return self.idiom_goto()
        self.emit(f"{self.program.inner}(result, {self.E(UINT, 'result')});")

    # ---- the work-group; at the top level of a kernel only ----

    def fence(self):
        return f"barrier({self.rng.choice(['CLK_LOCAL_MEM_FENCE', 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE'])});"

    def group(self):
        names = sorted(n for n in dir(self) if n.startswith("group_"))
        getattr(self, self.rng.choice(names))()

    def group_exchange(self):
        """Each writes its part, all read all."""
        name, size = self.rng.choice(self.locals)
        kind = self.local_kinds[name]
        self.emit(f"{name}[lid * 4u + {self.rng.randrange(4)}u] = {self.value(kind)};")
        self.emit(self.fence())
        x = self.fresh("x")
        self.emit(f"{kind} {x} = {name}[({self.E(UINT, name)}) % {size}u];")
        if self.maybe(0.5):
            self.emit(f"acc += (uint)*({name} + (lid * 4u + 5u) % {size}u);")
        self.emit(self.fence())
        self.add(Var(x, kind))

    def group_reduce(self):
        name, size = self.rng.choice(self.locals)
        if self.local_kinds[name] is FLOAT:
            return self.group_exchange()
        s = self.fresh("s")
        with self.looping(f"for (uint {s} = {self.highest(self.per_group * 4)}u; {s} > 0; {s} >>= 1) {{", 6):
            self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
            # A work-item adds what another had before this step: the upper half is not written.
            self.emit(f"if (lid < {s} && lid + {s} < {size}u && {s} >= {self.per_group}u)")
            self.emit(f"    {name}[lid] += {name}[lid + {s}];")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(f"acc ^= (uint){name}[0];")
        self.emit(self.fence())

    @staticmethod
    def highest(n):
        return 1 << ((n - 1).bit_length() - 1)

    def group_rounds(self):
        name, size = self.rng.choice(self.locals)
        kind, i = self.local_kinds[name], self.fresh("r")
        with self.looping(f"for (int {i} = 0; {i} < 3; {i}++) {{", 3, [Var(i, INT, bound=3, writable=False)]):
            self.emit(f"{name}[lid * 4u + {i}] = {self.value(kind)};")
            self.emit(self.fence())
            self.fold(f"{name}[(lid * 4u + 4u + {i}) % {size}u]")
            self.emit(self.fence())

    def group_helper(self):
        """A barrier inside a function."""
        name, size = self.rng.choice(self.locals)
        if self.local_kinds[name] is not UINT:
            return self.group_exchange()
        self.emit(f"acc += {self.program.group_function()}({name}, lid, {size}u, {self.E(UINT)});")

    def group_atomics(self):
        if not self.counters:
            return self.group_exchange()
        op = self.counter_op
        call = {"add": "atomic_add({p}, {v})", "inc": "atomic_inc({p})", "xor": "atomic_xor({p}, {v})", "or": "atomic_or({p}, {v})",
                "max": "atomic_max({p}, {v})", "sub": "atomic_sub({p}, {v})", "old": "atom_add({p}, {v})"}[op]
        index = f"{self.E(UINT, prec=ADD)} & 3u"
        at = self.rng.choice([f"&{self.counters}[{index}]", f"{self.counters} + ({index})"])
        self.emit(call.format(p=at, v=f"(int)({self.E(UINT)} & 0xffff)" if op == "max" else f"(int){self.E(UINT, prec=UNARY)}") + ";")

    def group_local_atomics(self):
        if not self.local_counters:
            return self.group_exchange()
        name = self.local_counters
        self.emit(f"if (lid < 4u) {name}[lid] = 0u;")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(f"{self.rng.choice(['atomic_add', 'atomic_xor'])}(&{name}[{self.E(UINT, prec=ADD)} & 3u], {self.E(UINT)});")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        self.fold(f"{name}[1] ^ *({name} + 2)")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")

    def group_copy(self):
        source = [v for v in self.scopes[0] if isinstance(v.kind, Ptr) and v.space == "global" and not v.writable and v.kind.elem is UINT]
        local = [(n, s) for n, s in self.locals if self.local_kinds[n] is UINT]
        if not source or not local:
            return self.group_exchange()
        name, size = self.rng.choice(local)
        var = self.rng.choice(source)
        count = min(size, var.kind.n)
        event = self.fresh("ev")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        if self.maybe(0.5):
            self.emit(f"event_t {event} = async_work_group_copy({name}, {var.name}, {count}, 0);")
        else:
            self.emit(f"event_t {event} = async_work_group_strided_copy({name}, {var.name}, {max(1, count // 2)}, {2 if count > 1 else 1}, 0);")
        self.emit(f"wait_group_events(1, &{event});")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        self.fold(f"{name}[({self.E(UINT, name)}) % {max(1, count // 2)}u]")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
