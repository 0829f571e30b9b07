/*
 * diagnose_failed.c - the last creation of each kind that failed. A program that does not look at error codes
 * goes on with NULL, and the failure that matters is the first one.
 */
#include "layer/diagnose_check.h"

#include <string.h>

static _Atomic uint64_t failed[CLD_KIND_COUNT]; /* function + 1 and code, in one word */

static enum cld_kind made_by(const struct cld_fn_info *info)
{
    static const struct {
        const char *prefix;
        enum cld_kind kind;
    } makers[] = {
        {"clCreateContext", CLD_KIND_CONTEXT},
        {"clCreateCommandQueue", CLD_KIND_QUEUE},
        {"clCreateCommandBuffer", CLD_KIND_COMMAND_BUFFER},
        {"clCreateProgram", CLD_KIND_PROGRAM},
        {"clLinkProgram", CLD_KIND_PROGRAM},
        {"clCreateKernel", CLD_KIND_KERNEL},
        {"clCloneKernel", CLD_KIND_KERNEL},
        {"clCreateSampler", CLD_KIND_SAMPLER},
        {"clCreateSemaphore", CLD_KIND_SEMAPHORE},
        {"clCreateUserEvent", CLD_KIND_EVENT},
        {"clCreateEvent", CLD_KIND_EVENT},
        {"clEnqueue", CLD_KIND_EVENT},
        {"clCreateBuffer", CLD_KIND_MEM},
        {"clCreateSubBuffer", CLD_KIND_MEM},
        {"clCreateImage", CLD_KIND_MEM},
        {"clCreatePipe", CLD_KIND_MEM},
        {"clCreateFrom", CLD_KIND_MEM},
        {"clCreateSubDevices", CLD_KIND_DEVICE},
        {"clGetDeviceIDs", CLD_KIND_DEVICE},
        {"clGetPlatformIDs", CLD_KIND_PLATFORM},
    };
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (strncmp(info->name, makers[i].prefix, strlen(makers[i].prefix)) == 0)
            return makers[i].kind;
    return CLD_KIND_NONE;
}

void cld_note_failed(const struct cld_diag *d)
{
    enum cld_kind kind = made_by(d->info);
    if (kind != CLD_KIND_NONE)
        atomic_store(&failed[kind], (uint64_t)(d->call->fn + 1) << 32 | (uint32_t)d->code);
}

bool cld_failed_before(enum cld_kind kind, enum cld_fn *fn, cl_int *code)
{
    uint64_t word = kind < CLD_KIND_COUNT ? atomic_load(&failed[kind]) : 0;
    *fn = (enum cld_fn)((word >> 32) - 1);
    *code = (cl_int)(uint32_t)word;
    return word != 0;
}
