/*
 * barrier.h - what the programs share whose work-items may not all come to a barrier. The kernel `k` is given
 * COUNT zeros to write, COUNT ones to read, and `n`; groups have 16 work-items.
 */
#ifndef BARRIER_H
#define BARRIER_H

#include "bounds.h"

static void start(const char *text, cl_int n)
{
    begin(text);
    set_buffer(0, ints(COUNT, 0));
    set_buffer(1, ints(COUNT, 1));
    set_int(2, n);
}

/* What the kernel has written. */
static const cl_int *written(void)
{
    static cl_int host[COUNT];
    get(buffers[0], host, sizeof host);
    return host;
}

#endif
