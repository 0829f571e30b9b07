"""statements.py - random statements of one function: declarations, assignments, control flow."""

from contextlib import contextmanager

from expressions import ADD, ASSIGN, OROR, POSTFIX, UNARY, Expressions, Var
from kinds import (BOOL, CHAR, FLOAT, INT, INTS, LONG, SHORT, UCHAR, UINT, ULONG, UNSIGNED, USHORT, Array, Ptr, Scalar,
                   Struct, Vec, declare, leaves, vec)

MOST_WORK = 1500  # statements that one work-item may execute in one function, about


class Body(Expressions):
    """The body of one function as it grows. Mixed with Idioms in idioms.py."""

    def __init__(self, program, result, params, kernel=False):
        self.program, self.rng, self.result, self.kernel = program, program.rng, result, kernel
        self.scopes, self.lines, self.indent = [list(params)], [], 1
        self.mult, self.cost, self.loops, self.breakable, self.deep = 1, 1, 0, 0, 0
        self.may_return = True
        self.begin()

    # ---- what the expressions need ----

    def variables(self):
        return [v for scope in self.scopes for v in scope] + self.program.globals

    def callables(self):
        if self.deep:
            return []
        return [f for f in self.program.functions if self.mult * f.cost < MOST_WORK]

    def charge(self, cost):
        self.cost += self.mult * cost

    # ---- text ----

    def emit(self, text):
        self.charge(1)
        self.lines.append("    " * self.indent + text)

    def fresh(self, prefix="v"):
        return self.program.fresh(prefix)

    def add(self, var):
        self.scopes[-1].append(var)
        return var

    @contextmanager
    def block(self, head, tail="}", times=1, new=()):
        self.emit(head)
        self.scopes.append(list(new))
        self.indent += 1
        self.mult *= times
        yield
        self.mult //= times
        self.indent -= 1
        self.scopes.pop()
        self.emit(tail)

    # ---- values ----

    def value(self, kind, *roots):
        """What may be stored in a place of this type."""
        if kind is FLOAT or isinstance(kind, Vec) and kind.base is FLOAT:
            return self.settled(kind, *roots)
        return self.E(kind, *roots)

    def scalar(self):
        return self.rng.choice(INTS + [UINT, UINT, INT, UCHAR, FLOAT])

    def any_kind(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.6:
            return self.scalar()
        if choice < 0.85:
            return vec(self.rng.choice(INTS + [UINT, UINT, FLOAT]), rng.choice([2, 3, 4, 4, 8, 16]))
        fits = [s for s in self.program.structs if not s.union]
        return rng.choice(fits) if fits else UINT

    # ---- statements ----

    def statements(self, count, depth):
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth):
        makers = [self.assign] * 6 + [self.modify] * 3 + [self.declaration] * 3 + [self.accumulate] * 2 + [self.effects]
        makers += [self.call_statement, self.idiom, self.idiom, self.idiom]
        if depth > 0:
            makers += [self.if_statement] * 3 + [self.loop] * 3 + [self.switch, self.nested]
        if self.loops and not self.rng.randrange(3):
            makers += [self.leave] * 2
        if self.may_return and depth < 2:
            makers += [self.leave_function]
        self.rng.choice(makers)(depth - 1)

    def declaration(self, depth=0):
        if self.rng.random() < 0.3:
            return self.new_array()
        return self.new_variable(self.any_kind())

    def new_variable(self, kind, value=None):
        """Declares it, in one of the orders of the qualifiers."""
        name = self.fresh()
        value = value or (self.braces_full(kind) if isinstance(kind, Struct) and self.maybe(0.5) else self.value(kind))
        qualifier = self.rng.choice([""] * 8 + ["const ", "volatile ", "__private ", "private ", "const __private ", "__private const "])
        if "volatile" in qualifier and not isinstance(kind, Scalar):
            qualifier = ""
        var = Var(name, kind, writable="const" not in qualifier)
        var.passable = "volatile" not in qualifier
        spelled = declare(kind, name)
        if qualifier == "const " and self.maybe(0.4):
            spelled, qualifier = f"{kind} const {name}", ""
        self.emit(f"{qualifier}{spelled} = {value};")
        return self.add(var)

    def braces_full(self, kind):
        self.begin()
        return self.braces(kind)

    def new_array(self, elem=None, n=None):
        name = self.fresh("a")
        elem = elem or self.any_kind()
        n = n or self.rng.choice([2, 3, 4, 4, 5, 8, 8])
        if self.maybe(0.4):
            self.begin()
            values = [self.initialiser(elem) for _ in range(n)]
            self.emit(f"{elem} {name}[{self.rng.choice([str(n), ''])}] = {{ {', '.join(values)} }};")
        elif self.maybe(0.3):
            # The rest of a partial initialiser is zero.
            self.begin()
            self.emit(f"{elem} {name}[{n}] = {{ {self.initialiser(elem)} }};")
        else:
            self.emit(f"{elem} {name}[{n}];")
            counter = self.fresh("i")
            self.emit(f"for (int {counter} = 0; {counter} < {n}; {counter}++)")
            self.scopes.append([Var(counter, INT, bound=n, writable=False)])
            self.emit(f"    {name}[{counter}] = {self.value(elem)};")
            self.scopes.pop()
            self.charge(n)
        return self.add(Var(name, Array(elem, n)))

    def accumulate(self, depth=0):
        """Folds something into what the kernel stores at its end."""
        self.emit(f"acc = acc * {self.rng.choice(['31u', '33u', '0x101u'])} {self.rng.choice('+^')} {self.E(UINT, 'acc', prec=UNARY)};")

    def assign(self, depth=0):
        self.begin()
        want = self.rng.choice(["int", "int", "float", "vec", "any"])
        tests = {
            "int": lambda leaf: isinstance(leaf, Scalar) and leaf.sort == "int",
            "float": lambda leaf: leaf is FLOAT,
            "vec": lambda leaf: isinstance(leaf, Vec),
            "any": lambda leaf: not isinstance(leaf, (Array, Ptr)),
        }
        candidates = self.candidates(tests[want], True)
        if not candidates:
            return self.accumulate()
        var = self.rng.choice(sorted({id(v): v for v, _ in candidates}.values(), key=lambda v: v.name))
        steps, kind = self.rng.choice([(s, k) for s, k in leaves(var.kind) if tests[want](k)])
        # The right side may read what is assigned, never modify it.
        self.used.add(var.root)
        target = self.wrap(self.render(var, steps, True), UNARY)
        self.store(target, kind, var.root)

    def store(self, target, kind, root):
        """target = or op= something. The places in the target's indices are marked already."""
        held = self.used | {root}
        blocked = set(self.modified)
        if isinstance(kind, Scalar) and kind.sort == "int" and self.maybe(0.5):
            return self.emit(f"{target} {self.compound(kind)} {self.right(lambda: self.operand(kind, 2), held, blocked)};")
        if isinstance(kind, Vec) and kind.base in UNSIGNED and self.maybe(0.4):
            op = self.rng.choice(["+=", "-=", "*=", "^=", "|=", "&="])
            return self.emit(f"{target} {op} {self.right(lambda: self.sub(kind, 1, ASSIGN), held, blocked)};")
        if kind is FLOAT or isinstance(kind, Vec) and kind.base is FLOAT:
            return self.emit(f"{target} = {self.settle(kind, held, blocked)};")
        self.emit(f"{target} = {self.right(lambda: self.sub(kind, self.rng.choice([0, 1, 2, 3]), ASSIGN), held, blocked)};")

    def right(self, make, held, blocked):
        self.used, self.modified = set(held), set(blocked)
        return make()

    def settle(self, kind, held, blocked):
        text = self.right(lambda: self.sub(kind, self.rng.choice([0, 1, 2]), ASSIGN), held, blocked)
        return f"QV({kind.n}, {text})" if isinstance(kind, Vec) else self.rng.choice([f"QF({text})", f"f_quantum({text})"])

    def modify(self, depth=0):
        """++, -- and shifts by assignment."""
        self.begin()
        got = self.place(lambda leaf: leaf in (CHAR, UCHAR, SHORT, USHORT, UINT, ULONG), writing=True)
        if not got:
            return self.accumulate()
        form = self.rng.choice(["post", "pre", "shift"])
        op = self.rng.choice(["++", "--"])
        if form == "post":
            self.emit(f"{self.wrap(got, POSTFIX)}{op};")
        elif form == "pre":
            self.emit(f"{op}{self.wrap(got, UNARY)};")
        else:
            self.emit(f"{self.wrap(got, UNARY)} >>= {self.rng.randrange(7)};")

    def effects(self, depth=0):
        """Expressions whose only use is what they do."""
        self.begin()
        first = self.effect(UINT, 1) or self.effect(UCHAR, 1)
        if not first:
            return self.accumulate()
        condition = self.wrap(self.condition(1), OROR + 2)
        form = self.rng.choice(["and", "or", "ternary", "comma", "void"])
        effect = f"({first[0]})"
        if form == "and":
            self.emit(f"(void)({condition} && {effect});")
        elif form == "or":
            self.emit(f"(void)({condition} || {effect});")
        elif form == "ternary":
            second = self.effect(SHORT, 1) or self.effect(USHORT, 1)
            other = f"(void){self.wrap(second, UNARY)}" if second else "(void)0"
            self.emit(f"{condition} ? (void){effect} : {other};")
        elif form == "comma":
            second = self.effect(SHORT, 1) or self.effect(USHORT, 1)
            self.emit(f"{effect}, {self.wrap(second, UNARY) if second else '(void)0'};")
        else:
            self.emit(f"(void){effect};")

    def call_statement(self, depth=0):
        self.begin()
        functions = self.callables()
        if not functions:
            return self.accumulate()
        call = self.call_of(self.rng.choice(functions), 1)
        if not call:
            return self.accumulate()
        self.emit(f"{'(void)' if self.maybe(0.2) else ''}{call[0]};")

    # ---- control flow ----

    def test(self):
        self.begin()
        return self.condition(self.rng.choice([0, 1, 2, 2]))[0]

    def if_statement(self, depth):
        with self.block(f"if ({self.test()}) {{"):
            self.statements(self.rng.choice([1, 1, 2]), depth)
        while self.maybe(0.4):
            with self.block(f"else if ({self.test()}) {{"):
                self.statements(1, depth)
        form = self.rng.randrange(3)
        if form == 0:
            with self.block("else {"):
                self.statements(self.rng.choice([1, 2]), depth)
        elif form == 1:
            self.emit("else")
            self.indent += 1
            self.accumulate()
            self.indent -= 1

    def nested(self, depth):
        """A block with an empty statement, and possibly a variable that hides another."""
        fits = [v for scope in self.scopes for v in scope if v.root == v.name and not v.base]
        outer = self.rng.choice([v for v in fits if v.name not in ("acc", "gid", "lid", "result")] or [None])
        with self.block("{"):
            self.emit(self.rng.choice([";", ";;", "(void)0;"]))
            if outer and self.maybe(0.5):
                with self.hiding(outer.name):
                    self.statements(2, depth)
            else:
                self.statements(2, depth)

    @contextmanager
    def hiding(self, name):
        kind = self.scalar()
        self.emit(f"{kind} {name} = {self.literal(kind)[0]};")
        kept = [list(scope) for scope in self.scopes]
        for scope in self.scopes:
            scope[:] = [v for v in scope if name not in (v.name, v.root)]
        self.scopes[-1].append(Var(name, kind))
        yield
        for scope, old in zip(self.scopes, kept):
            scope[:] = old

    def loop(self, depth):
        if self.mult >= 48:
            return self.accumulate()
        self.rng.choice([self.loop_for, self.loop_for, self.loop_while, self.loop_do, self.loop_forever, self.loop_two])(depth)

    @contextmanager
    def looping(self, head, times, new=(), tail="}"):
        self.loops += 1
        with self.block(head, tail, times, new):
            yield
        self.loops -= 1

    def loop_for(self, depth):
        n, name = self.rng.choice([2, 3, 4, 5, 8]), self.fresh("i")
        kind = self.rng.choice([INT, UINT, INT, SHORT, UCHAR, ULONG])
        counter = Var(name, kind, bound=n, writable=False)
        head = self.rng.choice([
            f"for ({kind} {name} = 0; {name} < {n}; {name}++) {{", f"for ({kind} {name} = 0; {name} != {n}; ++{name}) {{",
            f"for ({kind} {name} = {n}; {name}-- > 0;) {{", f"for ({kind} {name} = 0; {name} < {n}; {name} += 1) {{"])
        if self.maybe(0.15):
            self.emit(self.rng.choice(["#pragma unroll", f"__attribute__((opencl_unroll_hint({self.rng.choice([1, 2, n])})))"]))
        if self.maybe(0.15):
            # The body is one statement.
            self.emit(head[:-2])
            self.scopes.append([counter])
            self.indent += 1
            self.mult *= n
            self.rng.choice([self.accumulate, self.modify])()
            self.mult //= n
            self.indent -= 1
            self.scopes.pop()
            return
        with self.looping(head, n, [counter]):
            self.statements(self.rng.choice([1, 2, 3]), depth)

    def loop_while(self, depth):
        n, name = self.rng.choice([2, 3, 5]), self.fresh("n")
        self.emit(f"int {name} = {n};")
        head = self.rng.choice([f"while ({name}-- > 0) {{", f"while (--{name} >= 0 && ({self.test()})) {{", f"while ({name} && {name}--) {{"])
        with self.looping(head, n, [Var(name, INT, writable=False)]):
            self.statements(self.rng.choice([1, 2, 3]), depth)

    def loop_do(self, depth):
        n, name = self.rng.choice([1, 2, 4]), self.fresh("n")
        self.emit(f"uint {name} = 0;")
        tail = self.rng.choice([f"}} while (++{name} < {n}u);", f"}} while (({name} += 1u) < {n}u && ({self.test()}));"])
        # The tail's test is made before the body, whose variables it can't see.
        with self.looping("do {", n, [Var(name, UINT, bound=max(n, 1), writable=False)], tail):
            self.statements(self.rng.choice([1, 2]), depth)

    def loop_forever(self, depth):
        n, name = self.rng.choice([2, 3, 6]), self.fresh("n")
        self.emit(f"int {name} = 0;")
        with self.looping(self.rng.choice(["for (;;) {", "while (1) {", "for (; true;) {"]), n + 1, [Var(name, INT, bound=n + 1, writable=False)]):
            self.emit(f"if ({name}++ >= {n}{self.rng.choice(['', f' || ({self.test()})'])})")
            self.emit("    break;")
            self.statements(self.rng.choice([1, 2]), depth)

    def loop_two(self, depth):
        n, up, down = self.rng.choice([3, 4, 8]), self.fresh("i"), self.fresh("j")
        new = [Var(up, UINT, bound=n, writable=False), Var(down, UINT, bound=n, writable=False)]
        with self.looping(f"for (uint {up} = 0, {down} = {n - 1}; {up} < {down}; {up}++, --{down}) {{", n, new):
            self.statements(self.rng.choice([1, 2]), depth)

    def leave(self, depth=0):
        self.emit(f"if ({self.test()})")
        self.emit(f"    {self.rng.choice(['break', 'continue'])};")

    def leave_function(self, depth=0):
        if self.kernel:
            with self.block(f"if ({self.test()}) {{"):
                self.finish_kernel()
                self.emit("return;")
        elif self.result is None:
            self.emit(f"if ({self.test()}) return;")
        else:
            test = self.test()
            self.emit(f"if ({test}) return {self.value(self.result)};")

    def finish_kernel(self):
        self.emit("result[gid * 4u + 3u] = acc;")

    def switch(self, depth):
        labels = self.rng.sample(range(8), self.rng.choice([2, 3, 4]))
        kind = self.rng.choice([INT, UINT, UCHAR])
        default_at = self.rng.choice([0, len(labels), None])
        with self.block(f"switch ({self.E(kind, prec=ADD)} & 7) {{"):
            for at in range(len(labels) + 1):
                if at == default_at:
                    self.case("default:", depth)
                if at < len(labels):
                    text = self.rng.choice([str(labels[at]), f"{labels[at]}u", f"0 + {labels[at]}"])
                    self.case(f"case {text}:", depth)
            self.emit("    ;")

    def case(self, label, depth):
        self.indent -= 1
        self.emit(label)
        self.indent += 1
        if self.maybe(0.15):
            return self.emit(";")  # labels in a row, near enough
        # A jump over a declaration would leave its variable unset: each case has its block.
        held, self.loops = self.loops, 0
        with self.block("{"):
            self.statements(self.rng.choice([1, 1, 2]), depth)
        self.loops = held
        if self.maybe(0.6):
            self.emit("break;")
