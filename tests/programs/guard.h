/*
 * guard.h - what the programs share whose kernels run as they are, and write behind a buffer's end: only the
 * guard band there shows it. The kernel is `k`, as in bounds.h.
 */
#ifndef GUARD_H
#define GUARD_H

#include "bounds.h"

/* Writes `value` to element `at`. */
static const char poke[] __attribute__((unused)) = "kernel void k(global int *out, int at, int value)\n"
                                                   "{\n"
                                                   "    if (get_global_id(0) == 0)\n"
                                                   "        out[at] = value;\n"
                                                   "}\n"
                                                   "kernel void other(global int *out, int at, int value)\n"
                                                   "{\n"
                                                   "    out[at] += 0;\n"
                                                   "}\n";

UNUSED void set_poke(cl_kernel which, cl_mem buffer, cl_int at, cl_int value)
{
    CHECK(clSetKernelArg(which, 0, sizeof buffer, &buffer) == CL_SUCCESS);
    CHECK(clSetKernelArg(which, 1, sizeof at, &at) == CL_SUCCESS);
    CHECK(clSetKernelArg(which, 2, sizeof value, &value) == CL_SUCCESS);
}

#endif
