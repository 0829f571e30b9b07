/* misaligned.h - what the programs share whose kernels take bytes for something larger. */
#ifndef MISALIGNED_H
#define MISALIGNED_H

#include "bounds.h"

/* 0, 1, 2, ... */
UNUSED cl_mem bytes_buffer(size_t count)
{
    cl_uchar data[128];
    for (size_t i = 0; i < count; i++)
        data[i] = (cl_uchar)i;
    return buffer_with(data, count);
}

#endif
