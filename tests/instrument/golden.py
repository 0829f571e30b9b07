#!/usr/bin/env python3
"""The rewriter of src/instrument/ against the texts of golden/.

NAME.cl is one construct, or a family. Its first lines may say
  // options: BUILD-OPTION...     as for clBuildProgram; the default is -cl-std=CL1.2
  // tool: OPTION...              of cldoctor-instrument
  // clang: OPTION...             of the compiler that takes the twin
  // bounds known               trace knows the bounds of every access
  // no device: WHY               PoCL's compiler does not take the original
and for each of them there is the twin by each pass (NAME.PASS.txt) and the table of sites (NAME.sites.txt). The
table, and the texts of trace's and of bounds' twins, are compared where there is such a file; --device asks all of them for false reports.
Instead NAME.refused.txt is the reason for which the program is refused.

golden/KNOWN_FAILURES lists what is wrong today: NAME, a space, why. Such a test fails the run when it passes.

  golden.py PROGRAM [--update] [--device] [NAME...]
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "golden")
CLANG = os.environ.get("CLDOCTOR_CLANG", "clang-19")
PASSES = ("identity", "touch", "trace", "bounds")
KINDS = {"identity": "identity.txt", "touch": "touch.txt", "trace": "trace.txt", "bounds": "bounds.txt", "sites": "sites.txt"}


class Case:
    def __init__(self, name):
        self.name = name
        self.path = os.path.join(GOLDEN, name + ".cl")
        with open(self.path, "rb") as f:
            self.source = f.read()
        self.options, self.tool, self.clang, self.no_device = ["-cl-std=CL1.2"], [], [], None
        for line in self.source.decode("utf-8", "replace").splitlines()[:6]:
            head, _, rest = line.partition(": ")
            if head == "// options":
                self.options = shlex.split(rest)
            elif head == "// tool":
                self.tool = shlex.split(rest)
            elif head == "// clang":
                self.clang = shlex.split(rest)
            elif head == "// no device":
                self.no_device = rest
        if not any(o.startswith("-cl-std=") for o in self.options):
            self.options.append("-cl-std=CL1.2")
        self.bounds_known = b"// bounds known" in self.source
        self.refused = os.path.exists(self.file("refused.txt"))

    def file(self, kind):
        return os.path.join(GOLDEN, f"{self.name}.{kind}")

    @property
    def standard(self):
        return next(o for o in self.options if o.startswith("-cl-std="))


def run(command, text=None, limit=20):
    # in the folder of the files: names of headers are then the same everywhere
    try:
        p = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=GOLDEN, timeout=limit)
    except subprocess.TimeoutExpired:
        return -1, b"", "hangs"
    return p.returncode, p.stdout, p.stderr.decode("utf-8", "replace")


def instrument(program, case, *extra):
    return run([program, "--print", *extra, *case.tool, case.name + ".cl", "--", *case.options])


def compare(case, kind, got, update):
    path = case.file(kind)
    if update:
        with open(path, "wb") as f:
            f.write(got)
        return []
    if not os.path.exists(path):
        return [f"there is no golden/{os.path.basename(path)}"]
    with open(path, "rb") as f:
        want = f.read()
    if want == got:
        return []
    import difflib
    lines = difflib.unified_diff(want.decode("utf-8", "replace").splitlines(),
                                 got.decode("utf-8", "replace").splitlines(), "golden", "now", lineterm="", n=0)
    return [f"{kind} differs:\n    " + "\n    ".join(list(lines)[:12])]


def compiles(case, twin):
    command = [CLANG, "-x", "cl", case.standard, "-fsyntax-only", "-target", "spir64", "-Xclang",
               "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins", "-w", *case.clang, "-"]
    status, _, error = run(command, twin)
    return [] if status == 0 else ["the twin does not compile:\n    " + "\n    ".join(
        line for line in error.splitlines() if "error" in line or "fatal" in line)[:600]]


def test(program, case, update):
    errors = []
    if case.refused:
        status, out, error = instrument(program, case)
        if status != 1:
            return [f"is not refused (status {status})"]
        return compare(case, "refused.txt", error.encode(), update)
    for name in PASSES:
        status, out, error = instrument(program, case, "--pass", name, "--whole")
        if status != 0:
            return [f"refused or crashed, status {status}: {error.strip()}"]
        errors += [f"{name}: {e}" for e in compiles(case, out)]
        status, out, error = instrument(program, case, "--pass", name)
        if name == "trace" and case.bounds_known and re.search(r"__cld_mk\(0, ~0UL\), \d+\)", out.decode()):
            errors.append("trace: the bounds of an access are unknown")
        if name not in ("trace", "bounds") or os.path.exists(case.file(KINDS[name])):
            errors += compare(case, KINDS[name], out, update)
    status, out, error = instrument(program, case, "--pass", "bounds", "--cpu", "--whole") # copies of whole kernels
    errors += [f"bounds for CPUs: {e}" for e in ([error] if status else compiles(case, out))]
    if os.path.exists(case.file("bounds-cpu.txt")):
        errors += compare(case, "bounds-cpu.txt", instrument(program, case, "--pass", "bounds", "--cpu")[1], update)
    status, out, error = instrument(program, case, "--pass", "touch", "--sites")
    if os.path.exists(case.file("sites.txt")):
        errors += compare(case, "sites.txt", out, update)
    return errors


# ---- on a device: the twin builds, and its kernels do what the original's do -----------------------------------

SCALARS = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8",
           "ulong": "u8", "float": "f4", "double": "f8", "size_t": "u8", "unsigned int": "u4"}


class Device:
    SIZE = 4096

    def __init__(self):
        import numpy
        import pyopencl
        self.cl, self.np = pyopencl, numpy
        self.context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
        self.queue = pyopencl.CommandQueue(self.context)

    def build(self, source, options):
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.cl.Program(self.context, source).build(options=options + ["-w"], cache_dir=False)

    def arguments(self, kernel):
        """What a kernel gets: numbers from 1 on in every buffer, 3 for every scalar. None: it takes something else."""
        q, s, args, buffers = self.cl.kernel_arg_address_qualifier, self.cl.kernel_arg_info, [], []
        for i in range(kernel.num_args):
            space = kernel.get_arg_info(i, s.ADDRESS_QUALIFIER)
            type_name = kernel.get_arg_info(i, s.TYPE_NAME)
            if space in (q.GLOBAL, q.CONSTANT) and type_name.endswith("*"):
                is_float = "float" in type_name or "double" in type_name or "half" in type_name
                kind = "f8" if "double" in type_name else "f2" if "half" in type_name else "f4" if is_float else "u1"
                data = self.np.arange(1, self.SIZE // self.np.dtype(kind).itemsize + 1).astype(kind)
                if not is_float:
                    data = (data % 3).astype(kind)
                flags = self.cl.mem_flags
                buffers.append(self.cl.Buffer(self.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=data))
                args.append(buffers[-1])
            elif space == q.LOCAL:
                args.append(self.cl.LocalMemory(self.SIZE))
            elif type_name in SCALARS:
                args.append(self.np.dtype(SCALARS[type_name]).type(3))
            else:
                return None, None
        return args, buffers

    def launch(self, kernel, args):
        for i, a in enumerate(args):
            kernel.set_arg(i, a)
        self.cl.enqueue_nd_range_kernel(self.queue, kernel, (4,), (2,))
        self.queue.finish()

    def contents(self, buffers):
        out = []
        for b in buffers:
            data = self.np.empty(self.SIZE, "u1")
            self.cl.enqueue_copy(self.queue, data, b)
            out.append(data.tobytes())
        return out

    def test(self, program, case):
        if case.refused or case.no_device:
            return []
        source = run([CLANG, "-E", "-x", "cl", "-P", case.standard, "-cl-no-stdinc", "-undef", "-w", case.name + ".cl",
                      *[o for o in case.options if o[:2] in ("-I", "-D")]])[1].decode("utf-8", "replace")
        options = [case.standard, "-cl-kernel-arg-info"]
        try:
            original = self.build(source, options)
        except Exception as e:
            return [f"PoCL does not take the original: {str(e)[:800]}"]
        errors = []
        for name in PASSES:
            status, out, _ = instrument(program, case, "--pass", name, "--whole")
            if status != 0:
                return errors
            try:
                twin = self.build(out.decode("utf-8", "replace"), options)
            except Exception as e:
                errors.append(f"{name}: PoCL does not take the twin: {str(e)[:1500]}")
                continue
            for k in original.all_kernels():
                errors += self.same(name, k, getattr(twin, k.function_name))
        return errors

    def same(self, name, kernel, twin):
        args, buffers = self.arguments(kernel)
        if args is None:
            return []
        self.launch(kernel, args)
        want = self.contents(buffers)
        args, buffers = self.arguments(kernel)
        log = self.cl.Buffer(self.context, self.cl.mem_flags.READ_WRITE | self.cl.mem_flags.COPY_HOST_PTR,
                             hostbuf=self.np.zeros(self.SIZE, "u1"))
        hidden = [log]
        if name == "trace":
            s = self.cl.kernel_arg_info.ADDRESS_QUALIFIER
            q = self.cl.kernel_arg_address_qualifier
            types = [kernel.get_arg_info(i, self.cl.kernel_arg_info.TYPE_NAME) for i in range(kernel.num_args)]
            hidden += [self.np.uint64(self.SIZE) for i in range(kernel.num_args)
                       if kernel.get_arg_info(i, s) != q.PRIVATE and types[i].endswith("*")]
        self.launch(twin, args + hidden)
        errors = []
        if self.contents(buffers) != want:
            errors.append(f"{name}: kernel {kernel.function_name} does not do what the original does")
        known, unknown, outside, where = self.np.frombuffer(self.contents([log])[0][:16], "u4")
        if outside:
            errors.append(f"{name}: kernel {kernel.function_name}: site {where} is said to lie outside")
        return errors


def on_device(program, case):
    """In a process of its own: what a device's compiler does to it is not known."""
    status, out, error = run([sys.executable, os.path.abspath(__file__), "--one-on-device", program, case.name], limit=200)
    if status != 0:
        return [f"crashes or hangs on PoCL, status {status}: {error.strip()[-400:]}"]
    return [line for line in out.decode("utf-8", "replace").split("\n") if line]


def known_failures():
    path = os.path.join(GOLDEN, "KNOWN_FAILURES")
    known = {}
    if os.path.exists(path):
        with open(path) as f:
            for line in f:
                if line.strip() and not line.startswith("#"):
                    name, _, why = line.strip().partition(" ")
                    known[name] = why
    return known


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("names", nargs="*")
    p.add_argument("--update", action="store_true", help="write the golden files; read them before")
    p.add_argument("--device", action="store_true", help="build and run on PoCL, too")
    p.add_argument("--one-on-device", action="store_true", help=argparse.SUPPRESS)
    a = p.parse_intermixed_args()
    names = a.names or sorted(f[:-3] for f in os.listdir(GOLDEN) if f.endswith(".cl"))
    known, bad = known_failures(), 0
    if a.one_on_device:
        print("\n".join(Device().test(a.program, Case(names[0]))))
        return 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda n: (Case(n), test(a.program, Case(n), a.update)), names)
        for case, errors in results:
            if a.device:
                errors = errors + on_device(a.program, case)
            if case.name in known:
                if errors or (known[case.name].startswith("on a device") and not a.device):
                    print(f"known failure: {case.name}: {known[case.name]}")
                    if a.names:
                        print("  " + "\n  ".join(errors))
                    continue
                errors = ["passes now: take it out of KNOWN_FAILURES"]
            for e in errors:
                print(f"{case.name}: {e}")
            bad += bool(errors)
    print(f"{len(names)} files, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
