"""loops.py - where a planted access stands: ids, loops, branches and index expressions, each in C and in Python.

A Body is the text of one function. The variables that it declares have a C name, which may hide another one, and a
Python name that no other has.
"""

import re
from contextlib import contextmanager

from kinds import CHAR, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT
from meaning import WRAPS, X, call, cast, choose, convert, literal, logical_not, negate, op, promoted, settled

WIDE = [INT, INT, INT, UINT, UINT, LONG, ULONG]
COUNTERS = [INT] * 6 + [UINT] * 4 + [SHORT, UCHAR, USHORT, LONG, ULONG, CHAR]


class V:
    """A variable. `size_t` is spelled so."""

    def __init__(self, name, py, t, spelled=None, changes=False):
        self.name, self.py, self.t, self.spelled, self.changes = name, py, t, spelled or str(t), changes
        self.kept = False  # used in inner scopes: never hidden

    @property
    def x(self):
        return X(self.name, self.py, self.t)


class Body:
    """C and Python of one function, line by line, and the variables in sight."""

    def __init__(self, kernel, rng):
        self.kernel, self.rng = kernel, rng
        self.c, self.py, self.ci, self.pi = [], [], 1, 1
        self.scopes = [[]]
        self.jumps = 0  # loops of which `continue` and `break` may leave the innermost; 0: none

    def line(self, c=None, py=None):
        if c:
            self.c.append("    " * self.ci + c)
        if py:
            self.py.append(" " * self.pi + py)

    def maybe(self, chance):
        return self.rng.random() < chance

    def fresh(self, prefix):
        return self.kernel.fresh(prefix)

    @contextmanager
    def block(self, c, py, c_end="}"):
        self.line(c, py)
        self.ci, self.pi = self.ci + 1, self.pi + 1
        self.scopes.append([])
        self.line(None, "pass")
        yield
        self.scopes.pop()
        self.ci, self.pi = self.ci - 1, self.pi - 1
        self.line(c_end)

    @contextmanager
    def braces(self):
        """Only a scope."""
        self.line("{")
        self.ci += 1
        self.scopes.append([])
        yield
        self.scopes.pop()
        self.ci -= 1
        self.line("}")

    def declare(self, v, x, const=False):
        self.line(f"{'const ' if const else ''}{v.spelled} {v.name} = {x.c};", f"{v.py} = {convert(x, v.t)}")
        self.scopes[-1].append(v)
        return v

    def new(self, t, x, prefix="v", const=False, name=None):
        name = name or self.fresh(prefix)
        return self.declare(V(name, f"{name}_{self.fresh('')}", t), x, const)

    def assign(self, v, x):
        self.line(f"{v.name} = {x.c};", f"{v.py} = {convert(x, v.t)}")

    def update(self, v, o, x):
        c, py = self.updated(v, o, x)
        self.line(f"{c};", py)

    def updated(self, v, o, x):
        """v o= x, as an expression of C and a statement of Python."""
        made = op(o, v.x, x)
        py = f"{v.py} = {convert(made, v.t)}"
        one = x.c in ("1", "1u") and o in "+-" and x.py == "1"
        if one and self.maybe(0.8):
            return self.rng.choice([f"{v.name}{o}{o}", f"{o}{o}{v.name}"]), py
        return self.rng.choice([f"{v.name} {o}= {x.at(2)}", f"{v.name} = {made.c}"]), py

    def visible(self):
        seen, found = set(), []
        for scope in reversed(self.scopes):
            for v in reversed(scope):
                if v.name not in seen:
                    seen.add(v.name)
                    found.append(v)
        return found

    # ---- expressions ----

    def constant(self, low=0, high=5):
        value = self.rng.randint(low, high)
        return literal(value, self.rng.choice([INT, INT, INT, UINT] if value >= 0 else [INT]))

    def work_item(self):
        """An id, as the function call that it is."""
        k, rng = self.kernel, self.rng
        d = rng.randrange(k.dimensions) if self.maybe(0.9) else rng.randrange(3)
        # Where the driver chooses the groups, only these are known.
        known = [("get_global_id", "g"), ("get_global_id", "g"), ("get_global_size", "gs")]
        name, py = rng.choice(known + [("get_local_id", "l"), ("get_group_id", "w"), ("get_local_size", "ls"),
                                       ("get_num_groups", "ng")] * k.program.local_known)
        x = X(f"{name}({d})", f"I.{py}[{d}]", ULONG)
        return cast(rng.choice([INT, INT, UINT, LONG, USHORT]), x) if self.maybe(0.6) else x

    def leaf(self):
        variables = self.visible()
        form = self.rng.random()
        if variables and form < 0.75:
            # The inner ones more often.
            return variables[min(self.rng.randrange(len(variables)), self.rng.randrange(len(variables)))].x
        return self.work_item() if form < 0.85 else self.constant()

    def small(self):
        """Something that is about 0 to 7."""
        x, form = self.leaf(), self.rng.random()
        if form < 0.4:
            return op("%", x if not x.t.signed else cast(UINT, x), literal(self.rng.randint(2, 7), UINT))
        if form < 0.7:
            return op("&", x, literal(self.rng.choice([1, 3, 7])))
        return x

    def affine(self):
        """Sums of products with constants: what an optimiser hoists."""
        rng = self.rng
        made = self.term()
        for _ in range(rng.choice([0, 1, 1, 2])):
            made = op(rng.choice("++++-"), made, self.term())
        return made

    def term(self):
        rng, x = self.rng, self.leaf()
        form = rng.random()
        if form < 0.45:
            return x
        if form < 0.75:
            c = self.constant(1, 6)
            return op("*", x, c) if self.maybe(0.6) else op("*", c, x)
        if form < 0.85:
            return op("<<", x if promoted(x.t).signed is False else cast(UINT, x), literal(rng.randint(1, 2)))
        return self.constant(0, 4)

    def twisted(self, depth=2):
        """Anything else."""
        rng = self.rng
        if depth == 0:
            return self.leaf()
        a = self.twisted(depth - 1)
        form = rng.choice(["div", "mod", "and", "xor", "shr", "min", "max", "clamp", "cond", "cast", "cast", "sub", "mul", "add", "minus",
                           "or"])
        if form == "div":
            return op("/", a, self.constant(1, 4))
        if form == "mod":
            return op("%", a, literal(rng.randint(2, 9), rng.choice([INT, UINT])))
        if form in ("and", "xor", "or"):
            return op({"and": "&", "xor": "^", "or": "|"}[form], a, literal(rng.choice([1, 3, 5, 7, 12, 15]), rng.choice([INT, UINT])))
        if form == "shr":
            return op(">>", a if not promoted(a.t).signed else cast(UINT, a), literal(rng.randint(1, 3)))
        if form in ("min", "max"):
            return call(form, rng.choice(WIDE), a, self.leaf())
        if form == "clamp":
            low = rng.randint(-2, 3)
            return call("clamp", rng.choice([INT, LONG]), a, literal(low), literal(low + rng.randint(0, 8)))
        if form == "cond":
            return choose(self.test(), a, self.leaf())
        if form == "cast":
            return cast(rng.choice([INT, UINT, LONG, ULONG, SHORT, USHORT, UCHAR, CHAR]), a)
        if form == "minus":
            return op("+", negate(a), literal(rng.randint(5, 30)))
        return op({"sub": "-", "mul": "*", "add": "+"}[form], a, self.leaf())

    def index(self):
        form = self.rng.random()
        made = self.affine() if form < 0.6 else self.twisted(self.rng.choice([1, 2, 2, 3]))
        if self.maybe(0.12):
            made = cast(self.rng.choice([INT, UINT, LONG, ULONG, SHORT, USHORT, UCHAR]), made)
        return made

    def test(self):
        rng, a = self.rng, self.leaf()
        form = rng.choice(["mod", "less", "equal", "and", "more", "both", "not"])
        if form == "mod":
            return op(rng.choice(["==", "!="]), op("%", a, literal(rng.randint(2, 4), rng.choice([INT, UINT]))), self.constant(0, 1))
        if form == "and":
            return op("!=", op("&", a, literal(rng.choice([1, 2, 4]))), literal(0))
        if form == "equal":
            return op(rng.choice(["==", "==", "!="]), a, self.constant(0, 4))
        if form == "both":
            return op(rng.choice(["&&", "||"]), op("<", a, self.constant(1, 8)), op(">=", self.leaf(), self.constant(0, 3)))
        if form == "not":
            return logical_not(op("==", a, self.constant(0, 3)))
        return op(rng.choice(["<", "<=", ">", ">="]), a, self.constant(0, 6))

    def limit(self):
        """Where a loop ends."""
        rng, form = self.rng, self.rng.random()
        if form < 0.35:
            return literal(rng.randint(1, 9), rng.choice([INT, INT, INT, UINT, LONG]))
        if form < 0.5:
            return X("LIMIT", str(self.kernel.program.limit), INT)
        if form < 0.62:  # depends on an outer loop
            counters = [v for v in self.visible() if v.changes and v.name[0] in "ijk"]
            if counters:
                x = self.rng.choice(counters).x
                return x if self.maybe(0.5) else op(self.rng.choice("+-"), x, self.constant(1, 4))
        if form < 0.8:
            scalars = [v for v in self.visible() if v.name[0] in "ny"]
            x = rng.choice(scalars).x if scalars else self.constant(2, 8)
            return op("-", x, literal(1)) if self.maybe(0.15) else x
        if form < 0.9:
            return self.small()
        loaded = self.kernel.loaded_limit(self)
        return loaded or op("+", self.small(), self.constant(0, 3))

    # ---- control flow ----

    def nest(self, depth, inner):
        """`inner` under `depth` loops, with what makes them hard to see through."""
        if depth == 0:
            return self.around(inner)
        forms = ["up"] * 8 + ["down"] * 3 + ["to_zero", "wrap", "endless", "two", "multiply", "halve", "while", "while", "do", "goto", "macro", "not_equal"]
        getattr(self, "loop_" + self.rng.choice(forms))(lambda: self.loop_body(depth, inner))

    def around(self, inner):
        """What may stand between the innermost loop and the access."""
        form = self.rng.random()
        if form < 0.22:
            test = self.test()
            with self.block(f"if ({test.c}) {{", f"if {test.py}:"):
                inner()
            if self.maybe(0.2):
                self.c[-1] += " else { acc++; }"
                with self.block(None, "else:", None):
                    self.line(None, "acc = u32(acc + 1)")
        elif form < 0.27:
            self.around_switch(inner)
        elif form < 0.31:
            with self.braces():
                inner()
        else:
            inner()

    def around_switch(self, inner):
        x, case = self.small(), self.rng.randint(0, 3)
        self.line(f"switch ({x.c}) {{")
        self.line(f"case {case}: {{" if self.maybe(0.7) else f"case {case + 1}: case {case}: {{", None)
        both = "case %d: case" % (case + 1) in self.c[-1]
        with self.block(None, f"if ({x.py}) in ({case}, {case + 1 if both else case}):", None):
            inner()
        self.line("break; }")
        if self.maybe(0.5):
            self.line("default: break;")
        self.line("}")

    def loop_body(self, depth, inner):
        """Inside a loop: perhaps something that changes its course, and the next loop."""
        rng = self.rng
        if self.maybe(0.12):
            return self.body_shadowed(depth, inner)
        before, after = rng.random(), rng.random()
        if before < 0.12 and self.jumps:
            self.leave()
        elif before < 0.2:
            self.meddle()
        elif before < 0.35:
            self.derive()
        self.nest(depth - 1, inner)
        if after < 0.1 and self.jumps:
            self.leave()
        elif after < 0.2:
            self.meddle()

    def leave(self):
        test, word = self.test(), self.rng.choice(["continue", "break", "continue"])
        self.line(f"if ({test.c}) {word};", f"if {test.py}: {word}")

    def meddle(self):
        """Changes a variable that may be a loop's or a limit, plainly or behind a pointer."""
        own = [v for v in self.visible() if v.changes]
        if not own:
            return
        rng, v = self.rng, self.rng.choice(own)
        form = rng.random()
        if form < 0.45:
            test = self.test()
            made, py = self.updated(v, rng.choice("++-"), self.constant(1, 2))
            self.line(f"if ({test.c}) {made};", f"if {test.py}: {py}")
        elif form < 0.65:
            self.update(v, "+", self.constant(1, 2))
        elif form < 0.85:
            pointer = self.fresh("q")
            self.line(f"{v.t} *{pointer} = &{v.name};")
            made = op("+", v.x, self.constant(1, 2))
            self.line(f"*{pointer} = {made.c.replace(v.name, '*' + pointer, 1)};", f"{v.py} = {convert(made, v.t)}")
        else:
            self.line(f"f_bump_{v.t}(&{v.name});", f"{v.py} = {convert(op('+', v.x, literal(1)), v.t)}")
            self.kernel.program.bumps.add(v.t)

    def derive(self):
        """A variable made of others."""
        v = self.new(self.rng.choice(WIDE), self.affine() if self.maybe(0.7) else self.twisted(1), "d", self.maybe(0.3))
        v.changes = not self.c[-1].lstrip().startswith("const")

    def body_shadowed(self, depth, inner):
        """A variable of the same name as one outside, in a block around or beside what follows."""
        v = self.rng.choice(self.visible())
        x = self.small()
        if v.name not in x.c and not v.kept:
            with self.braces():
                self.new(self.rng.choice([INT, UINT, LONG]), x, name=v.name)
                if self.maybe(0.6):
                    return self.nest(depth - 1, inner)
                self.line(f"acc += (uint){v.name};", f"acc = u32(acc + {self.scopes[-1][-1].py})")
        self.nest(depth - 1, inner)

    def counter(self, types=COUNTERS, *others):
        """A new counter, of a name that the expressions of its loop's head don't use."""
        name = self.rng.choice([self.fresh("i"), self.rng.choice("ijk")])
        if any(re.search(rf"\b{name}\b", x.c) for x in others) or any(o.kept and o.name == name for o in self.visible()) \
                or any(o.name == name for o in self.scopes[-1]):  # it may be declared beside its loop
            name = self.fresh("i")
        t = self.rng.choice(types)
        v = V(name, f"{name}_{self.fresh('')}", t, changes=True)
        if t is ULONG and self.maybe(0.5):
            v.spelled = "size_t"
        return v

    @contextmanager
    def for_loop(self, v, start, test, step_c, step_py, more_c=""):
        """The counter is declared in the head."""
        with self.loop(f"for ({v.spelled} {v.name} = {start.c}{more_c}; {test.c}; {step_c}) {{", [f"{v.py} = {convert(start, v.t)}"],
                       test, step_py, [v]):
            yield

    @contextmanager
    def loop(self, head, before, test, step_py, variables, end="}", entered=False):
        """`while True` with the step in front, so that `continue` is the same in both languages."""
        first = f"first_{self.fresh('')}"
        for line in before:
            self.line(None, line)
        self.line(None, f"{first} = True")
        with self.block(head, "while True:", end):
            self.scopes[-1] += variables
            self.line(None, "M.tick()")
            step = step_py or "pass"
            if entered:
                self.line(None, f"if not {first} and not ({test.py}): break")
            elif step_py:
                self.line(None, f"if not {first}: {step}")
            self.line(None, f"{first} = False")
            if not entered:
                self.line(None, f"if not ({test.py}): break")
            self.jumps += 1
            yield
            self.jumps -= 1

    def start(self):
        form = self.rng.random()
        if form < 0.6:
            return literal(self.rng.choice([0, 0, 0, 1, 2]))
        counters = [v for v in self.visible() if v.changes and v.name[0] in "ijk"]
        if counters and form < 0.72:
            return op("+", self.rng.choice(counters).x, self.constant(0, 2))
        return self.small() if form < 0.85 else literal(self.rng.choice([-1, -2, 3]))

    def stride(self):
        steps = [v for v in self.visible() if v.name[0] in "ny"]
        if steps and self.maybe(0.15):
            return self.rng.choice(steps).x
        return literal(self.rng.choice([1, 1, 1, 1, 2, 3]))

    def loop_up(self, inner):
        start, limit, also = self.start(), self.limit(), [self.test()] * self.maybe(0.1)
        v = self.counter(COUNTERS, start, limit, *also)
        step_c, step_py = self.updated(v, "+", self.stride())
        test = op(self.rng.choice(["<", "<", "<", "<="]), v.x, limit)
        if self.maybe(0.15):
            test = op(self.rng.choice([">", ">="]), limit, v.x)
        for x in also:
            test = op("&&", test, x)
        if self.maybe(0.08):  # the limit may be far away: the body ends the loop
            inside, end = inner, literal(self.rng.randint(2, 9))
            v.kept = True

            def inner():
                inside()
                leave = op(self.rng.choice(["==", ">="]), v.x, end)
                self.line(f"if ({leave.c}) break;", f"if {leave.py}: break")
        if self.maybe(0.15):  # the counter lives on behind the loop
            self.declare(v, start)
            with self.loop(f"for (; {test.c}; {step_c}) {{", [], test, step_py, []):
                inner()
            return None
        with self.for_loop(v, start, test, step_c, step_py):
            inner()

    def loop_not_equal(self, inner):
        v, start, stride = self.counter([INT, UINT, LONG]), self.rng.randint(0, 2), self.rng.choice([1, 1, 2])
        end = literal(start + stride * self.rng.randint(0, 6))
        step_c, step_py = self.updated(v, "+", literal(stride))
        with self.for_loop(v, literal(start), op("!=", v.x, end), step_c, step_py):
            inner()

    def loop_down(self, inner):
        limit, end = self.limit(), literal(self.rng.choice([0, 0, 0, 1, -1]))
        v = self.counter([INT, INT, LONG, SHORT, CHAR], limit)
        start = op("-", limit, literal(1)) if self.maybe(0.6) else limit
        step_c, step_py = self.updated(v, "-", self.stride())
        with self.for_loop(v, start, op(self.rng.choice([">=", ">=", ">"]), v.x, end), step_c, step_py):
            inner()

    def loop_to_zero(self, inner):
        """Unsigned, and down to 0: for (uint i = n; i-- > 0;) and for (uint i = n; i > 0; i--)."""
        limit = self.limit()
        v = self.counter([UINT, UINT, ULONG, INT], limit)
        less = op("-", v.x, literal(1))
        if self.maybe(0.5):
            with self.for_loop(v, limit, op(">", v.x, literal(0)), f"{v.name}--", f"{v.py} = {convert(less, v.t)}"):
                inner()
            return None
        # Its test changes it.
        self.line(None, f"{v.py} = {convert(limit, v.t)}")
        with self.block(f"for ({v.spelled} {v.name} = {limit.c}; {v.name}-- > 0;) {{", "while True:"):
            self.scopes[-1].append(v)
            was = f"was_{self.fresh('')}"
            self.line(None, "M.tick()")
            self.line(None, f"{was} = {v.py}; {v.py} = {convert(less, v.t)}")
            self.line(None, f"if not {was} > 0: break")
            self.jumps += 1
            inner()
            self.jumps -= 1

    def loop_wrap(self, inner):
        """An unsigned counter that is always >= 0: it wraps around, and the body ends the loop."""
        v, start = self.counter([UINT, UINT, ULONG, USHORT]), literal(self.rng.randint(1, 8))
        step_c, step_py = self.updated(v, "-", literal(1))
        early, v.kept = self.maybe(0.5), True

        def leave():
            test = op(">", v.x, literal(self.rng.choice([20, 100])))
            self.line(f"if ({test.c}) break;", f"if {test.py}: break")
        with self.for_loop(v, start, op(">=", v.x, self.rng.choice([literal(0), literal(0, UINT)])), step_c, step_py):
            if early:
                leave()
            inner()
            if not early:
                leave()

    def loop_endless(self, inner):
        start, limit = self.start(), self.limit()
        v = self.counter(COUNTERS, start, limit)
        step_c, step_py = self.updated(v, "+", self.stride())
        test = op(self.rng.choice([">=", ">", ">="]), v.x, limit)
        true = X("", "True", INT)
        with self.for_loop(v, start, true, step_c, step_py):
            self.line(f"if ({test.c}) break;", f"if {test.py}: break")
            inner()

    def loop_two(self, inner):
        limit = self.limit()
        a = self.counter([INT, LONG], limit)
        b = V(self.fresh("j"), f"j_{self.fresh('')}", a.t, changes=True)
        a_step, b_step = op("+", a.x, literal(1)), op("-", b.x, self.stride())
        head = f"for ({a.t} {a.name} = 0, {b.name} = {limit.at(2)}; {a.name} < {b.name}; {a.name}++, {b.name} -= {b_step.c.split()[-1]}) {{"
        with self.loop(head, [f"{a.py} = 0", f"{b.py} = {convert(limit, b.t)}"], op("<", a.x, b.x),
                       f"{a.py} = {convert(a_step, a.t)}; {b.py} = {convert(b_step, b.t)}", [a, b]):
            inner()

    def loop_multiply(self, inner):
        limit = self.rng.choice([literal(self.rng.randint(4, 40)), self.limit()])
        v = self.counter([INT, UINT, LONG, USHORT], limit)
        o, by = self.rng.choice([("*", 2), ("*", 3), ("<<", 1)])
        step_c, step_py = self.updated(v, o, literal(by))
        with self.for_loop(v, literal(self.rng.randint(1, 2)), op(self.rng.choice(["<", "<="]), v.x, limit), step_c, step_py):
            inner()

    def loop_halve(self, inner):
        v, start = self.counter([INT, UINT, ULONG]), literal(self.rng.choice([4, 8, 9, 16, 20]))
        o, by = self.rng.choice([("/", 2), (">>", 1), ("/", 3)])
        step_c, step_py = self.updated(v, o, literal(by))
        with self.for_loop(v, start, op(">", v.x, literal(0)), step_c, step_py):
            inner()

    def loop_while(self, inner):
        """The counter changes somewhere in the body; continue may jump over that: a tick less is then not enough."""
        start, limit = self.start(), self.limit()
        v = self.counter(COUNTERS, start, limit)
        self.declare(v, start)
        v.kept = True
        step = lambda: self.update(v, "+", self.stride())
        test = op(self.rng.choice(["<", "<", "<=", "!="]), v.x, limit)
        with self.loop(f"while ({test.c}) {{", [], test, None, []):
            early = self.maybe(0.3)
            if early:
                step()
            inner()
            if not early:
                step()

    def loop_do(self, inner):
        start, limit = self.start(), self.limit()
        v = self.counter(COUNTERS, start, limit)
        self.declare(v, start)
        v.kept = True
        made, py = self.updated(v, "+", self.stride())
        test = op("<", v.x, limit)
        with self.loop("do {", [], test, None, [], f"}} while ({test.c});", entered=True):
            early = self.maybe(0.4)
            if early:
                self.line(made + ";", py)
            inner()
            if not early:
                self.line(made + ";", py)

    def loop_goto(self, inner):
        """A loop by hand, or one that is left by goto."""
        label = self.fresh("again")
        if self.maybe(0.5) and self.kernel.may_jump:
            start, limit = self.start(), self.limit()
            v = self.counter([INT, UINT], start, limit)
            self.declare(v, start)
            v.kept = True
            test = op("<", v.x, limit)
            jumps, self.jumps = self.jumps, 0
            self.line(f"{label}: ;", "while True:")
            self.pi += 1
            self.line(None, "M.tick()")
            with self.braces():
                inner()
            self.update(v, "+", self.stride())
            self.line(f"if ({test.c}) goto {label};", f"if not ({test.py}): break")
            self.pi -= 1
            self.jumps = jumps
            return None
        test = self.test()
        self.line(None, f"class {label}(Exception): pass")
        with self.block("{", "try:"):
            def leaving():
                inside = self.test()
                self.line(f"if ({inside.c}) goto {label};", f"if {inside.py}: raise {label}")
                inner()
            self.loop_up(leaving)
            self.line("acc += 5u;", "acc = u32(acc + 5)")
        self.line(f"{label}: acc ^= 1u;", f"except {label}: pass")
        self.line(None, "acc ^= 1")

    def loop_macro(self, inner):
        """The head comes out of a macro."""
        limit = self.limit()
        v = self.counter([INT], limit)
        with self.loop(f"M_FOR({v.name}, {limit.c}) {{", [f"{v.py} = 0"], op("<", v.x, cast(INT, limit)),
                       f"{v.py} = {convert(op('+', v.x, literal(1)), INT)}", [v]):
            inner()
