#include "through.h"

#include "layer/calls.gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void **slots(cl_icd_dispatch *table)
{
    return (void **)table;
}

#ifdef DIRECT
#include "fake/fake.h"

const cl_icd_dispatch *through_what(void)
{
    static cl_icd_dispatch all;
    const cl_icd_dispatch *layer;
    cl_uint entries;
    fake_platform(); /* starts the driver */
    all = *fake_dispatch();
    if (clInitLayer(CLD_TABLE_ENTRIES, &all, &entries, &layer) != CL_SUCCESS ||
        entries != CLD_TABLE_ENTRIES) {
        fprintf(stderr, "clInitLayer failed\n");
        exit(1);
    }
    (void)slots;
    return layer;
}
#else
#include <dlfcn.h>

const cl_icd_dispatch *through_what(void)
{
    static cl_icd_dispatch all;
    for (unsigned i = 0; i < CLD_TABLE_ENTRIES; i++)
        slots(&all)[i] = dlsym(RTLD_DEFAULT, cld_fn_info(i)->name);
    if (!all.clGetPlatformIDs) {
        fprintf(stderr, "no libOpenCL in this process\n");
        exit(1);
    }
    return &all;
}
#endif
