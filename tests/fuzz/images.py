"""images.py - reads and writes of images, inside and, planted, outside of them or with functions for other channels.

Outside is: without a sampler, with CLK_ADDRESS_NONE, and where something is written. What other samplers give there is defined; as it is
not the same everywhere (borders, rounding), kernels that read so are not predicted: bare and as twins they must compute the same.
"""

import struct

from kinds import CHAR, FLOAT, INT, SHORT, UCHAR, UINT, USHORT, Array, layout_text
from meaning import FORMATS, Object, Reject, X, cast, filled, fnv, literal, op

CHANNELS = {"FLOAT": FLOAT, "SIGNED_INT8": CHAR, "SIGNED_INT16": SHORT, "SIGNED_INT32": INT, "UNSIGNED_INT8": UCHAR, "UNSIGNED_INT16": USHORT,
            "UNSIGNED_INT32": UINT, "UNORM_INT8": UCHAR}
ORDERS = {"R": 1, "RGBA": 4}


class Shape:
    def __init__(self, name, dims, array=False):
        self.name, self.dims, self.array, self.n = name, dims, array, dims + array
        self.type = f"image{name}_t"


SHAPES = [Shape("1d", 1), Shape("2d", 2), Shape("2d", 2), Shape("2d", 2), Shape("3d", 3), Shape("1d_array", 1, True), Shape("2d_array", 2, True)]


class Image:
    """`size` None: not decided."""

    def __init__(self, name, shape, order, channel, seed, size=None):
        self.name, self.shape, self.order, self.channel, self.seed, self.size, self.fixed = name, shape, order, channel, seed, size, size is not None
        self.kind, self.n = CHANNELS[channel], ORDERS[order]
        self.bytes = self.kind.size * self.n
        self.suffix = "f" if channel in ("FLOAT", "UNORM_INT8") else "i" if channel.startswith("SIGNED") else "ui"

    def pixel(self):
        return Array(FLOAT, self.n) if self.kind is FLOAT else Array(UCHAR, self.bytes)

    def prepare(self):
        """Its pixels before the kernel, once there are so many."""
        count = 1
        for n in self.size or [0]:
            count *= n
        self.object = Object(self.name, count * self.bytes, filled(self.pixel(), count, self.seed))
        return self

    def line(self):
        w, h, d = (self.size + [1, 1])[:3]
        return f"image {self.name} {self.shape.name} {self.order} {self.channel} {w} {h} {d} {layout_text(self.pixel())} {self.seed}"

    def of_type(self, write):
        return f"{'write' if write else 'read'}_only {self.shape.type}"


class Sampler:
    def __init__(self, normalized, addressing, linear):
        self.normalized, self.addressing, self.linear = normalized, addressing, linear

    def constant(self):
        return (f"CLK_NORMALIZED_COORDS_{'TRUE' if self.normalized else 'FALSE'} | CLK_ADDRESS_{self.addressing} | "
                f"CLK_FILTER_{'LINEAR' if self.linear else 'NEAREST'}")

    def argument(self):
        return f"sampler {'normalized' if self.normalized else 'pixels'} {self.addressing} {'LINEAR' if self.linear else 'NEAREST'}"

    @property
    def outside(self):
        """What is read there."""
        return {"NONE": "nothing", "CLAMP": "zero"}.get(self.addressing, "edge")

    @property
    def is_predicted(self):
        return not self.linear and self.addressing not in ("REPEAT", "MIRRORED_REPEAT")


# ---- what the Python of a kernel calls ---------------------------------------------------------------------------

class Pictures:
    """Mixed into Memory."""

    def pixel_at(self, site, image, coordinates, outside, checked):
        """Offset of the pixel; None: there is none, or the size is not decided. The first `checked` coordinates must lie in the image."""
        if any(abs(c) > 1 << 20 for c in coordinates):
            raise Reject("too far away")
        if site.wrong:
            site.missed.add(self.item)
            site.misses += 1
        if image.size is None:
            site.spots.append((image, coordinates[:checked] if outside == "nothing" else ()))
            site.made += 1
            return None
        if any(not 0 <= c < s for c, s in zip(coordinates[:checked], image.size)):
            if outside == "nothing" and not site.wrong:
                site.missed.add(self.item)
                site.misses += 1
            if outside != "edge":
                return None
        at = 0
        for c, s in reversed(list(zip(coordinates, image.size))):
            at = at * s + min(max(c, 0), s - 1)
        site.made += 1
        return at * image.bytes

    def pixel(self, site, image, coordinates, outside, checked):
        """The first channel."""
        at = self.pixel_at(site, image, coordinates, outside, checked)
        return 0 if at is None else struct.unpack_from("<" + FORMATS[image.kind], image.object.data, at)[0]

    def draw(self, site, image, coordinates, data):
        at = self.pixel_at(site, image, coordinates, "nothing", len(coordinates))
        if at is not None:
            self.put((image.object, at), data)


def pixel_bytes(form, *values):
    return struct.pack("<" + form * len(values), *values)


class Images:
    """Mixed into the generator of a kernel, as Accesses."""

    def image(self, write, fixed=None):
        rng = self.rng
        shape = rng.choice([s for s in SHAPES if s.dims < 3 or not write])
        channel = rng.choice([c for c in CHANNELS if c != "UNORM_INT8" or not write])
        i = Image(self.fresh("A"), shape, rng.choice(["R", "RGBA", "RGBA"]), channel, rng.randrange(1, 1 << 20))
        if fixed:
            i.size, i.fixed = [rng.randint(3, 9) for _ in range(shape.n)], True
        self.images.append(i)
        self.parameters.append(f"{'__' if self.chance(0.5) else ''}{i.of_type(write)} {i.name}")
        self.arguments.append(f"image {i.name}")
        return i

    def fragment_image(self, b, planted):
        rng = self.rng
        if not planted and self.chance(0.2):
            return self.fragment_ordinary(b)
        write, form = self.chance(0.4), rng.random()
        wrong = planted and form < 0.15
        i = self.image(write, fixed=form > 0.75 and not wrong)
        inside = (lambda: self.image_guarded(b, i, write, planted)) if i.fixed else (lambda: self.image_access(b, i, write, planted, wrong))
        with b.braces():
            b.nest(rng.choice([0, 0, 1, 1, 2]), inside)

    # ---- where ----

    def image_spot(self, b, i, write, site):
        """A coordinate for each dimension, the layer last."""
        rng, spot = self.rng, []
        for d in range(i.shape.n):
            x = b.small() if self.chance(0.7) else b.affine()
            if write and d == 0:
                x = self.flat_id("global") if self.chance(0.85) else x
            spot.append(cast(INT, x) if x.t is not INT else x)
        if site.planned and not site.wrong and self.chance(0.45):
            d = rng.randrange(i.shape.dims)
            site.shift, site.moved = f"c{self.number}_{site.number}", d
            spot[d] = op("+", spot[d], X(f"@{site.shift}@", f"K['{site.shift}']", INT, 14))
        kept = []
        for x in spot:
            kept.append(b.new(INT, x, "k", self.chance(0.4)).x if self.chance(0.35) else x)
        return kept

    def image_vector(self, spot, as_float, sampler, i):
        """The coordinate as C has it."""
        texts = []
        for d, x in enumerate(spot):
            text = x.c
            if as_float:
                layer = i.shape.array and d == i.shape.dims
                text = f"(float){x.at(14)}" + ("" if layer else f" + {self.rng.choice(['0.5f', '0.25f', '0.75f'])}")
                if sampler.normalized and not layer:
                    text = f"((float){x.at(14)} + 0.5f) / @{i.name}:{d}@.0f"
            texts.append(text)
        kind = "float" if as_float else "int"
        if len(spot) == 1:
            return texts[0] if not as_float else f"({texts[0]})"
        return f"({kind}{4 if len(spot) == 3 else len(spot)})({', '.join(texts + ['0'] * (len(spot) == 3))})"

    # ---- reads and writes ----

    def image_access(self, b, i, write, planted, wrong=False):
        site = self.image_site(write, planted, wrong)
        spot = self.image_spot(b, i, write, site)
        (self.image_write if write else self.image_read)(b, i, spot, site)

    def image_site(self, write, planted, wrong=False):
        site = self.current = self.site("image-format-mismatch" if wrong else "write" if write else "read", planted)
        site.wrong = wrong
        return site

    def image_guarded(self, b, i, write, planted):
        """The program compares the coordinates itself; planted: wrongly."""
        rng = self.rng
        site = self.image_site(write, planted)
        site.guarded = True  # nothing else keeps it inside
        spot = [b.new(INT, cast(INT, b.index()), "k", self.chance(0.4)).x for _ in range(i.shape.n)]
        if write:
            spot[0] = b.new(INT, self.flat_id("global"), "k").x
        d, test = rng.randrange(i.shape.dims) if planted else -1, None
        missing = rng.choice(["upper", "lower", "equal"])
        for n, x in enumerate(spot):
            end = self.image_end(i, n)
            low, high = op(">=", x, literal(0)), op("<=" if n == d and missing == "equal" else "<", x, end)
            both = high if n == d and missing == "lower" else low if n == d and missing == "upper" else op("&&", low, high)
            test = op("&&", test, both) if test else both
        with b.block(f"if ({test.c}) {{", f"if {test.py}:"):
            (self.image_write if write else self.image_read)(b, i, spot, site)

    def image_end(self, i, d):
        """A literal, or what the image says of itself."""
        value = i.size[d]
        if d == i.shape.dims or self.chance(0.5):
            return literal(value)
        name = ["get_image_width", "get_image_height", "get_image_depth"][d]
        return X(f"{name}({i.name})", str(value), INT)

    def image_sampler(self, i, site):
        """(C text, sampler or None)"""
        rng = self.rng
        if self.chance(0.3):
            return None, None
        defined = not site.planned and not site.guarded and self.chance(0.35)
        linear = i.suffix == "f" and self.chance(0.15)
        normalized = self.chance(0.3)
        addressing = rng.choice(["CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_EDGE"] + ["REPEAT", "MIRRORED_REPEAT"] * normalized) if defined else "NONE"
        s = Sampler(normalized, addressing, linear)
        form, name = rng.choice(["kernel", "program", "argument"]), self.fresh("s")
        if form == "kernel":
            self.body.c.insert(0, f"    const sampler_t {name} = {s.constant()};")
        elif form == "program":
            self.helpers.append([f"__constant sampler_t {name} = {s.constant()};"])
        else:
            self.parameters.append(f"sampler_t {name}")
            self.arguments.append(s.argument())
        return name, s

    def image_read(self, b, i, spot, site):
        rng = self.rng
        text, s = self.image_sampler(i, site)
        as_float = s is not None and (s.normalized or s.linear or self.chance(0.4))
        at, py = self.image_vector(spot, as_float, s, i), ", ".join(x.py for x in spot)
        component = rng.choice([".x", ".s0"])
        suffix = i.suffix if not site.wrong else rng.choice([x for x in ("f", "i", "ui") if x != i.suffix])
        # PoCL 3.1 takes the layer for a normalized coordinate, too.
        self.unknown |= s is not None and (not s.is_predicted or (s.normalized and i.shape.array))
        # Layers are clamped by samplers.
        rule = '"nothing", 3' if s is None else f'"{s.outside}", {i.shape.dims}'
        load = f"M.pixel(S[{site.number}], O['{i.name}'], ({py},), {rule})"
        self.unknown |= site.wrong
        if self.chance(0.3):
            c = self.image_function(i, text, as_float, suffix, component, site, len(spot))
            c = f"{c}({i.name}, {text + ', ' if text and self.passes else ''}{at})"
            mark = ""
        else:
            c, mark = f"read_image{suffix}({i.name}, {text + ', ' if text else ''}{at}){component}", site.mark
        c, py = self.image_value(i, c, load, suffix)
        form = rng.random()
        if form < 0.5:
            b.line(f"acc = acc * 31u + {c};{mark}", f"acc = u32(acc * 31 + {py})")
        elif form < 0.7:
            test = b.test()
            b.line(f"acc += {test.at(5)} ? {c} : 7u;{mark}", f"acc = u32(acc + ({py} if {test.py} else 7))")
        elif form < 0.85:
            v = b.fresh("x")
            b.line(f"uint {v} = {c};{mark}", f"{v} = {py}")
            b.line(f"acc ^= {v};", f"acc = acc ^ {v}")
        else:
            b.line(f"M_ADD(acc, {c});{mark}", f"acc = u32(acc + {py})")

    @staticmethod
    def image_value(i, c, load, suffix):
        """As a uint."""
        if suffix != "f":
            return f"(uint){c}", f"u32(int({load}))"
        if i.kind is FLOAT:
            return f"(uint)(int)({c} * 16.0f)", f"u32(int({load} * 16))"
        return f"(uint)({c} * 255.0f + 0.5f)", f"u32({load})"

    def image_function(self, i, text, as_float, suffix, component, site, n):
        """The read stands in a function, which is given the image."""
        f = self.fresh("f_image")
        kind = "float" if as_float else "int"
        vector = kind if n == 1 else f"{kind}{4 if n == 3 else n}"
        self.passes = text is not None and (self.chance(0.6) or not any(f" {text} = " in lines[0] for lines in self.helpers))
        by = ", sampler_t by" if self.passes else ""
        used = "" if text is None else "by, " if self.passes else f"{text}, "
        value = {"f": "float", "i": "int", "ui": "uint"}[suffix]
        self.helpers.append([f"{value} {f}(read_only {i.shape.type} image{by}, {vector} at)", "{",
                             f"    return read_image{suffix}(image, {used}at){component};{site.mark}", "}"])
        return f

    def image_write(self, b, i, spot, site):
        rng = self.rng
        suffix = i.suffix if not site.wrong else rng.choice([x for x in ("f", "i", "ui") if x != i.suffix])
        self.unknown |= site.wrong
        values = [rng.randint(0, 100) for _ in range(4)]
        whole, data = {"f": "float4", "i": "int4", "ui": "uint4"}[suffix], ", ".join(map(str, values[:i.n]))
        first, first_py = str(values[0]), str(values[0])
        if self.chance(0.5) and suffix != "f" and not site.wrong:  # of its coordinates
            x = op("&", spot[0], literal(63))
            first, first_py = x.c, x.py
        c = f"({whole})({first}, {', '.join(map(str, values[1:]))})"
        data = f"pixel_bytes('{FORMATS[i.kind]}', {first_py}{''.join(', ' + str(v) for v in values[1:i.n])})"
        at = self.image_vector(spot, False, None, i)
        draw = f"M.draw(S[{site.number}], O['{i.name}'], ({', '.join(x.py for x in spot)},), {data})"
        if self.chance(0.2):
            test = b.test()
            return b.line(f"if ({test.c}) write_image{suffix}({i.name}, {at}, {c});{site.mark}", f"if {test.py}: {draw}")
        b.line(f"write_image{suffix}({i.name}, {at}, {c});{site.mark}", draw)

    # ---- sizes ----

    def image_spots(self, image, planned):
        return [s for site in self.sites if bool(site.planned and not site.wrong) == planned for i, s in site.spots if i.name == image.name]

    def choose_image_shifts(self):
        for site in self.sites:
            if site.moved is not None and site.spots and not self.constants[site.shift]:
                low = min(s[site.moved] for _, s in site.spots)
                self.constants[site.shift] = -low - self.rng.choice([1, 1, 2, 100]) if self.chance(0.5) else self.rng.choice([0, 1, 3])

    def choose_image_sizes(self):
        for i in self.images:
            if i.fixed:
                continue
            n, bad, good = i.shape.n, self.image_spots(i, True), self.image_spots(i, False)
            if any(c < 0 for s in good for c in s):
                raise Reject("an ordinary access is outside")
            need = [max([s[d] + 1 for s in good if len(s) > d], default=1) for d in range(n)]
            every = [max([s[d] + 1 for s in good + bad if len(s) > d], default=1) for d in range(n)]
            size = [max(1, e) + self.rng.choice([0, 0, 1, 3]) for e in every]
            if bad and all(c >= 0 for s in bad for c in s):  # one of the coordinates is the first outside
                d = self.rng.randrange(min(len(s) for s in bad))
                firsts = sorted({s[d] for s in bad if s[d] >= need[d]})
                if not firsts or firsts[0] == 0 and firsts[-1] == 0:
                    raise Reject("the planted access can't be outside")
                size[d] = max(1, self.rng.choice(firsts))
            if max(size) > 512 or size[0] * (size[1:2] or [1])[0] * (size[2:3] or [1])[0] > 4096:
                raise Reject("large")
            i.size = size

    def image_plan(self):
        """(descriptions, values)"""
        return [i.line() for i in self.images], [f"value {i.name} {fnv(i.pixel(), i.object.data):016x}" for i in self.images]
