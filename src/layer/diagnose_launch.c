/* diagnose_launch.c - running kernels: OpenCL 3.0, 5.10. */
#include "layer/diagnose_launch.h"
#include "layer/device_limits.h"
#include "layer/kernel_info.h"

#include <stdio.h>
#include <string.h>

struct cld_launch cld_read_launch(struct cld_diag *d)
{
    struct cld_launch l;
    cl_device_id devices[CLD_DEVICES];
    memset(&l, 0, sizeof l);
    l.kernel = cld_obj(d, "kernel");
    l.kernel = l.kernel && l.kernel->kind == CLD_KIND_KERNEL ? l.kernel : NULL;
    l.name = l.kernel && l.kernel->kernel.info ? l.kernel->kernel.info->name : "the kernel";
    l.device = cld_devices(d, devices) ? devices[0] : NULL;
    uint64_t dims = cld_num(d, "work_dim");
    l.dims = dims >= 1 && dims <= 3 ? (unsigned)dims : 0;
    l.has_global = l.dims && cld_peek_sizes(d, "global_work_size", l.global, l.dims, 1);
    l.has_local = l.dims && cld_arg(d, "local_work_size") >= 0 &&
                  cld_peek_sizes(d, "local_work_size", l.local, l.dims, 1);
    return l;
}

bool cld_ask_kernel(struct cld_diag *d, const struct cld_launch *l, cl_kernel_work_group_info what,
                    size_t size, void *out)
{
    return cld_alive(l->kernel) && l->device && d->next->clGetKernelWorkGroupInfo &&
           d->next->clGetKernelWorkGroupInfo(l->kernel->handle, l->device, what, size, out, NULL) ==
               CL_SUCCESS;
}

/* ---- sizes
 * -------------------------------------------------------------------------------------------------------- */

static bool wrong_dimensions(struct cld_diag *d)
{
    uint64_t dims = cld_num(d, "work_dim"), most = cld_largest(d, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
    most = most ? most : 3;
    return (dims < 1 || dims > most) && cld_is(d, CL_INVALID_WORK_DIMENSION) && cld_expected(d, most, dims) &&
           cld_blame(d, "work_dim", "`work_dim` is %llu, and must be between 1 and %llu",
                     (unsigned long long)dims, (unsigned long long)most) &&
           cld_fix(d, "pass the number of entries of the size arrays");
}

/* OpenCL before 2.1 forbids a global size of 0; later versions run nothing. */
static bool wrong_global(struct cld_diag *d, const struct cld_launch *l)
{
    if (cld_null(d, CL_INVALID_GLOBAL_WORK_SIZE, "global_work_size",
                 "pass the number of work-items in each dimension"))
        return true;
    for (unsigned i = 0; l->has_global && i < l->dims; i++)
        if (!l->global[i] && cld_only(d, CL_INVALID_GLOBAL_WORK_SIZE))
            return cld_blame(d, "global_work_size", "the global size is 0 in dimension %u", i) &&
                   cld_fix(d, "leave the launch out when there is nothing to do");
    uint64_t bits = l->device ? cld_device_number(d, l->device, CL_DEVICE_ADDRESS_BITS) : 0;
    for (unsigned i = 0; l->has_global && bits == 32 && i < l->dims; i++)
        if (l->global[i] > UINT32_MAX && cld_is(d, CL_INVALID_GLOBAL_WORK_SIZE))
            return cld_blame(d, "global_work_size",
                             "the global size is %zu in dimension %u, and the device counts with 32 bits",
                             l->global[i], i) &&
                   cld_fix(d, "launch in pieces");
    return false;
}

static bool wrong_offset(struct cld_diag *d, const struct cld_launch *l)
{
    size_t offset[3];
    if (!l->has_global || !cld_is(d, CL_INVALID_GLOBAL_OFFSET) ||
        !cld_peek_sizes(d, "global_work_offset", offset, l->dims, 0))
        return false;
    bool narrow = l->device && cld_device_number(d, l->device, CL_DEVICE_ADDRESS_BITS) == 32;
    uint64_t most = narrow ? UINT32_MAX : UINT64_MAX;
    for (unsigned i = 0; i < l->dims; i++)
        if (offset[i] > most || l->global[i] > most - offset[i])
            return cld_blame(
                       d, "global_work_offset",
                       "offset %zu + global size %zu in dimension %u is more than the device's size_t holds",
                       offset[i], l->global[i], i) &&
                   cld_fix(d, "look for a negative number in the computation of the offset");
    return false;
}

/* ---- arguments
 * ---------------------------------------------------------------------------------------------------------
 */

static bool alive_arg(const struct cld_kernel_arg *a)
{
    return a->object && atomic_load(&a->object->serial) == a->object_serial;
}

static bool misaligned_args(struct cld_diag *d, const struct cld_launch *l)
{
    const struct cld_kernel_info *k = l->kernel ? l->kernel->kernel.info : NULL;
    uint64_t align = cld_largest(d, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    if (!align || !cld_is(d, CL_MISALIGNED_SUB_BUFFER_OFFSET))
        return false;
    for (uint32_t i = 0; k && l->kernel->kernel.args && i < k->n_args; i++) {
        const struct cld_kernel_arg *a = &l->kernel->kernel.args[i];
        char name[192], where[320];
        if (!alive_arg(a) || a->object->kind != CLD_KIND_MEM || a->object->subkind != CLD_SUB_SUB_BUFFER ||
            !(a->object->mem.offset % align))
            continue;
        cld_report_object(d->r, a->object);
        cld_kernel_name_arg(l->kernel, i, name, sizeof name);
        snprintf(where, sizeof where, "argument %s of kernel `%s` is a sub-buffer at byte", name, k->name);
        return cld_blame_alignment(d, "kernel", where, a->object->mem.offset, align);
    }
    return false;
}

static bool wrong_args(struct cld_diag *d, const struct cld_launch *l)
{
    const struct cld_kernel_info *k = l->kernel ? l->kernel->kernel.info : NULL;
    for (uint32_t i = 0; k && l->kernel->kernel.args && i < k->n_args; i++) {
        const struct cld_kernel_arg *a = &l->kernel->kernel.args[i];
        if (!a->set && cld_only(d, CL_INVALID_KERNEL_ARGS))
            return cld_blame(d, "kernel", "argument %u of kernel `%s` was never set", i, k->name) &&
                   cld_fix(d, "call clSetKernelArg(kernel, %u, ...) before the launch", i);
        if (!alive_arg(a))
            continue;
        const struct cld_object *o = a->object, *context = cld_context_of(o);
        if (context && context != cld_context_of(l->kernel) && cld_is(d, CL_INVALID_CONTEXT))
            return cld_blame(d, "kernel", "argument %u of kernel `%s` is %s of another context", i, k->name,
                             cld_a(cld_what(o)).at) &&
                   cld_fix(d, "create the %s in the kernel's context", cld_what(o));
    }
    return misaligned_args(d, l);
}

/* The largest __local argument of the kernel: the one to make smaller. */
static const struct cld_kernel_arg *largest_local(const struct cld_object *k, uint32_t *index)
{
    const struct cld_kernel_arg *largest = NULL;
    for (uint32_t i = 0; k->kernel.info && k->kernel.args && i < k->kernel.info->n_args; i++) {
        const struct cld_kernel_arg *a = &k->kernel.args[i];
        if (!a->set || !a->is_local || (largest && a->size <= largest->size))
            continue;
        largest = a;
        *index = i;
    }
    return largest;
}

static uint32_t n_local(const struct cld_object *k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; k->kernel.info && k->kernel.args && i < k->kernel.info->n_args; i++)
        n += k->kernel.args[i].set && k->kernel.args[i].is_local;
    return n;
}

static bool fix_local(struct cld_diag *d, const struct cld_launch *l, uint64_t most, uint64_t used)
{
    char name[192];
    uint32_t index = 0;
    const struct cld_kernel_arg *a = largest_local(l->kernel, &index);
    uint64_t others = a ? used - a->size : used;
    if (!a || others >= most)
        return cld_fix(d, "use smaller tiles: __local variables and arguments together must fit into "
                          "CL_DEVICE_LOCAL_MEM_SIZE");
    cld_kernel_name_arg(l->kernel, index, name, sizeof name);
    return cld_fix(
        d,
        "give argument %s at most %llu bytes: the local memory of one work-group, not of the whole launch, "
        "must fit into CL_DEVICE_LOCAL_MEM_SIZE",
        name, (unsigned long long)(most - others));
}

/*
 * What the kernel declares and what its arguments have. A driver's answer for the launched kernel may count
 * the arguments, or not yet: the larger sum is right (OpenCL 3.0, table 5.21).
 */
static bool local_memory(struct cld_diag *d, const struct cld_launch *l)
{
    cl_ulong told = 0;
    uint64_t most = l->device ? cld_device_number(d, l->device, CL_DEVICE_LOCAL_MEM_SIZE) : 0;
    if (!most || !l->kernel || !cld_is(d, CL_OUT_OF_RESOURCES))
        return false;
    const struct cld_kernel_fit *fit = cld_kernel_fit(l->kernel, l->device);
    uint64_t args = cld_local_args(l->kernel), own = fit ? fit->local_bytes : 0;
    if (!fit && cld_ask_kernel(d, l, CL_KERNEL_LOCAL_MEM_SIZE, sizeof told, &told))
        own = told > args ? told - args : 0;
    if (own <= n_local(l->kernel)) /* NVIDIA counts a byte for an argument that was not set: no variable */
        own = 0;
    if (own > UINT64_MAX - args || own + args <= most)
        return false;
    cld_as(d, CLD_FINDING_LOCAL_MEMORY_EXCEEDED);
    cld_expected(d, most, own + args);
    cld_report_evidence(d->r, "local_memory_of_variables", "%llu", (unsigned long long)own);
    cld_report_evidence(d->r, "local_memory_of_arguments", "%llu", (unsigned long long)args);
    /* PoCL 3.1 answers 0 whatever the kernel declares: then it is not to be said. */
    if (own)
        cld_blame(d, "kernel",
                  "kernel `%s` needs %llu bytes of local memory (%llu of its variables, %llu of its "
                  "arguments), and "
                  "the device has %llu",
                  l->name, (unsigned long long)(own + args), (unsigned long long)own,
                  (unsigned long long)args, (unsigned long long)most);
    else
        cld_blame(d, "kernel",
                  "the arguments of kernel `%s` take %llu bytes of local memory, and the device has %llu",
                  l->name, (unsigned long long)args, (unsigned long long)most);
    return fix_local(d, l, most, own + args);
}

bool cld_check_local_memory(struct cld_diag *d)
{
    struct cld_launch l = cld_read_launch(d);
    return local_memory(d, &l);
}

static bool not_built_here(struct cld_diag *d, const struct cld_launch *l)
{
    struct cld_object *p = l->kernel ? l->kernel->parent : NULL;
    cl_build_status status = CL_BUILD_SUCCESS;
    if (!cld_is(d, CL_INVALID_PROGRAM_EXECUTABLE) || !cld_alive(p) || p->kind != CLD_KIND_PROGRAM ||
        !l->device || !d->next->clGetProgramBuildInfo ||
        (d->next->clGetProgramBuildInfo(p->handle, l->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                        NULL) == CL_SUCCESS &&
         status == CL_BUILD_SUCCESS))
        return false;
    cld_report_object(d->r, p);
    return cld_blame(d, "kernel", "the program of kernel `%s` is not built for this queue's device (%s)",
                     l->name, cld_value_text("cl_build_status", (uint64_t)(int64_t)status).at) &&
           cld_fix(d,
                   "list the device in clBuildProgram, or pass NULL to build for all devices of the context");
}

/* ---- the calls
 * ------------------------------------------------------------------------------------------------------------
 */

bool cld_check_launch(struct cld_diag *d)
{
    struct cld_launch l = cld_read_launch(d);
    return not_built_here(d, &l) || wrong_dimensions(d) || wrong_global(d, &l) || wrong_offset(d, &l) ||
           cld_check_work_group(d) || wrong_args(d, &l) || local_memory(d, &l);
}

bool cld_check_launch_use(struct cld_diag *d)
{
    struct cld_launch l = cld_read_launch(d);
    return cld_check_work_group(d) || misaligned_args(d, &l);
}

static bool task(struct cld_diag *d)
{
    struct cld_launch l = cld_read_launch(d);
    return not_built_here(d, &l) || wrong_args(d, &l) || cld_check_work_group(d) || local_memory(d, &l);
}

static bool suggested(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "suggested_local_work_size",
                    "pass the address of an array of size_t") ||
           cld_check_launch(d);
}

static bool native(struct cld_diag *d)
{
    uint64_t can = cld_largest(d, CL_DEVICE_EXECUTION_CAPABILITIES), bytes = cld_num(d, "cb_args");
    bool args = cld_ptr(d, "args") != NULL;
    if (cld_null(d, CL_INVALID_VALUE, "user_func", "pass the function to be run"))
        return true;
    if (args != (bytes != 0) && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, args ? "cb_args" : "args",
                         args ? "`cb_args` is 0, and `args` is not NULL"
                              : "`args` is NULL, and `cb_args` is not 0") &&
               cld_fix(d, "pass the arguments and their size, or NULL and 0");
    if (!args && cld_num(d, "num_mem_objects") && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "num_mem_objects",
                         "`num_mem_objects` is %u, and `args`, which would hold their pointers, is NULL",
                         (unsigned)cld_num(d, "num_mem_objects")) &&
               cld_fix(d, "pass the arguments that the pointers are put in");
    return cld_pair(d, CL_INVALID_VALUE, "num_mem_objects", "mem_list") ||
           cld_pair(d, CL_INVALID_VALUE, "num_mem_objects", "args_mem_loc") ||
           (can && !(can & CL_EXEC_NATIVE_KERNEL) && cld_is(d, CL_INVALID_OPERATION) &&
            cld_blame(d, "command_queue",
                      "the queue's device runs no native kernels (CL_DEVICE_EXECUTION_CAPABILITIES)") &&
            cld_fix(d, "run the function in a thread of your own"));
}

const struct cld_checks cld_checks_launch[] = {
    {CLD_FN_clEnqueueNDRangeKernel, cld_check_launch},
    {CLD_FN_clEnqueueTask, task},
    {CLD_FN_clEnqueueNativeKernel, native},
    {CLD_FN_clGetKernelSuggestedLocalWorkSizeKHR, suggested},
    {0, NULL},
};
