#!/usr/bin/env python3
"""generate.py - random OpenCL C programs with fully defined behaviour, for `fuzz.py`.

    generate.py --seed N [--count K] [--output FOLDER] [--contract]

Each begins with a comment that tells runner.c what to do, one item a line:

    fuzz 1
    option TEXT                       a part of the build options
    buffer NAME COUNT LAYOUT SEED     COUNT elements; LAYOUT is runs of u (random bytes), f, d (floats, doubles), z (padding)
    kernel NAME DIMENSIONS            then what it is launched with:
    global A [B [C]]
    local A [B [C]] | local null
    arg buffer NAME | arg local BYTES | arg bytes HEX
    end
"""

import argparse
import random
import re
import struct
import sys
from pathlib import Path

from expressions import Var
from idioms import Idioms
from kinds import (BOOL, CHAR, FLOAT, INT, INTS, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, Array, Ptr, Scalar, Struct, Vec, declare,
                   layout, layout_text, vec)

PRELUDE = r"""
#define QF(x) ((float)((int)(clamp((x), -255.0f, 255.0f) * 16.0f)) * 0.0625f)
#define QV(n, x) (convert_float##n(convert_int##n(clamp((x), -255.0f, 255.0f) * 16.0f)) * 0.0625f)
#define dot_free(a, b) ((a) * (b) + (a))
#define M_SUM(a, b, c) ((uint)(a) + (uint)(b) * (uint)(c))
#define M_NEST(a, b, c) M_SUM(M_SUM(a, b, c), (c), (a))
#define M_PICK(a, b, c) ((a) ? (b) : \
                         (c))
#define M_CAT_(a, b) a##b
#define M_CAT(a, b) M_CAT_(a, b)
#define M_STR_(x) #x
#define M_STR(x) M_STR_(x)
#define M_LIST 5, 6, 7
#define M_SECOND(a, b, ...) b
#define M_AT(...) M_SECOND(__VA_ARGS__)
#define M_V(...) ((uint4)(__VA_ARGS__))
#define M_STEP(x, e) \
    do { \
        (x) = (x) * 3u + (e); /* twice x */ \
    } while (0)
#define M_BLOCK(x, e) { uint t_ = (e); x ^= t_; }
#define M_SWAP(T, a, b) do { T t_ = (a); (a) = (b); (b) = t_; } while (0)
#define M_EACH(i, n, body) for (int M_I = 0; M_I < (n); M_I++) { body; }
#define GID (get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)))
#define LID (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))
"""


class Function:
    def __init__(self, name, params, result, cost=1):
        self.name, self.params, self.result, self.cost = name, params, result, cost


class Buffer:
    def __init__(self, name, kind, count, seed):
        self.name, self.kind, self.count, self.seed = name, kind, count, seed

    def line(self):
        return f"buffer {self.name} {self.count} {layout_text(self.kind)} {self.seed}"


def value_bytes(kind, rng):
    """The bytes of a by-value argument."""
    made = b""
    for code, count in layout(kind):
        if code == "f":
            made += b"".join(struct.pack("<f", rng.randrange(-4000, 4000) / 16) for _ in range(count))
        else:
            made += bytes(rng.randrange(256) if code == "u" else 0 for _ in range(count))
    return made.hex()


class Program:
    def __init__(self, seed, contract=False):
        self.seed, self.rng, self.contract = seed, random.Random(seed), contract
        self.count, self.plan, self.parts = 0, [], []
        self.structs, self.globals, self.functions, self.prototypes = [], [], [], []
        self.enumerators, self.constants, self.macros = [], [], []
        self.pointer_functions, self.group_functions = {}, []
        self.local_known, self.halves, self.inner = True, False, None
        self.build()

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def chance(self, chance):
        return self.rng.random() < chance

    # ---- the whole ----

    def build(self):
        self.shape()
        self.make_options()
        self.make_kinds()
        self.make_constants()
        self.macros = [Function("M_SUM", [UINT] * 3, UINT), Function("M_NEST", [UINT] * 3, UINT),
                       Function("M_PICK", [INT, UINT, UINT], UINT), Function("dot_free", [FLOAT, FLOAT], FLOAT)]
        quantum = "float f_quantum(float x)"
        self.parts.append(f"{quantum}\n{{\n    return QF(x);\n}}\n")
        for _ in range(self.rng.choice([0, 1, 2, 2, 3])):
            self.make_function()
        self.make_buffers()
        self.halves = self.chance(0.3)
        self.make_small_kernels()
        for at in range(self.rng.choice([1, 1, 1, 2, 2, 3])):
            self.make_kernel(at)

    def shape(self):
        """How many work-items. All kernels of a program have as many, so that they can share buffers."""
        self.local, self.groups = self.rng.choice([([4], [3]), ([8], [2]), ([4, 2], [2, 2]), ([2, 2, 2], [2, 1, 2]), ([1], [5]),
                                                   ([16], [2]), ([3], [3]), ([3, 2], [2, 2]), ([8], [4])])
        self.items = 1
        for a, b in zip(self.local, self.groups):
            self.items *= a * b
        self.group_size = eval("*".join(map(str, self.local)))
        self.local_known = self.chance(0.85)

    def make_options(self):
        rng = self.rng
        self.limit = rng.choice([2, 5, 9])
        self.options = [rng.choice([f"-DLIMIT={self.limit}", f"-D LIMIT={self.limit}"])]
        self.constants = ["LIMIT", "M_WIDTH"]
        if self.chance(0.5):
            self.options.append(rng.choice(["-DFLAGGED", "-D FLAGGED", "-DFLAGGED=1"]))
        if self.chance(0.3):
            self.options.append("-DWIDTH=6")
        if self.chance(0.8):
            self.options.append("-cl-std=CL1.2")
        if self.chance(0.2):
            self.options.append("-w")
        if self.chance(0.1):
            self.options.append("-cl-opt-disable")
        if self.chance(0.1):
            self.options.append("-cl-kernel-arg-info")
        rng.shuffle(self.options)
        self.parts.append("#ifdef WIDTH\n#define M_WIDTH (WIDTH + 1)\n#elif defined(FLAGGED) && LIMIT > 4\n#  define M_WIDTH 4\n"
                          "#else\n#define M_WIDTH 3 /* neither */\n#endif\n")

    # ---- types and constants ----

    def field_kind(self):
        rng = self.rng
        kind = rng.choice(INTS + [UINT, INT, FLOAT])
        form = rng.random()
        if form < 0.2:
            return vec(kind, rng.choice([2, 3, 4]))
        if form < 0.4:
            return Array(kind, rng.choice([2, 3, 4]))
        fits = [s for s in self.structs if not s.union]
        if form < 0.6 and fits:
            return rng.choice([rng.choice(fits), Array(rng.choice(fits), 2)])
        return kind

    def make_kinds(self):
        rng = self.rng
        if self.chance(0.5):
            names = [self.fresh("E") for _ in range(3)]
            self.enumerators = names
            form = rng.choice([f"enum {self.fresh('e')} {{ {names[0]}, {names[1]} = 5, {names[2]} }};",
                               f"typedef enum {{ {names[0]} = 1, {names[1]} = {names[0]} + 3, {names[2]}, }} {self.fresh('e')};"])
            self.parts.append(form)
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            self.make_struct()

    def make_struct(self):
        rng = self.rng
        tag = self.fresh("S")
        fields = [(self.fresh("m"), self.field_kind()) for _ in range(rng.choice([1, 2, 3, 4]))]
        # A packed struct's members may not be aligned: plain numbers only, and never a struct of others.
        packed = self.chance(0.12)
        if packed:
            fields = [(n, t if isinstance(t, Scalar) else rng.choice(INTS)) for n, t in fields]
        aligned = 16 if not packed and self.chance(0.1) else 0
        body = "{ " + " ".join(declare(t, n) + ";" for n, t in fields) + " }"
        attribute = " __attribute__((packed))" if packed else " __attribute__((aligned(16)))" if aligned else ""
        if self.chance(0.5):
            name = tag + "_t"
            self.parts.append(f"typedef struct {rng.choice([tag + ' ', ''])}{body}{attribute} {name};"
                              if not attribute else f"typedef struct{attribute} {tag} {body} {name};")
        else:
            name = f"struct {tag}"
            self.parts.append(f"struct {tag} {body}{attribute};")
        kind = Struct(name, fields, packed, False, aligned)
        if not packed or self.chance(0.8):
            self.structs.append(kind)

    def make_constants(self):
        """Program-scope tables."""
        rng = self.rng
        for _ in range(rng.choice([0, 1, 2])):
            kind, n, name = rng.choice([UINT, UINT, INT, UCHAR, FLOAT, vec(UINT, 4)]), rng.choice([4, 8, 5]), self.fresh("table")
            values = ", ".join(self.constant(kind) for _ in range(n))
            order = rng.choice(["__constant {}", "__constant const {}", "const __constant {}", "constant {}"])
            size = rng.choice([str(n), ""])
            self.parts.append(f"{order.format(kind)} {name}[{size}] = {{ {values} }};")
            self.globals.append(Var(name, Array(kind, n), writable=False, space="constant"))

    def constant(self, kind):
        if isinstance(kind, Vec):
            return f"({kind})({', '.join(self.constant(kind.base) for _ in range(kind.n))})"
        if kind is FLOAT:
            return f"{self.rng.randrange(-40, 40)}.5f"
        return f"{self.rng.randrange(100)}"

    # ---- functions ----

    def function_params(self, count):
        rng, params = self.rng, []
        for _ in range(count):
            form = rng.random()
            kind = rng.choice(INTS + [UINT, FLOAT, vec(UINT, 4), vec(FLOAT, 2)] + self.structs)
            if form < 0.5:
                params.append(kind)
            else:
                space = rng.choice(["private", "private", "global", "local", "constant"])
                if isinstance(kind, Struct) and kind.packed:
                    kind = UINT
                kind = rng.choice([kind, UINT, UINT])
                params.append(Ptr(kind, space, rng.choice([1, 2, 4]), const=space == "constant" or self.chance(0.4)))
        return params

    def make_function(self):
        rng, name = self.rng, f"f_{self.fresh('')}"
        params = self.function_params(rng.choice([0, 1, 2, 3]))
        result = rng.choice([UINT, UINT, INT, FLOAT, UCHAR, LONG, vec(UINT, 4), vec(FLOAT, 2), vec(INT, 3), None] + self.structs)
        variables = []
        for kind in params:
            var = Var(self.fresh("x"), kind)
            var.writable = not (isinstance(kind, Ptr) and kind.const)
            variables.append(var)
        listed = ", ".join(self.parameter(v) for v in variables) or rng.choice(["", "void"])
        head = f"{rng.choice(['', '', 'static ', 'static inline ', 'inline '])}{result or 'void'} {name}({listed})"
        body = Idioms(self, result, variables)
        body.emit(f"uint acc = {body.E(UINT)};")
        body.add(Var("acc", UINT))
        body.statements(rng.choice([1, 2, 3, 5]), 1)
        if result is not None:
            body.emit(f"return {body.value(result)};")
        text = "\n".join(body.lines)
        if self.chance(0.4) and not head.startswith("inline"):
            # Parameters may go by other names in a prototype, or by none.
            self.prototypes.append(re.sub(r"\bx(\d+)", rng.choice([r"x\1", r"y\1", ""]), head) + ";")
        self.parts.append(f"{head}\n{{\n{text}\n}}\n")
        self.functions.append(Function(name, params, result, body.cost))

    def parameter(self, var):
        text = declare(var.kind, var.name)
        if isinstance(var.kind, Ptr) and var.kind.n > 1 and self.chance(0.1):
            return text.replace("*" + var.name, var.name + self.rng.choice(["[]", f"[{var.kind.n}]"]))
        if isinstance(var.kind, Ptr) and self.chance(0.2):
            return text.replace("*", self.rng.choice(["*restrict ", "* const ", "*const restrict "]))
        if isinstance(var.kind, Scalar) and self.chance(0.2):
            var.writable = False
            return "const " + text
        return text

    def pointer_function(self, kind, space):
        """The name of a function that returns a pointer into the four elements behind its argument."""
        if (kind, space) not in self.pointer_functions:
            name, pointer = f"f_at_{kind}_{space}", declare(Ptr(kind, space, 4), "")
            self.pointer_functions[kind, space] = name
            self.parts.append(f"{pointer}{name}({pointer}p, uint i)\n{{\n    return {self.rng.choice(['p + (i & 3u)', '&p[i & 3u]', '&(i & 3u)[p]'])};\n}}\n")
        return self.pointer_functions[kind, space]

    def group_function(self):
        if not self.group_functions:
            self.group_functions.append("f_group")
            self.parts.append("uint f_group(__local uint *p, uint lid, uint n, uint x)\n{\n    p[lid * 4u] = x;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n    x = p[(lid * 4u + 4u) % n];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n    return x;\n}\n")
        return "f_group"

    # ---- kernels ----

    def buffer(self, kind, count):
        made = Buffer(self.fresh("buf"), kind, count, self.rng.randrange(1, 1 << 30))
        self.plan.insert(0, made.line())
        return made

    def make_buffers(self):
        rng = self.rng
        self.result = self.buffer(UINT, self.items * 4)
        kinds = [vec(rng.choice(INTS), rng.choice([2, 3, 4, 8])), rng.choice(INTS), FLOAT, UINT, UINT, vec(FLOAT, 4)] + self.structs
        self.buffers = [self.buffer(rng.choice(kinds), self.items * 4) for _ in range(rng.choice([1, 2, 3, 4]))]

    def launch(self, name, arguments):
        self.plan.append(f"kernel {name} {len(self.local)}")
        self.plan.append("global " + " ".join(str(a * b) for a, b in zip(self.local, self.groups)))
        self.plan.append("local " + (" ".join(map(str, self.local)) if self.local_known else "null"))
        self.plan += [f"arg {a}" for a in arguments]

    def make_small_kernels(self):
        rng = self.rng
        if self.chance(0.25):
            self.inner = f"s{self.seed}_inner"
            self.parts.append(f"__kernel void {self.inner}(__global uint *result, const uint x)\n{{\n"
                              "    __global uint *const at = result + GID * 4u;\n    at[1] = at[0] * x + 1u;\n}\n")
            self.launch(self.inner, [f"buffer {self.result.name}", "bytes 07000000"])
        if self.chance(0.25):
            macro = self.fresh("DEFINE")
            self.parts.append(f"#define {macro}(T, OP) \\\n    __kernel void s{self.seed}_map_##T(__global T *o, __global const T *a, T k) \\\n    {{ \\\n"
                              "        size_t i = GID; \\\n        o[i] = (T)(a[i] OP k); \\\n        o[i] ^= a[i]; \\\n    }\n")
            for kind in rng.sample([UINT, UCHAR, ULONG, USHORT], 2):
                self.parts.append(f"{macro}({kind}, {rng.choice('+-^|')}){rng.choice(['', ' // no semicolon'])}")
                self.launch(f"s{self.seed}_map_{kind}", [f"buffer {self.buffer(kind, self.items).name}",
                            f"buffer {self.buffer(kind, self.items).name}", f"bytes {value_bytes(kind, rng)}"])

    def make_kernel(self, at):
        name = f"s{self.seed}_k{at}"
        body = Idioms(self, None, [], kernel=True)
        parameters, arguments = self.kernel_parameters(body)
        grouped = self.kernel_group(body, parameters, arguments)
        self.kernel_body(body, grouped)
        head = f"{self.kernel_head()}void {name}({', '.join(parameters)})"
        self.parts.append(head + "\n{\n" + "\n".join(body.lines) + "\n}\n")
        self.launch(name, arguments)

    def kernel_head(self):
        rng = self.rng
        attributes = []
        if self.local_known and self.chance(0.4):
            sizes = ", ".join(map(str, (self.local + [1, 1])[:3]))
            attributes.append(f"{rng.choice(['reqd_work_group_size', 'work_group_size_hint'])}({sizes})")
        if self.chance(0.1):
            attributes.append("vec_type_hint(float4)")
        text = " ".join(f"__attribute__(({a}))" for a in attributes)
        return rng.choice([f"__kernel {text} ", f"{text} __kernel "] if text else ["__kernel "])

    def kernel_parameters(self, body):
        """Buffers: some are written, each work-item its four elements; the others are read anywhere."""
        rng = self.rng
        parameters = [self.order("__global", "", "uint", "result")]
        arguments = [f"buffer {self.result.name}"]
        body.scopes[0].append(Var("result", Ptr(UINT, "global", 4), base="gid * 4u"))
        for buffer in self.buffers:
            if self.chance(0.2):
                continue
            name, kind = f"p_{buffer.name}", buffer.kind
            form = rng.choice(["write", "write", "read", "constant"])
            if form == "write":
                var = Var(name, Ptr(kind, "global", 4), base="gid * 4u")
                volatile = "volatile" if self.chance(0.1) and isinstance(kind, Scalar) else ""
                var.passable = not volatile
                parameters.append(self.order("__global", volatile, str(kind), name))
            else:
                space = "global" if form == "read" else "constant"
                var = Var(name, Ptr(kind, space, buffer.count, const=True), writable=False)
                parameters.append(self.order(f"__{space}", "const" if space == "global" else rng.choice(["const", ""]), str(kind), name))
            body.scopes[0].append(var)
            arguments.append(f"buffer {buffer.name}")
        self.kernel_values(body, parameters, arguments)
        if self.halves:
            parameters.append("__global half *halves")
            arguments.append(f"buffer {self.buffer(USHORT, self.items * 4).name}")
        return parameters, arguments

    def order(self, space, qualifier, kind, name):
        words = [w for w in (space, qualifier) if w]
        self.rng.shuffle(words)
        if qualifier and self.chance(0.3):
            words = [space, kind, qualifier]
        else:
            words.append(kind)
        return f"{' '.join(words)} *{self.rng.choice(['', '', 'restrict ', 'const ', 'const restrict '])}{name}"

    def kernel_values(self, body, parameters, arguments):
        rng = self.rng
        for _ in range(rng.choice([0, 1, 2, 3])):
            kind = rng.choice(INTS + [UINT, FLOAT, vec(UINT, 4), vec(FLOAT, 2), vec(SHORT, 3), vec(UCHAR, 8)] + self.structs * 2)
            var = Var(self.fresh("k"), kind)
            if self.chance(0.4):
                var.writable = False
            parameters.append(("" if var.writable else "const ") + f"{kind} {var.name}")
            arguments.append(f"bytes {value_bytes(kind, rng)}")
            body.scopes[0].append(var)

    def kernel_group(self, body, parameters, arguments):
        """Local memory, if the kernel has some: an argument or an array of the kernel's."""
        body.locals, body.local_kinds, body.counters, body.local_counters = [], {}, None, None
        body.per_group, self.local_lines = self.group_size, []
        if not self.local_known or self.chance(0.4):
            return False
        size = self.group_size * 4
        for _ in range(self.rng.choice([1, 2])):
            name, kind = self.fresh("tile"), self.rng.choice([UINT, UINT, UINT, UCHAR, FLOAT, INT])
            if self.chance(0.5):
                parameters.append(self.order("__local", "", str(kind), name))
                arguments.append(f"local {size * kind.size}")
            else:
                self.local_lines.append(f"__local {kind} {name}[{size}];")
            body.locals.append((name, size))
            body.local_kinds[name] = kind
            body.scopes[0].append(Var(name, Ptr(kind, "local", 4), base="lid * 4u"))
        if self.chance(0.4):
            body.counters, body.counter_op = self.fresh("counts"), self.rng.choice(["add", "inc", "xor", "or", "max", "sub", "old"])
            parameters.append(f"__global {self.rng.choice(['volatile ', ''])}int *{body.counters}")
            arguments.append(f"buffer {self.buffer(INT, 4).name}")
        if self.chance(0.3) and self.group_size >= 4:
            body.local_counters = self.fresh("hits")
            self.local_lines.append(f"__local uint {body.local_counters}[4];")
        return True

    def kernel_body(self, body, grouped):
        rng = self.rng
        for line in self.local_lines:
            body.emit(line)
        body.emit(rng.choice(["const uint gid = GID;", "uint const gid = (uint)GID;", "const size_t gid = GID;"]))
        body.add(Var("gid", UINT if "uint" in body.lines[-1] else ULONG, writable=False))
        if grouped:
            body.emit("const uint lid = (uint)LID;")
            body.add(Var("lid", UINT, writable=False, bound=self.group_size))
            for name, _ in body.locals:
                body.emit(f"for (uint z = 0; z < 4u; z++) {name}[lid * 4u + z] = ({body.local_kinds[name]})(z + gid);")
            body.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        if body.scopes[0][-1].name == "gid" and self.chance(0.1):
            body.emit(f"if (gid > {self.items + 3}u) return;")
        body.emit("uint acc = (uint)gid + 1u;")
        body.add(Var("acc", UINT))
        body.may_return = not grouped
        for _ in range(rng.choice([3, 5, 7, 10])):
            if grouped and self.chance(0.3):
                body.group()
            else:
                body.statement(2)
        self.kernel_end(body)

    def kernel_end(self, body):
        """Everything that is still in sight is folded into the result."""
        for var in body.scopes[-1]:
            if isinstance(var.kind, Scalar) and var.kind.sort == "int" and var.name not in ("acc", "gid"):
                body.fold(var.name)
            elif isinstance(var.kind, Array) and var.kind.elem in INTS:
                body.emit(f"for (int z = 0; z < {var.kind.n}; z++) acc = acc * 33u ^ (uint){var.name}[z];")
        body.finish_kernel()

    # ---- text ----

    def text(self):
        lines = ["/* fuzz 1"] + [f"option {o}" for o in self.options]
        lines += [p for p in self.plan if p.startswith("buffer")] + [p for p in self.plan if not p.startswith("buffer")] + ["end */"]
        code = [] if self.contract else ["#pragma OPENCL FP_CONTRACT OFF"]
        if self.chance(0.5):
            code += ["#ifdef cl_khr_fp64", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable", "#endif"]
        code += PRELUDE.splitlines()
        # Prototypes need the types, which come before the first function.
        split = next(i for i, p in enumerate(self.parts) if "f_quantum(float x)" in p)
        code += "\n".join(self.parts[:split] + self.prototypes + self.parts[split:]).splitlines()
        return "\n".join(lines + Decorator(self.rng).lines(code)) + "\n"


class Decorator:
    """Comments, spliced lines, digraphs and either spelling of the qualifiers: what a scanner must not trip over."""

    def __init__(self, rng):
        self.rng = rng
        self.busy = rng.choice([0.0, 0.002, 0.01])
        self.digraphs = rng.random() < 0.05

    def lines(self, code):
        made, directive = [], False
        for line in code:
            directive = directive or line.lstrip().startswith("#")
            spelled = re.sub(r"\b__(global|local|constant|private|kernel)\b",
                             lambda m: m.group(1) if self.rng.random() < 0.5 else m.group(0), line)
            made.append(spelled if directive or '"' in line or "'" in line else self.decorate(spelled))
            directive = directive and line.endswith("\\")
        return made

    def decorate(self, line):
        if self.digraphs and "//" not in line:
            line = line.replace("[", "<:").replace("]", ":>")
        if self.rng.random() < self.busy * 4:
            line += self.rng.choice([" // a[i] = *p;", " /* { */", " // (\\\n   ) still a comment"])
        start = len(line) - len(line.lstrip())
        text = re.sub(" ", lambda m: self.space(), line[start:]) if "//" not in line and "/*" not in line else line[start:]
        return line[:start] + text

    def space(self):
        if self.rng.random() >= self.busy:
            return " "
        return self.rng.choice([" /* x[0] */ ", " \\\n ", "\n", "  ", "\t", " // ->\n", " /**/ "])


# OpenCL C has variadic macros from 3.0 on (6.3.9 of older versions forbids them): NVIDIA's compiler refuses them, PoCL's
# does not.
WITHOUT_VARIADICS = {
    "#define M_SECOND(a, b, ...) b": "#define M_SECOND(a, b, c) b",
    "#define M_AT(...) M_SECOND(__VA_ARGS__)": "#define M_AT(list, n) M_SECOND(list)",
    "#define M_V(...) ((uint4)(__VA_ARGS__))": "#define M_V(a, b, c, d) ((uint4)(a, b, c, d))",
}


def generate(seed, contract=False, variadics=True):
    text = Program(seed, contract).text()
    for line, instead in WITHOUT_VARIADICS.items():
        text = text if variadics else text.replace(line, instead)
    return text


def main():
    parser = argparse.ArgumentParser(description="Random OpenCL C programs with defined behaviour.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--output", type=Path, help="a folder; else they are printed")
    parser.add_argument("--no-variadics", action="store_true", help="no variadic macros")
    parser.add_argument("--contract", action="store_true", help="without #pragma OPENCL FP_CONTRACT OFF")
    arguments = parser.parse_args()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        text = generate(seed, arguments.contract, not arguments.no_variadics)
        if arguments.output:
            arguments.output.mkdir(parents=True, exist_ok=True)
            (arguments.output / f"s{seed}.cl").write_text(text)
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main()
