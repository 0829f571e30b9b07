"""copies.py - async copies of work-groups in both directions, and, planted, what is wrong with them.

A copy is made once for the group; the Python makes it again in every work-item, from what does not change, or what its last work-item has
written. Its arguments depend on the group only, but where a fault is planted.
"""

from accesses import Target
from kinds import FLOAT, INT, SHORT, UCHAR, UINT, ULONG, vec
from loops import V
from meaning import Reject, X, call, cast, literal, op

ELEMENTS = [UINT, UINT, INT, FLOAT, UCHAR, SHORT, ULONG, vec(UINT, 4), vec(FLOAT, 2), vec(INT, 2), vec(SHORT, 4), vec(INT, 3)]
MISUSE = "async-copy-misuse"


class Groups:
    """Mixed into Memory."""

    def fault(self, site):
        site.missed.add(self.item)
        site.misses += 1

    def reaches(self, site, pointer, size, bad):
        obj, at = pointer
        if abs(at) > 1 << 24:
            raise Reject("too far away")
        if obj.size is None:
            site.offsets.add((obj, at))
            site.width = size
            return False
        if 0 <= at and at + size <= obj.size:
            return True
        if 0 < at + size and at < obj.size:
            raise Reject("partly within")
        bad.add(site)
        return False

    def copy(self, to, come, dst, src, n, steps, size, group):
        """`steps`: of destination and source, in elements. Elements of none are 0 in local memory, and not copied to global memory."""
        if not 0 <= n <= 512:
            raise Reject("long")
        bad = set()
        for i in range(n):
            d, s = (dst[0], dst[1] + i * steps[0] * size), (src[0], src[1] + i * steps[1] * size)
            d_good, s_good = self.reaches(to, d, size, bad), self.reaches(come, s, size, bad)
            if d_good and s_good:
                self.place(d, bytes(s[0].data[s[1]:s[1] + size]), group)
            elif d_good and d[0].is_local:
                self.place(d, bytes(size), group)
        for site in bad:
            self.fault(site)

    @staticmethod
    def place(pointer, data, group):
        """What several groups write must be the same."""
        obj, at = pointer
        for i, byte in zip(range(at, at + len(data)), data):
            who, was = obj.copied.get(i, (group, byte))
            if not obj.is_local and (i in obj.written or (who != group and was != byte)):
                raise Reject("race")
            obj.copied[i] = group, byte
        obj.data[at:at + len(data)] = data

    def prefetch(self, site, pointer, n, size):
        bad = set()
        if not 0 <= n <= 512:
            raise Reject("long")
        for i in range(n):
            self.reaches(site, (pointer[0], pointer[1] + i * size), size, bad)
        for site in bad:
            self.fault(site)


class Copy:
    """One call: its C up to the event, its Python, the marks of its sites."""

    def __init__(self, c, py, mark, target):
        self.c, self.py, self.mark, self.target = c, py, mark, target

    def text(self, event):
        return f"{self.c}, {event})"


class Copies:
    """Mixed into the generator of a kernel, as Accesses."""

    def fragment_copy(self, b, planted):
        if self.program.group_size == 1:
            raise Reject("a group of one")
        if planted and self.chance(0.55):
            return getattr(self, "misuse_" + self.rng.choice(["arguments", "arguments", "skipped", "alone", "unwaited", "unwaited", "unset", "unset", "ignored"]))(b)
        forms = ["plain", "plain", "chained", "listed", "looped", "ahead", "rest", "helped", "prefetch"]
        if not self.program.together:  # barriers in branches take PoCL 3.1's compiler minutes, and more
            forms.append("branch")
        with b.braces():
            getattr(self, "copies_" + self.rng.choice(forms))(b, planted)

    # ---- values that are the same in all of a group ----

    def uniform(self, b, low=0, high=6):
        rng = self.rng
        leaves = [literal(rng.randint(low, high)), X("LIMIT", str(self.program.limit), INT)]
        leaves += [X(f"(int)get_group_id({d})", f"I.w[{d}]", INT, 14) for d in range(self.dimensions)] * 2
        leaves += [cast(INT, v.x) for v, value in self.scalars if not v.changes and 0 <= value < 20]
        leaves += [v.x for v in self.uniforms]
        x = rng.choice(leaves)
        form = rng.random()
        if form < 0.3:
            return op("*", x, literal(rng.randint(1, 8)))
        if form < 0.5:
            return op("+", x, rng.choice(leaves))
        if form < 0.6:
            return call("min", INT, x, literal(rng.randint(1, 8)))
        return x

    def elements(self, b):
        """How many, at least 0."""
        rng = self.rng
        x = rng.choice([literal(rng.randint(1, 16)), X("(int)LSIZE", str(self.program.group_size), INT, 14), op("+", self.uniform(b), literal(1))])
        return x if x.t is INT and x.py.isdigit() else call("max", INT, cast(INT, x), literal(0))

    # ---- one copy ----

    def copied(self, b, planted, lid=None):
        """`planted`: "src", "dst" or None: which is out of bounds; `lid`: what depends on the work-item."""
        rng = self.rng
        into, kind, n = self.chance(0.6), rng.choice(ELEMENTS), self.elements(b)
        src, dst = self.storage(kind, "global" if into else "local", into), self.storage(kind, "local" if into else "global", False)
        self.declare_storage(src, False)
        self.declare_storage(dst, True)
        if not into and lid is None and self.may_wait and self.chance(0.4):
            self.filled_first(b, src)
        stride = literal(rng.choice([1, 2, 2, 3])) if self.chance(0.25) else None
        sites, pointers = [], []
        for s, name in ((dst, "dst"), (src, "src")):
            site = self.site(MISUSE, planted == name)
            x = self.uniform(b) if self.chance(0.7) else literal(0)
            x = self.shifted(b, x, site)
            sites.append(site)
            if lid == name:
                x = op("+", x, op("&", X("(int)lid", "I.lid", INT, 14), literal(1)))
            pointers.append(self.end_of_copy(b, s, x))
        if lid == "n":
            n = op("+", n, op("==", X("(int)lid", "I.lid", INT, 14), literal(rng.randrange(1, self.program.group_size))))
        if lid == "stride":
            stride = op("+", stride or literal(1), op("&", X("(int)lid", "I.lid", INT, 14), literal(1)))
        name = "async_work_group_strided_copy" if stride else "async_work_group_copy"
        number = cast(rng.choice([UINT, ULONG]), n) if self.chance(0.2) and not planted else n
        c = f"{name}({pointers[0][0]}, {pointers[1][0]}, {number.c}{', ' + stride.c if stride else ''}"
        one, steps = "1", stride.py if stride else "1"
        py = (f"M.copy(S[{sites[0].number}], S[{sites[1].number}], {pointers[0][1]}, {pointers[1][1]}, {n.py}, "
              f"({one if into else steps}, {steps if into else one}), {kind.size}, I.group_number)")
        return Copy(c, py, "".join(s.mark for s in sites), dst if into else None)

    def filled_first(self, b, s):
        """What goes out is written by the work-items."""
        site = self.current = self.site("write", False)
        t = Target(s.name, s.kind, "local")
        b.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.write(b, t, X("(int)lid", "I.lid", INT, 14), site)
        b.line("barrier(CLK_LOCAL_MEM_FENCE);")

    def end_of_copy(self, b, s, x):
        """(C, Python) of a pointer."""
        rng, t = self.rng, Target(s.name, s.kind, s.space, s.const)
        py = f"at({s.name}, {x.py}, {s.kind.size})"
        form = rng.random()
        if x.c == "0" and form < 0.7:
            return s.name, py
        if form < 0.2:
            p = self.fresh("p")
            b.line(f"{t.pointer()} *{p} = {s.name} + {x.at(13)};", f"{p} = {py}")
            return p, p
        return rng.choice([f"{s.name} + {x.at(13)}", f"&{s.name}[{x.c}]"]), py

    def side(self, planted):
        return self.rng.choice(["src", "dst"]) if planted else None

    def used(self, b, *copies):
        """What came in is read."""
        for c in copies:
            if c.target is None or self.chance(0.15):
                continue
            t = Target(c.target.name, c.target.kind, "local")
            site = self.current = self.site("read", False)
            x = op("&", cast(UINT, b.leaf()), literal(self.rng.choice([1, 3, 7]), UINT)) if self.chance(0.6) else X("lid", "I.lid", UINT)
            self.read(b, t, x, site)

    def wait(self, b, event):
        form = self.rng.random()
        if form < 0.2:
            f = self.fresh("f_wait")
            self.helpers.append([f"void {f}(event_t e)", "{", "    wait_group_events(1, &e);", "}"])
            b.line(f"{f}({event});")
        else:
            b.line(f"wait_group_events(1, &{event});")
        if form > 0.93:  # again: it has come already
            b.line(f"wait_group_events(1, &{event});")

    # ---- correct, or out of bounds ----

    def copies_plain(self, b, planted):
        e, c = self.fresh("e"), self.copied(b, self.side(planted))
        if self.chance(0.5):
            b.line(f"event_t {e} = {c.text('0')};{c.mark}", c.py)
        else:
            b.line(f"event_t {e}{self.rng.choice(['', ' = 0'])};")
            b.line(f"{e} = {c.text('0')};{c.mark}", c.py)
        self.wait(b, e)
        self.used(b, c)

    def copies_chained(self, b, planted):
        """Several copies, one event."""
        e, number = self.fresh("e"), self.rng.choice([2, 2, 3, 6])
        which, copies = self.rng.randrange(number), []
        for i in range(number):
            c = self.copied(b, self.side(planted and i == which))
            copies.append(c)
            if i == 0:
                b.line(f"event_t {e} = {c.text('0')};{c.mark}", c.py)
            else:
                b.line(f"{self.rng.choice([e + ' = ', ''])}{c.text(e)};{c.mark}", c.py)
        self.wait(b, e)
        self.used(b, *copies)

    def copies_listed(self, b, planted):
        """An event for each."""
        e, number = self.fresh("e"), self.rng.choice([2, 3, 5])
        which, copies = self.rng.randrange(number), []
        b.line(f"event_t {e}[{number}];")
        for i in range(number):
            c = self.copied(b, self.side(planted and i == which))
            copies.append(c)
            b.line(f"{e}[{i}] = {c.text('0')};{c.mark}", c.py)
        form = self.rng.random()
        if form < 0.5:
            b.line(f"wait_group_events({number}, {e});")
        else:
            for i in range(number):
                b.line(f"wait_group_events(1, {self.rng.choice([f'&{e}[{i}]', f'{e} + {i}'])});")
        self.used(b, *copies)

    def round(self, b, limit):
        """A loop that all go through alike; its counter."""
        i = V(self.fresh("i"), None, INT)
        i.py = i.name
        b.line(None, f"{i.py} = -1")
        return i, b.block(f"for (int {i.name} = 0; {i.name} < {limit.c}; {i.name}++) {{", f"while {i.py} < {limit.py} - 1:")

    def copies_looped(self, b, planted):
        limit = self.rng.choice([literal(self.rng.randint(1, 5)), X("LIMIT", str(self.program.limit), INT)])
        i, block = self.round(b, limit)
        e = self.fresh("e")
        with block:
            b.line(None, f"{i.py} += 1")
            self.uniforms.append(i)
            c = self.copied(b, self.side(planted))
            b.line(f"event_t {e} = {c.text('0')};{c.mark}", c.py)
            self.wait(b, e)
            self.used(b, c)
            b.line("barrier(CLK_LOCAL_MEM_FENCE);")
            self.uniforms.pop()

    def copies_ahead(self, b, planted):
        """While one tile is read, the next is on its way: two events in turn. Planted: one round too many would fetch what is not there."""
        rng, kind = self.rng, self.rng.choice([UINT, INT, SHORT, FLOAT])
        n, rounds = rng.randint(1, 8), rng.randint(2, 4)
        src = self.storage(kind, "global", True)
        self.declare_storage(src, False)
        tiles = [self.storage(kind, "local", False, "array") for _ in range(2)]
        for t in tiles:
            self.declare_storage(t, True)
        e = self.fresh("e")
        b.line(f"event_t {e}[2];")
        for r in range(rounds):  # unrolled, as it is when written for two tiles
            site_d, site_s = self.site(MISUSE, False), self.site(MISUSE, planted and r == rounds - 1)
            c = f"async_work_group_copy({tiles[r & 1].name}, {src.name} + {r * n}, {n}, 0)"
            py = (f"M.copy(S[{site_d.number}], S[{site_s.number}], {tiles[r & 1].name}, at({src.name}, {r * n}, {kind.size}), {n}, (1, 1), "
                  f"{kind.size}, I.group_number)")
            b.line(f"{e}[{r & 1}] = {c};{site_d.mark}{site_s.mark}", py)
            if r:
                self.ahead_used(b, tiles[(r - 1) & 1], e, (r - 1) & 1)
        self.ahead_used(b, tiles[(rounds - 1) & 1], e, (rounds - 1) & 1)

    def ahead_used(self, b, tile, e, which):
        b.line(f"wait_group_events(1, &{e}[{which}]);")
        self.used(b, Copy("", "", "", tile))
        b.line("barrier(CLK_LOCAL_MEM_FENCE);")

    def copies_branch(self, b, planted):
        """Whole groups go another way. (Barriers there make PoCL 3.1's originals crash.)"""
        self.may_wait = False
        test = op(self.rng.choice(["<", "==", "!=", ">="]), X("(int)get_group_id(0)", "I.w[0]", INT, 14), literal(self.rng.randint(0, 2)))
        with b.block(f"if ({test.c}) {{", f"if {test.py}:"):
            self.copies_plain(b, planted)
        self.may_wait = True

    def copies_rest(self, b, planted):
        """The last group has less. Planted: that was forgotten."""
        rng, kind = self.rng, self.rng.choice([UINT, FLOAT, SHORT, vec(UINT, 4)])
        groups = self.program.groups[0]
        chunk = rng.randint(2, 8)
        total = rng.randint(max(1, chunk * (groups - 1) - 1), chunk * groups - 1)
        src = self.storage(kind, "global", True, "buffer", total)
        self.declare_storage(src, False)
        begin = b.new(INT, op("*", X("(int)get_group_id(0)", "I.w[0]", INT, 14), literal(chunk)), "begin", True).x
        rest = op("-", literal(total), begin)
        n = call("max", INT, call("min", INT, literal(chunk), rest), literal(0)) if not planted else literal(chunk)
        dst = self.storage(kind, "local", False)
        self.declare_storage(dst, True)
        site_d, site_s, e = self.site(MISUSE, False), self.site(MISUSE, planted), self.fresh("e")
        b.line(f"event_t {e} = async_work_group_copy({dst.name}, {src.name} + {begin.c}, {n.c}, 0);{site_d.mark}{site_s.mark}",
               f"M.copy(S[{site_d.number}], S[{site_s.number}], {dst.name}, at({src.name}, {begin.py}, {kind.size}), {n.py}, (1, 1), {kind.size}, I.group_number)")
        self.wait(b, e)
        self.used(b, Copy("", "", "", dst))

    def copies_helped(self, b, planted):
        """The copy stands in a function."""
        rng, f, e, kind = self.rng, self.fresh("f_copy"), self.fresh("e"), self.rng.choice([UINT, INT, FLOAT, UCHAR])
        src, dst = self.storage(kind, "global", True), self.storage(kind, "local", False)
        self.declare_storage(src, False)
        self.declare_storage(dst, True)
        side = self.side(planted)
        site_d, site_s = self.site(MISUSE, side == "dst"), self.site(MISUSE, side == "src")
        self.helpers.append([f"event_t {f}(__local {kind} *d, __global const {kind} *s, int n)", "{",
                             f"    return async_work_group_copy(d, s, n, 0);{site_d.mark}{site_s.mark}", "}"])
        d, s, n = self.shifted(b, self.uniform(b), site_d), self.shifted(b, self.uniform(b), site_s), self.elements(b)
        b.line(f"event_t {e} = {f}({dst.name} + {d.at(13)}, {src.name} + {s.at(13)}, {n.c});",
               f"M.copy(S[{site_d.number}], S[{site_s.number}], at({dst.name}, {d.py}, {kind.size}), at({src.name}, {s.py}, {kind.size}), {n.py}, (1, 1), {kind.size}, I.group_number)")
        self.wait(b, e)
        self.used(b, Copy("", "", "", dst))

    def copies_prefetch(self, b, planted):
        """Of a work-item, not of the group."""
        kind = self.rng.choice(ELEMENTS)
        s = self.storage(kind, "global", True)
        self.declare_storage(s, False)
        site = self.site("read", planted)
        x, n = self.shifted(b, self.rng.choice([self.flat_id("global"), b.small(), self.uniform(b)]), site), literal(self.rng.randint(1, 8))
        b.line(f"prefetch({self.rng.choice([f'{s.name} + {x.at(13)}', f'&{s.name}[{x.c}]'])}, {n.c});{site.mark}",
               f"M.prefetch(S[{site.number}], at({s.name}, {x.py}, {kind.size}), {n.py}, {kind.size})")

    # ---- misused otherwise: what is computed then is not defined ----

    def misused(self, some=False):
        site = self.site(MISUSE, True)
        site.some, self.unknown = some, True
        return site, f"M.fault(S[{site.number}])"

    def misuse_arguments(self, b):
        """One depends on the work-item."""
        site, py = self.misused(True)
        e, c = self.fresh("e"), self.copied(b, None, self.rng.choice(["dst", "src", "n", "stride"]))
        b.line(f"event_t {e} = {c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
        self.wait(b, e)

    def misuse_skipped(self, b):
        """Not all come to the second copy."""
        site, py = self.misused(True)
        e, first = self.fresh("e"), self.copied(b, None)
        b.line(f"event_t {e} = {first.text('0')};{first.mark}", first.py)
        second, test = self.copied(b, None), self.some_items(b)
        b.line(f"if ({test.c}) {e} = {second.text(e)};{site.mark}{second.mark}", f"if {test.py}: {second.py}; {py}")
        b.line(f"wait_group_events(1, &{e});")

    def misuse_alone(self, b):
        """Copy and wait both. Where the twins wait at a barrier, these may not end."""
        if self.program.together:
            raise Reject("it may not end")
        site, py = self.misused(True)
        e, c, test = self.fresh("e"), self.copied(b, None), self.some_items(b)
        with b.block(f"if ({test.c}) {{", f"if {test.py}:"):
            b.line(f"event_t {e} = {c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
            b.line(f"wait_group_events(1, &{e});")

    def some_items(self, b):
        """Some work-items of each group, and not all."""
        lid, n = X("lid", "I.lid", UINT), self.program.group_size
        return self.rng.choice([op("==", lid, literal(0)), op("<", lid, literal(self.rng.randrange(1, n), UINT)), op("!=", lid, literal(self.rng.randrange(n), UINT)),
                                op(">=", lid, literal(self.rng.randrange(1, n), UINT))])

    def misuse_unwaited(self, b):
        site, py = self.misused()
        c, form = self.copied(b, None), self.rng.random()
        if form < 0.4:
            b.line(f"{c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
        elif form < 0.7:
            b.line(f"event_t {self.fresh('e')} = {c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
        else:  # the first one's event is overwritten
            e, second = self.fresh("e"), self.copied(b, None)
            b.line(f"event_t {e} = {c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
            b.line(f"{e} = {second.text('0')};{second.mark}", second.py)
            self.wait(b, e)

    def misuse_unset(self, b):
        """A wait, or a copy, is given an event that was never set."""
        site, py = self.misused()
        e, c, form = self.fresh("e"), self.copied(b, None), self.rng.random()
        if form < 0.35:
            b.line(f"event_t {e}[2];")
            b.line(f"{e}[{self.rng.choice('01')}] = {c.text('0')};{c.mark}", c.py)
            b.line(f"wait_group_events(2, {e});{site.mark}", py)
        elif form < 0.7:
            b.line(f"event_t {e};")
            b.line(f"wait_group_events(1, &{e});{site.mark}", py)
            b.line(f"{e} = {c.text('0')};{c.mark}", c.py)
            b.line(f"wait_group_events(1, &{e});")
        else:
            b.line(f"event_t {e};")
            b.line(f"{e} = {c.text(e)};{site.mark}{c.mark}", f"{c.py}; {py}")
            b.line(f"wait_group_events(1, &{e});")

    def misuse_ignored(self, b):
        """The copy's event is dropped, and another waited for."""
        (site, py), (wait, wait_py) = self.misused(), self.misused()
        e, c = self.fresh("e"), self.copied(b, None)
        b.line(f"event_t {e}{self.rng.choice(['', ' = 0'])};")
        b.line(f"{c.text('0')};{site.mark}{c.mark}", f"{c.py}; {py}")
        b.line(f"wait_group_events(1, &{e});{wait.mark}", wait_py)
