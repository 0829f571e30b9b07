"""expressions.py - random expressions without undefined behaviour.

What keeps them defined: signed arithmetic is done on unsigned operands and cast, indices are masked, divisors are
never 0, floats stay small and finite, and inside one full expression an object that is modified isn't touched
elsewhere (`used` and `modified` hold the objects by the name of their root).
"""

from kinds import (BOOL, BY_SIZE, CHAR, DOUBLE, FLOAT, INT, INTS, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, UNSIGNED, Array,
                   Ptr, Scalar, Struct, Vec, component_names, leaves, signed_of, unsigned_of, vec)

# Precedences of C.
COMMA, ASSIGN, TERNARY, OROR, ANDAND, OR, XOR, AND, EQUAL, LESS, SHIFT, ADD, MUL, UNARY, POSTFIX, PRIMARY = range(1, 17)


class Var:
    """Something that can be named in an expression. root: the object that it is or points into."""

    def __init__(self, name, kind, root=None, writable=True, bound=None, base=None, space="private"):
        self.name, self.kind, self.root, self.writable = name, kind, root or name, writable
        self.passable = True  # false for volatile: no pointer to it is made
        self.bound = bound  # an integer known to be below this: an index without a mask
        self.base = base    # what is added to every index: the work-item's share of a buffer
        self.space = kind.space if isinstance(kind, Ptr) else space


class Expressions:
    """Mixed into the generator of a function. Needs self.rng, self.variables(), self.callables()."""

    # ---- full expressions ----

    def begin(self, *roots):
        """Starts a full expression; the roots may be read in it, not modified."""
        self.used, self.modified = set(roots), set()

    def E(self, kind, *roots, depth=None, prec=ASSIGN):
        """A full expression's text, as an operand that needs at least this precedence."""
        self.begin(*roots)
        return self.sub(kind, self.rng.choice([0, 1, 1, 2, 2, 3]) if depth is None else depth, prec)

    def sub(self, kind, depth, prec):
        return self.wrap(self.expr(kind, depth), prec)

    def wrap(self, made, prec):
        text, has = made
        if has < prec or (has < PRIMARY and self.rng.random() < 0.15):
            return f"({text})"
        return text

    def maybe(self, chance):
        return self.rng.random() < chance

    # ---- places ----

    def candidates(self, want, writing):
        """(variable, steps) of every place whose type fits and that may be touched now."""
        found = []
        for var in self.variables():
            if var.root in self.modified or (writing and (not var.writable or var.root in self.used)):
                continue
            for steps, leaf in leaves(var.kind):
                if want(leaf):
                    found.append((var, steps))
        return found

    def place(self, want, writing=False):
        """The text of a random place, or None. Marks its root."""
        found = self.candidates(want, writing)
        if not found:
            return None
        # A variable first and then the path, so that one with many fields doesn't take all.
        var = self.rng.choice(sorted({id(v): v for v, _ in found}.values(), key=lambda v: v.name))
        steps = self.rng.choice([s for v, s in found if v is var])
        (self.modified if writing else self.used).add(var.root)
        return self.render(var, steps, writing)

    def render(self, var, steps, writing=False):
        text, prec, steps = var.name, PRIMARY, list(steps)
        while steps:
            step = steps.pop(0)
            if step[0] == "elem":
                follows = steps[0][1] if steps and steps[0][0] == "field" else None
                text, prec, took = self.element(text, prec, step[1], var, follows)
                if took:
                    steps.pop(0)
                var = Var("", INT)  # only the first index has the share's base
            elif step[0] == "field":
                text, prec = f"{self.wrap((text, prec), POSTFIX)}.{step[1]}", POSTFIX
            else:
                names = component_names(step[1], step[2], self.rng, writing)
                text, prec = f"{self.wrap((text, prec), POSTFIX)}.{names}", POSTFIX
        return text, prec

    def element(self, base, prec, n, var, field):
        """An element of an array or pointer; with `field`, possibly that field of it at once."""
        base = self.wrap((base, prec), POSTFIX)
        index = self.index(n)
        if var.base:
            index = f"{var.base} + {self.wrap(index, ADD + 1)}", ADD
        zero = index[0] in ("0", "0u")
        form = self.rng.choice(["sub"] * 6 + ["star", "star", "rev"] + ["arrow"] * 3 * bool(field))
        plus = f"{base} + {self.wrap(index, ADD + 1)}"
        if form == "arrow":
            pointer = base if zero else self.rng.choice([f"({plus})", f"(&{base}[{index[0]}])"])
            return f"{pointer}->{field}", POSTFIX, True
        if form == "star":
            return (f"*{base}" if zero else f"*({plus})"), UNARY, False
        if form == "rev":
            return f"{self.wrap(index, POSTFIX)}[{base}]", POSTFIX, False
        return f"{base}[{index[0]}]", POSTFIX, False

    def index(self, n):
        """An expression in [0, n)."""
        rng = self.rng
        bounded = [v.name for v in self.variables() if v.bound and v.bound <= n and v.root not in self.modified]
        if bounded and self.maybe(0.5):
            name = rng.choice(bounded)
            self.used.add(name)
            return name, PRIMARY
        if n == 1 or self.maybe(0.3):
            return rng.choice([str(rng.randrange(n)), f"{rng.randrange(n)}u"]), PRIMARY
        kind = rng.choice([INT, UINT, UINT, UCHAR, SHORT, ULONG, CHAR])
        self.deep += 1
        text = self.expr(kind, rng.choice([0, 0, 1]) if self.deep < 3 else 0)
        self.deep -= 1
        if n & (n - 1) == 0 and self.maybe(0.7):
            return f"{self.wrap(text, AND + 1)} & {rng.choice([str(n - 1), f'{n - 1}u', hex(n - 1)])}", AND
        if kind.signed:
            text = f"({unsigned_of(kind)}){self.wrap(text, UNARY)}", UNARY
        return f"{self.wrap(text, MUL)} % {n}u", MUL

    # ---- expressions by type ----

    def expr(self, kind, depth):
        if isinstance(kind, Vec):
            return self.vector(kind, depth)
        if kind is BOOL:
            return self.condition(depth)
        if isinstance(kind, Struct):
            return self.structure(kind, depth)
        if kind.sort == "float":
            return self.real(kind, depth)
        return self.integer(kind, depth)

    def read(self, kind):
        got = self.place(lambda leaf: leaf is kind)
        return got or self.literal(kind)

    def leaf(self, kind):
        return self.read(kind) if self.maybe(0.75) else self.literal(kind)

    def literal(self, kind):
        rng = self.rng
        if isinstance(kind, Vec):
            return f"({kind})({', '.join(self.literal(kind.base)[0] for _ in range(kind.n))})", UNARY
        if kind is BOOL:
            return rng.choice(["true", "false"]), PRIMARY
        if kind is DOUBLE:
            return rng.choice(["1.5", ".25", "3.", "1e2", "0.0625", "7.0"]), PRIMARY
        if kind is FLOAT:
            return rng.choice(["1.5f", ".25f", "3.f", "1e2f", "0x1p3f", "0.0625F", "7.0f", "(float)2"]), UNARY
        if kind in (INT, UINT) and self.program.enumerators and self.maybe(0.1):
            return (rng.choice(self.program.enumerators) if kind is INT else f"(uint){rng.choice(self.program.enumerators)}"), UNARY
        if kind in (INT, UINT) and self.program.constants and self.maybe(0.15):
            name = rng.choice(self.program.constants)
            return (f"({kind}){name}"), UNARY
        return self.integer_literal(kind)

    def integer_literal(self, kind):
        rng = self.rng
        value = rng.choice([rng.randrange(10), rng.randrange(128), rng.randrange(1 << (kind.size * 8 - 1))])
        if kind.size < 4:
            if kind.size == 1 and self.maybe(0.2):
                return f"({kind})'{rng.choice('aZ0+[*')}'", UNARY
            return f"({kind}){value}", UNARY
        suffix = {INT: "", UINT: rng.choice("uU"), LONG: rng.choice(["L", "l"]), ULONG: rng.choice(["UL", "ul", "uL"])}[kind]
        text = rng.choice([str(value), hex(value)]) + suffix
        return (f"-{text}", UNARY) if kind.signed and self.maybe(0.2) else (text, PRIMARY)

    # ---- integers ----

    def integer(self, kind, depth):
        if depth <= 0:
            return self.leaf(kind)
        if kind.size < 4:
            makers = [self.int_cast] * 3 + [self.int_builtin] * 2
        elif kind.signed:
            makers = [self.int_bits] * 3 + [self.int_by_unsigned] * 3 + [self.int_compare]
        else:
            makers = [self.int_bits] * 2 + [self.int_arithmetic] * 5
        makers += [self.int_builtin, self.int_convert, self.ternary, self.int_cast, self.call, self.effect, self.comma,
                   self.int_unary, self.int_more, self.macro_call]
        return self.rng.choice(makers)(kind, depth - 1) or self.leaf(kind)

    def narrower(self, kind):
        """A type whose values convert to `kind` in a binary operation that then has type `kind`."""
        fits = [t for t in INTS if t.size < kind.size or t is kind or (t.size == kind.size and not kind.signed)]
        return self.rng.choice(fits + [kind] * len(fits))

    def int_bits(self, kind, depth):
        op, prec = self.rng.choice([("&", AND), ("|", OR), ("^", XOR)])
        return f"{self.sub(kind, depth, prec)} {op} {self.sub(self.narrower(kind), depth, prec + 1)}", prec

    def int_arithmetic(self, kind, depth):
        """Of uint and ulong, where everything wraps."""
        op, prec = self.rng.choice([("+", ADD), ("-", ADD), ("*", MUL), ("/", MUL), ("%", MUL), ("<<", SHIFT), (">>", SHIFT)])
        left = self.sub(kind, depth, prec)
        right = self.sub(self.narrower(kind), depth, prec + 1)
        if op in "/%":
            right = f"({right} | 1)"
            if self.maybe(0.3):
                right = f"{self.rng.randrange(1, 50)}u"
        elif op in ("<<", ">>"):
            right = f"({right} & {kind.size * 8 - 1})" if self.maybe(0.7) else str(self.rng.randrange(kind.size * 8))
        return f"{left} {op} {right}", prec

    def int_by_unsigned(self, kind, depth):
        if self.maybe(0.3):
            # Small enough for signed arithmetic.
            op, prec = self.rng.choice([("+", ADD), ("-", ADD), ("*", MUL), ("/", MUL), ("%", MUL)])
            small = self.rng.choice([CHAR, UCHAR, SHORT])
            right = f"({self.sub(small, depth, AND)} & 127)" if op not in "/%" else f"(({self.sub(small, depth, AND)} & 31) + 3)"
            return f"({kind}){self.sub(small, depth, UNARY)} {op} {right}", prec
        text = self.int_arithmetic(unsigned_of(kind), depth)
        return f"({kind}){self.wrap(text, UNARY)}", UNARY

    def int_compare(self, kind, depth):
        text = self.condition(depth)
        return f"({kind}){self.wrap(text, UNARY)}", UNARY

    def int_cast(self, kind, depth):
        source = self.rng.choice(INTS + [UINT, INT])
        text = self.sub(source, depth, UNARY)
        return self.rng.choice([(f"({kind}){text}", UNARY), (f"(convert_{kind}({text}))", PRIMARY)])

    def int_convert(self, kind, depth):
        rng = self.rng
        form = rng.choice(["sat", "as", "float", "vector"])
        if form == "sat":
            return f"convert_{kind}_sat({self.sub(rng.choice(INTS), depth, ASSIGN)})", POSTFIX
        if form == "as":
            same = [t for t in INTS if t.size == kind.size]
            return f"as_{kind}({self.exact(rng.choice(same), depth)})", POSTFIX
        if form == "float":
            mode = rng.choice(["_sat", "_sat_rte", "_sat_rtz", "_sat_rtp"])
            return f"convert_{kind}{mode}({self.sub(FLOAT, min(depth, 1), ASSIGN)})", POSTFIX
        n = rng.choice([2, 4, 8])
        small = BY_SIZE.get((kind.size // n, False)) if kind.size >= n else None
        if small is None:
            return None
        return f"as_{kind}({self.exact(vec(small, n), depth)})", POSTFIX

    def exact(self, kind, depth):
        """An argument whose type is exactly `kind`, for the built-ins that are overloaded."""
        text = self.expr(kind, depth)
        if isinstance(kind, Vec):
            return self.wrap(text, ASSIGN)
        return f"({kind}){self.wrap(text, UNARY)}"

    def int_builtin(self, kind, depth):
        rng = self.rng
        a = lambda: self.exact(kind, depth)
        name = rng.choice(["min", "max", "clamp", "rotate", "popcount", "hadd", "rhadd", "add_sat", "sub_sat", "mul_hi",
                           "clz", "bitselect", "mad24", "mul24", "abs", "abs_diff", "upsample", "mad_sat"])
        if name in ("popcount", "clz"):
            return f"{name}({a()})", POSTFIX
        if name in ("bitselect", "mad_sat"):
            if name == "mad_sat" and kind.size == 8:
                return None  # PoCL 3.1's mad_sat(long) is not to be trusted
            return f"{name}({a()}, {a()}, {a()})", POSTFIX
        if name == "clamp":
            low = rng.randrange(50)
            return f"clamp({a()}, ({kind}){low}, ({kind}){low + rng.randrange(50)})", POSTFIX
        if name in ("mad24", "mul24"):
            return self.int_24(kind, depth, name)
        if name in ("abs", "abs_diff"):
            source = signed_of(kind)
            if kind.signed:
                return f"({kind}){name}({self.exact(source, depth)}{', ' + self.exact(source, depth) if name != 'abs' else ''})", UNARY
            return f"{name}({self.exact(source, depth)}{', ' + self.exact(source, depth) if name != 'abs' else ''})", POSTFIX
        if name == "upsample":
            if kind.size == 1:
                return None
            half = BY_SIZE[kind.size // 2, kind.signed]
            return f"upsample({self.exact(half, depth)}, {self.exact(unsigned_of(half), depth)})", POSTFIX
        return f"{name}({a()}, {a()})", POSTFIX

    def int_24(self, kind, depth, name):
        if kind not in (INT, UINT):
            return None
        small = lambda: f"({kind}){self.sub(self.rng.choice([UCHAR, CHAR if kind is INT else UCHAR]), depth, UNARY)}"
        last = f", ({kind}){self.sub(SHORT, depth, UNARY)}" if name == "mad24" else ""
        return f"{name}({small()}, {small()}{last})", POSTFIX

    def int_unary(self, kind, depth):
        if kind.size < 4:
            return f"({kind})~{self.sub(kind, depth, UNARY)}", UNARY
        op = "~" if kind.signed else self.rng.choice("~-")
        text = self.sub(kind, depth, UNARY)
        return f"{op}{'(' + text + ')' if text.startswith('-') else text}", UNARY

    def int_more(self, kind, depth):
        """The odd ones: sizeof, vector tests, work-item functions, a string's character."""
        rng = self.rng
        form = rng.choice(["sizeof", "any", "id", "string", "dims"])
        if form == "sizeof":
            return self.int_sizeof(kind)
        if form == "any":
            relation = f"{rng.choice(['any', 'all'])}({self.exact(vec(rng.choice([INT, CHAR, LONG]), rng.choice([2, 3, 4])), depth)})"
            return f"({kind}){relation}", UNARY
        if form == "id":
            # With a NULL local size the driver chooses, and may choose otherwise for a twin.
            which = rng.choice(["global", "local"]) if self.program.local_known else "global"
            return f"({kind})get_{which}_id({rng.randrange(2)})", UNARY
        if form == "dims":
            return f"({kind}){rng.choice(['get_work_dim()', 'get_global_size(0)'])}", UNARY
        return f'({kind})"{rng.choice(["a[0]", "*p->q", "//no", "/*no*/", "x;}"])}"[{rng.randrange(4)}]', UNARY

    def int_sizeof(self, kind):
        # What sizeof looks at isn't evaluated: a twin mustn't either. Marks nothing for good.
        keep = set(self.used)
        got = self.place(lambda leaf: True)
        self.used = keep
        if not got:
            return None
        if self.maybe(0.5):
            return f"({kind})sizeof({got[0]})", UNARY
        return f"({kind})sizeof {self.wrap(got, UNARY)}", UNARY

    # ---- anything ----

    def ternary(self, kind, depth):
        condition = self.wrap(self.condition(depth), OROR)
        if isinstance(kind, Scalar) and kind.size < 4:
            return f"({kind})({condition} ? {self.sub(kind, depth, TERNARY)} : {self.sub(kind, depth, TERNARY)})", UNARY
        return f"{condition} ? {self.sub(kind, depth, TERNARY)} : {self.sub(kind, depth, TERNARY)}", TERNARY

    def comma(self, kind, depth):
        first = self.effect(self.rng.choice([UINT, UCHAR, SHORT]), depth)
        if not first:
            return None
        return f"({self.wrap(first, ASSIGN)}, {self.sub(kind, depth, ASSIGN)})", PRIMARY

    def effect(self, kind, depth):
        """An assignment or increment as a value."""
        if not isinstance(kind, Scalar) or kind.sort != "int" or not self.maybe(0.7):
            return None
        got = self.place(lambda leaf: leaf is kind, writing=True)
        if not got:
            return None
        form = self.rng.choice(["post", "pre", "op", "set"])
        if form in ("post", "pre") and kind in (INT, LONG):
            form = "op"
        op = self.rng.choice(["++", "--"])
        if form == "post":
            return f"{self.wrap(got, POSTFIX)}{op}", POSTFIX
        if form == "pre":
            return f"{op}{self.wrap(got, UNARY)}", UNARY
        right = self.operand(kind, depth)
        op = self.compound(kind) if form == "op" else "="
        return f"({self.wrap(got, UNARY)} {op} {right})", PRIMARY

    def compound(self, kind):
        """An assignment operator that is safe with an operand()."""
        return self.rng.choice(["+=", "-=", "*=", "^=", "|=", "&=", "="])

    def operand(self, kind, depth):
        """The right side of a compound assignment: unsigned where a signed sum could overflow."""
        if kind.size >= 4:
            return self.sub(unsigned_of(kind), depth, ASSIGN)
        return self.sub(self.rng.choice([UCHAR, CHAR, UINT]), depth, ASSIGN)

    def call(self, kind, depth):
        """A call of a helper function that returns `kind`."""
        fits = [f for f in self.callables() if f.result is kind]
        if not fits:
            return None
        return self.call_of(self.rng.choice(fits), depth)

    def call_of(self, function, depth):
        keep = set(self.used), set(self.modified)
        texts = []
        for param in function.params:
            got = self.argument(param, min(depth, 1))
            if got is None:
                self.used, self.modified = keep
                return None
            texts.append(got)
        self.charge(function.cost)
        return f"{function.name}({', '.join(texts)})", POSTFIX

    def argument(self, kind, depth):
        if not isinstance(kind, Ptr):
            return self.sub(kind, depth, ASSIGN)
        return self.pointer(kind.elem, kind.space, kind.n, not kind.const)

    def pointer(self, elem, space, n, writing):
        """The text of a pointer to at least n elements, or None."""
        found = []
        for var in self.variables():
            fits = isinstance(var.kind, (Array, Ptr)) and var.kind.elem is elem and var.kind.n >= n and var.space == space
            if not fits and not (n == 1 and var.kind is elem and var.space == space):
                continue
            if not var.passable:
                continue
            if var.root in self.modified or (writing and (not var.writable or var.root in self.used)):
                continue
            found.append(var)
        if not found:
            return None
        var = self.rng.choice(found)
        (self.modified if writing else self.used).add(var.root)
        if not isinstance(var.kind, (Array, Ptr)):
            return f"&{var.name}"
        return self.pointer_text(var, self.rng.randrange(var.kind.n - n + 1))

    def pointer_text(self, var, skip=0):
        start = " + ".join(([var.base] if var.base else []) + ([str(skip)] if skip else []))
        if not start:
            return self.rng.choice([var.name, f"&{var.name}[0]", f"({var.name})", var.name])
        return self.rng.choice([f"{var.name} + {start}", f"&{var.name}[{start}]", f"({var.name} + {start})"])

    def macro_call(self, kind, depth):
        fits = [m for m in self.program.macros if m.result is kind]
        if not fits:
            return None
        macro = self.rng.choice(fits)
        # A parameter may appear several times in the body, so its argument has no side effects.
        args = [self.pure(param, min(depth, 1)) for param in macro.params]
        return f"{macro.name}({', '.join(args)})", PRIMARY

    def pure(self, kind, depth):
        got = self.place(lambda leaf: leaf is kind) if not isinstance(kind, Vec) else None
        text = (got or self.literal(kind))[0]
        # An index in the place may have side effects.
        if self.impure(text):
            return "0"
        return f"({text})" if "," in text else text

    @staticmethod
    def impure(text):
        cleaned = text
        for harmless in ("==", "<=", ">=", "!="):
            cleaned = cleaned.replace(harmless, "")
        return "=" in cleaned or "++" in cleaned or "--" in cleaned or "f_" in cleaned

    # ---- conditions ----

    def condition(self, depth):
        if depth <= 0:
            return self.comparison(0)
        return self.rng.choice([self.comparison, self.comparison, self.comparison, self.logic, self.logic, self.negation,
                                self.truth, self.pointer_test])(depth - 1)

    def comparison(self, depth):
        kind = self.rng.choice(INTS + [FLOAT])
        op, prec = self.rng.choice([("<", LESS), (">", LESS), ("<=", LESS), (">=", LESS), ("==", EQUAL), ("!=", EQUAL)])
        return f"{self.sub(kind, depth, prec + 1)} {op} {self.sub(kind, depth, prec + 1)}", prec

    def logic(self, depth):
        op, prec = self.rng.choice([("&&", ANDAND), ("||", OROR)])
        return f"{self.wrap(self.condition(depth), prec)} {op} {self.wrap(self.condition(depth), prec + 1)}", prec

    def negation(self, depth):
        return f"!{self.wrap(self.condition(depth), UNARY)}", UNARY

    def truth(self, depth):
        """Any value is a condition, and so is an assignment."""
        return self.integer(self.rng.choice([INT, UINT, UCHAR]), depth)

    def pointer_test(self, depth):
        pointers = [v for v in self.variables() if isinstance(v.kind, Ptr) and v.root not in self.modified]
        if not pointers:
            return self.comparison(depth)
        name = self.rng.choice(pointers).name
        return self.rng.choice([(f"{name} != 0", EQUAL), (f"!{name}", UNARY), (f"{name} == NULL", EQUAL),
                                (f"{name} + 1 > {name}", LESS), (f"&{name}[1] - {name} == 1", EQUAL)])

    # ---- floats ----

    def real(self, kind, depth):
        if depth <= 0:
            return self.leaf(kind)
        depth = min(depth, 2)  # keeps products finite
        rng = self.rng
        form = rng.choice(["op", "op", "op", "neg", "builtin", "builtin", "convert", "ternary", "half", "vector", "call", "macro"])
        if form == "op":
            op, prec = rng.choice([("+", ADD), ("-", ADD), ("*", MUL)])
            return f"{self.sub(kind, depth - 1, prec)} {op} {self.sub(kind, depth - 1, prec + 1)}", prec
        if form == "neg":
            text = self.sub(kind, depth - 1, UNARY)
            return f"-({text})", UNARY
        if form == "builtin":
            return self.real_builtin(kind, depth - 1)
        if form == "convert":
            return f"({kind}){self.sub(rng.choice([SHORT, CHAR, UCHAR]), depth - 1, UNARY)}", UNARY
        if form == "ternary":
            return self.ternary(kind, depth - 1)
        if form in ("call", "macro"):
            return (self.call if form == "call" else self.macro_call)(kind, depth - 1) or self.leaf(kind)
        suffix = "f" if kind is FLOAT else ""
        if form == "half":
            # Division by a power of two is exact everywhere; float division in general isn't, and may be folded.
            return f"{self.sub(kind, depth - 1, MUL)} / {rng.choice(['2.0', '4.0', '16.', '0.5'])}{suffix}", MUL
        return (f"convert_{kind}({self.exact(rng.choice([SHORT, CHAR, UCHAR]), depth - 1)})", POSTFIX)

    def real_builtin(self, kind, depth):
        a = lambda: f"({kind}){self.sub(kind, depth, UNARY)}"
        name = self.rng.choice(["fabs", "fmin", "fmax", "min", "max", "floor", "ceil", "trunc", "rint", "clamp", "sign", "step"])
        if name in ("fabs", "floor", "ceil", "trunc", "rint", "sign"):
            return f"{name}({a()})", POSTFIX
        if name == "clamp":
            suffix = "f" if kind is FLOAT else ""
            return f"clamp({a()}, -8.0{suffix}, 64.5{suffix})", POSTFIX
        return f"{name}({a()}, {a()})", POSTFIX

    def settled(self, kind, *roots):
        """A float that may be stored: small, and a multiple of 1/16, so that nothing ever grows, dies out or rounds."""
        text = self.E(kind, *roots, depth=self.rng.choice([0, 1, 2]))
        if isinstance(kind, Vec):
            return f"QV({kind.n}, {text})"
        if kind is DOUBLE:
            return f"QD({text})"
        return self.rng.choice([f"QF({text})", f"f_quantum({text})"])

    # ---- vectors ----

    def vector(self, kind, depth):
        if depth <= 0:
            return self.vector_leaf(kind)
        rng = self.rng
        makers = [self.vector_list, self.vector_list, self.ternary, self.vector_swizzle, self.call, self.vector_convert]
        if kind.base.sort == "float":
            makers += [self.vector_float] * 4
        else:
            makers += [self.vector_int] * 5 + [self.vector_relation] * (2 if kind.base.signed else 0) + [self.vector_builtin]
        return rng.choice(makers)(kind, depth - 1) or self.vector_leaf(kind)

    def vector_leaf(self, kind):
        got = self.place(lambda leaf: leaf is kind) if self.maybe(0.7) else None
        if got:
            return got
        if self.maybe(0.3):
            return f"({kind})({self.sub(kind.base, 0, ASSIGN)})", UNARY
        return self.literal(kind) if kind.n <= 4 or self.maybe(0.2) else self.vector_list(kind, 0)

    def vector_list(self, kind, depth):
        parts, left = [], kind.n
        while left:
            n = self.rng.choice([c for c in (1, 1, 2, 4, 8) if c <= left and c < kind.n])
            parts.append(self.sub(vec(kind.base, n), min(depth, 1), ASSIGN))
            left -= n
        return f"({kind})({', '.join(parts)})", UNARY

    def vector_swizzle(self, kind, depth):
        n = self.rng.choice([c for c in (2, 4, 8, 16) if c >= kind.n and c <= 2 * kind.n or c == 4 and kind.n <= 4])
        if n == kind.n and n > 4:
            return None
        text = self.sub(vec(kind.base, n), depth, POSTFIX)
        names = component_names(n, kind.n, self.rng, False)
        return f"{text}.{names}", POSTFIX

    def vector_convert(self, kind, depth):
        if kind.base.sort == "float":
            return f"convert_{kind}({self.exact(vec(self.rng.choice([SHORT, UCHAR]), kind.n), depth)})", POSTFIX
        if self.maybe(0.5):
            other = self.rng.choice(INTS)
            return f"convert_{kind}{self.rng.choice(['', '_sat'])}({self.exact(vec(other, kind.n), depth)})", POSTFIX
        if kind.n == 3:
            return f"as_{kind}({self.exact(vec(BY_SIZE[kind.base.size, not kind.base.signed], 3), depth)})", POSTFIX
        others = [(t, kind.n * kind.base.size // t.size) for t in INTS]
        others = [vec(t, n) for t, n in others if n in (1, 2, 4, 8, 16)]
        return f"as_{kind}({self.exact(self.rng.choice(others), depth)})", POSTFIX

    def vector_int(self, kind, depth):
        if kind.base.signed:
            op, prec = self.rng.choice([("&", AND), ("|", OR), ("^", XOR)])
            return f"{self.sub(kind, depth, prec)} {op} {self.sub(kind, depth, prec + 1)}", prec
        op, prec = self.rng.choice([("&", AND), ("|", OR), ("^", XOR), ("+", ADD), ("-", ADD), ("*", MUL), ("/", MUL), ("%", MUL),
                                    ("<<", SHIFT), (">>", SHIFT)])
        left = self.sub(kind, depth, prec)
        if op in "/%":
            return f"{left} {op} ({self.sub(kind, depth, OR)} | ({kind.base})1)", prec
        if op in ("<<", ">>"):
            return f"{left} {op} ({self.sub(kind, depth, AND)} & ({kind.base}){kind.base.size * 8 - 1})", prec
        if self.maybe(0.25):
            return f"{left} {op} ({kind.base}){self.sub(kind.base, depth, UNARY)}", prec
        return f"{left} {op} {self.sub(kind, depth, prec + 1)}", prec

    def vector_relation(self, kind, depth):
        """Comparisons have the signed type of the operands' width."""
        sources = [kind.base, unsigned_of(kind.base)] + ([FLOAT] if kind.base is INT else [])
        source = vec(self.rng.choice(sources), kind.n)
        op, prec = self.rng.choice([("<", LESS), (">", LESS), ("<=", LESS), (">=", LESS), ("==", EQUAL), ("!=", EQUAL)])
        if source.base.sort == "float" and self.maybe(0.3):
            return f"{self.rng.choice(['isless', 'isgreater', 'isequal'])}({self.exact(source, 0)}, {self.exact(source, 0)})", POSTFIX
        text = f"{self.sub(source, depth, prec + 1)} {op} {self.sub(source, depth, prec + 1)}"
        return (f"~({text})", UNARY) if self.maybe(0.2) else (text, prec)

    def vector_builtin(self, kind, depth):
        a = lambda: self.exact(kind, depth)
        name = self.rng.choice(["min", "max", "hadd", "add_sat", "sub_sat", "rotate", "select", "popcount", "bitselect", "shuffle"])
        if name == "popcount":
            return f"popcount({a()})", POSTFIX
        if name == "bitselect":
            return f"bitselect({a()}, {a()}, {a()})", POSTFIX
        if name == "select":
            return f"select({a()}, {a()}, {self.exact(vec(signed_of(kind.base), kind.n), depth)})", POSTFIX
        if name == "shuffle":
            if kind.n == 3:
                return None
            mask = vec(unsigned_of(kind.base), kind.n)
            return f"shuffle({a()}, {self.literal(mask)[0]})", POSTFIX
        return f"{name}({a()}, {a()})", POSTFIX

    def vector_float(self, kind, depth):
        depth = min(depth, 1)
        form = self.rng.choice(["op", "op", "scalar", "builtin", "select", "neg"])
        op, prec = self.rng.choice([("+", ADD), ("-", ADD), ("*", MUL)])
        if form == "op":
            return f"{self.sub(kind, depth - 1, prec)} {op} {self.sub(kind, depth - 1, prec + 1)}", prec
        if form == "scalar":
            return f"{self.sub(kind, depth - 1, prec)} {op} {self.sub(FLOAT, depth - 1, prec + 1)}", prec
        if form == "neg":
            return f"-({self.sub(kind, depth - 1, ASSIGN)})", UNARY
        if form == "select":
            mask = vec(INT, kind.n)
            return f"select({self.exact(kind, 0)}, {self.exact(kind, 0)}, {self.exact(mask, depth)})", POSTFIX
        name = self.rng.choice(["fmin", "fmax", "min", "max"])
        return f"{name}({self.exact(kind, 0)}, {self.exact(kind, 0)})", POSTFIX

    # ---- structs ----

    def structure(self, kind, depth):
        got = self.place(lambda leaf: leaf is kind)
        if got and self.maybe(0.6):
            return got
        self.structures = getattr(self, "structures", 0) + 1  # a call may take a structure, which a call may make, ...
        made = self.call(kind, depth) if self.structures < 4 else None
        self.structures -= 1
        return made or got or (f"({kind}){self.braces(kind)}", POSTFIX)

    def braces(self, kind):
        """An initialiser of every member."""
        if isinstance(kind, Array):
            return "{ " + ", ".join(self.initialiser(kind.elem) for _ in range(kind.n)) + " }"
        if kind.union:
            return "{ " + self.initialiser(kind.fields[0][1]) + " }"
        named = self.maybe(0.3)
        return "{ " + ", ".join((f".{n} = " if named else "") + self.initialiser(t) for n, t in kind.fields) + " }"

    def initialiser(self, kind):
        if isinstance(kind, (Array, Struct)):
            return self.braces(kind)
        if isinstance(kind, Vec):
            return self.literal(kind)[0] if kind.n > 4 or self.maybe(0.5) else self.sub(kind, 0, ASSIGN)
        if kind.sort == "float":
            return self.sub(kind, 0, ASSIGN)
        return self.sub(kind, self.rng.choice([0, 0, 1]), ASSIGN)
