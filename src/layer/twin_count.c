/*
 * twin_count.c - CL_CONTEXT_REFERENCE_COUNT as it would be without us.
 *
 * Which objects retain their context is the driver's affair. So it is measured, once for each context that
 * the program asks about while twins are in it, by making one object of each kind.
 */
#include "layer/twin.h"

#include <stdlib.h>

static bool is_same(const struct cld_object *o, uint64_t serial)
{
    return o && atomic_load(&o->serial) == serial;
}

void cld_twin_count_in(struct cld_object *context, uint64_t serial, enum cld_counted what, int change)
{
    if (is_same(context, serial))
        atomic_fetch_add(&context->context_.twins[what], change);
}

void cld_twin_count(const struct cld_twins *t, enum cld_counted what, int change)
{
    cld_twin_count_in(t->context, t->context_serial, what, change);
}

_Static_assert(sizeof((struct cld_object *)0)->context_.twins / sizeof(int) == CLD_COUNT_KINDS,
               "object.h has room for each kind");

static cl_uint refs_of(const cl_icd_dispatch *next, cl_context context)
{
    cl_uint refs = 0;
    next->clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof refs, &refs, NULL);
    return refs;
}

#define MOST 4

struct probe {
    cl_mem buffer;
    cl_program program;
    cl_kernel kernels[MOST];
    cl_uint n_kernels;
    cl_command_queue queue;
};

static cl_command_queue make_queue(const cl_icd_dispatch *next, cl_context context)
{
    cl_device_id devices[64];
    cl_int error;
    if (next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL) != CL_SUCCESS)
        return NULL;
    return next->clCreateCommandQueue
               ? next->clCreateCommandQueue(context, devices[0], 0, &error)
               : next->clCreateCommandQueueWithProperties(context, devices[0], NULL, &error);
}

static void make_kernels(const cl_icd_dispatch *next, cl_context context, struct probe *p)
{
    cl_device_id devices[16];
    size_t size = 0;
    if (p->program &&
        next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, &size) == CL_SUCCESS &&
        size && next->clBuildProgram(p->program, 1, devices, "", NULL, NULL) == CL_SUCCESS &&
        next->clCreateKernelsInProgram(p->program, MOST, p->kernels, &p->n_kernels) != CL_SUCCESS)
        p->n_kernels = 0;
}

static void release_kernels(const cl_icd_dispatch *next, const struct probe *p)
{
    for (cl_uint i = 0; i < p->n_kernels && i < MOST; i++)
        next->clReleaseKernel(p->kernels[i]);
}

/* False: other threads made or released something meanwhile. */
static bool measure(const cl_icd_dispatch *next, cl_context context, int per[CLD_COUNT_KINDS])
{
    const char *source = "kernel void cldoctor_probe(void) {}";
    struct probe p = {0};
    cl_int error;
    cl_uint before = refs_of(next, context);
    p.queue = make_queue(next, context);
    cl_uint queue = refs_of(next, context);
    p.buffer = next->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    cl_uint buffer = refs_of(next, context);
    p.program = next->clCreateProgramWithSource(context, 1, &source, NULL, &error);
    make_kernels(next, context, &p);
    cl_uint all = refs_of(next, context);
    release_kernels(next, &p);
    cl_uint program = refs_of(next, context);
    if (p.program)
        next->clReleaseProgram(p.program);
    if (p.buffer)
        next->clReleaseMemObject(p.buffer);
    if (p.queue)
        next->clReleaseCommandQueue(p.queue);
    per[CLD_COUNT_QUEUE] = (int)(queue - before);
    per[CLD_COUNT_BUFFER] = (int)(buffer - queue);
    per[CLD_COUNT_PROGRAM] = (int)(program - buffer);
    per[CLD_COUNT_KERNEL] = p.n_kernels ? (int)(all - program) / (int)p.n_kernels : 0;
    for (int i = 0; i < CLD_COUNT_KINDS; i++)
        if (per[i] < 0 || per[i] > 4)
            return false;
    return refs_of(next, context) == before;
}

cl_uint cld_twin_context_refs(const cl_icd_dispatch *next, struct cld_object *context)
{
    int per[CLD_COUNT_KINDS], sum = 0, twins = 0;
    for (int i = 0; i < CLD_COUNT_KINDS; i++)
        twins += atomic_load(&context->context_.twins[i]);
    if (twins <= 0)
        return 0;
    for (int tries = 0; !atomic_load(&context->context_.measured) && tries < 3; tries++) {
        if (!measure(next, context->handle, per))
            continue;
        for (int i = 0; i < CLD_COUNT_KINDS; i++)
            atomic_store(&context->context_.per_twin[i], per[i]);
        atomic_store(&context->context_.measured, true);
    }
    for (int i = 0; i < CLD_COUNT_KINDS; i++)
        sum += atomic_load(&context->context_.twins[i]) * atomic_load(&context->context_.per_twin[i]);
    return sum > 0 ? (cl_uint)sum : 0;
}
