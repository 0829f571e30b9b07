#!/usr/bin/env python3
"""How often work-items are counted in the log of a twin, in the form for CPUs and in that for other devices.

A work-item that misses at one access in several ways (a row of an array in one round of a loop, the whole array in
another) is one that missed there. Both forms run on the first device that there is.

  counts.py PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile
import warnings

KERNELS = """
kernel void row_and_array(global int *out, global int (*in)[4], int n)
{
    int sum = 0;
    for (int k = 0; k < 3; k++)
        sum += in[k == 1 ? n : 0][k == 2 ? n : 0];
    out[get_global_id(0)] = sum;
}

kernel void two_rows(global int *out, global int (*in)[4][4], int n)
{
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += in[k == 1 ? n : 0][k == 2 ? n : 0][k == 3 ? n : 0];
    out[get_global_id(0)] = sum;
}

kernel void two_accesses(global int *out, global int (*in)[4], int n)
{
    int sum = 0;
    for (int k = 0; k < 3; k++)
        sum += in[k == 1 ? n : 0][0] + in[0][k == 2 ? n : 0];
    out[get_global_id(0)] = sum;
}

/* Half of them in one way, half in the other. */
kernel void one_each(global int *out, global int (*in)[4], int n)
{
    int i = get_global_id(0);
    out[i] = in[i & 1 ? n : 0][i & 1 ? 0 : n];
}

/* The inner loop has two versions, and each of the work-items comes through both. */
kernel void versions(global int *out, global int *in, int n)
{
    int sum = 0, end = 4;
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < end; j++)
            sum += in[j] + in[in[0] * n];
        end = 65;
    }
    out[get_global_id(0)] = sum;
}

int helped(global int (*in)[4], int k, int n)
{
    return in[k == 1 ? n : 0][k == 2 ? n & 7 : 0];
}

kernel void in_function(global int *out, global int (*in)[4], int n)
{
    int sum = 0;
    for (int k = 0; k < 3; k++)
        sum += helped(in, k, n);
    out[get_global_id(0)] = sum;
}
"""
ITEMS, ELEMENTS, BEYOND = 8, 64, 1005
EXPECTED = {"row_and_array": ITEMS, "two_rows": ITEMS, "two_accesses": 2 * ITEMS, "one_each": ITEMS,
            "versions": 2 * ITEMS, "in_function": ITEMS}
HEADER, SLOT, WORK_ITEMS = 16, 32, 2  # wire/log.h


def hidden(numpy, parameters, log):
    """The arguments that a twin has behind the original's, by their names (wire/message.h)."""
    sizes = [ITEMS * 4, ELEMENTS * 4]
    units = [4, 64 if "[4][4]" in parameters else 16 if "[4]" in parameters else 4]
    for kind, argument in re.findall(r"__cld_([a-z]+)([0-9]?)", parameters):
        if kind == "log":
            yield log
        elif kind == "key":
            yield numpy.uint32(1)
        elif kind == "ranges":
            yield None
        else:
            size = sizes[int(argument)] // (1 if kind == "n" else units[int(argument)])
            yield numpy.uint32(size) if kind == "i" else numpy.uint64(size)


def count(cl, numpy, context, queue, twin, program, kernel):
    log = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.zeros(1 << 16, "u4"))
    out = cl.Buffer(context, cl.mem_flags.READ_WRITE, ITEMS * 4)
    inn = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.ones(ELEMENTS, "u4"))
    parameters = re.search(r"kernel void " + kernel + r"\((.*)\)", twin).group(1)
    k = getattr(program, kernel)
    for i, a in enumerate([out, inn, numpy.int32(BEYOND), *hidden(numpy, parameters, log)]):
        k.set_arg(i, a)
    cl.enqueue_nd_range_kernel(queue, k, (ITEMS,), None)
    words = numpy.empty(1 << 16, "u4")
    cl.enqueue_copy(queue, words, log)
    return int(sum(words[HEADER + WORK_ITEMS::SLOT]))


def main():
    import numpy
    import pyopencl as cl
    instrument, bad = sys.argv[1], 0
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.cl")
        with open(path, "w") as f:
            f.write(KERNELS)
        for form in ([], ["--cpu"]):
            twin = subprocess.run([instrument, "--print", "--whole", "--pass", "bounds", *form, path], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                program = cl.Program(context, twin).build(options=["-cl-std=CL1.2", "-w"], cache_dir=False)
            for kernel, expected in EXPECTED.items():
                got = count(cl, numpy, context, queue, twin, program, kernel)
                if got != expected:
                    print(f"{kernel}{' for CPUs' if form else ''}: {got} work-items counted, {expected} expected")
                    bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
