/* diagnose_launch.c - running kernels: OpenCL 3.0, 5.10. */
#include "layer/diagnose_check.h"

#include <string.h>

struct launch {
    const struct cld_object *kernel;
    cl_device_id device;
    unsigned dims; /* 1 to 3 */
    size_t global[3], local[3];
    bool has_global, has_local;
    const char *name;
};

static struct launch read_launch(struct cld_diag *d)
{
    struct launch l;
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

/* Of the kernel on this device; 0: not known. */
static bool ask_kernel(struct cld_diag *d, const struct launch *l, cl_kernel_work_group_info what,
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
static bool wrong_global(struct cld_diag *d, const struct launch *l)
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

static bool wrong_offset(struct cld_diag *d, const struct launch *l)
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

/* ---- the work-group
 * ------------------------------------------------------------------------------------------------- */

static size_t product(const size_t n[3], unsigned dims)
{
    size_t all = 1;
    for (unsigned i = 0; i < dims; i++)
        if (__builtin_mul_overflow(all, n[i], &all))
            return SIZE_MAX;
    return all;
}

static bool wrong_required(struct cld_diag *d, const struct launch *l)
{
    size_t must[3] = {0, 0, 0};
    if (!cld_is(d, CL_INVALID_WORK_GROUP_SIZE) ||
        !ask_kernel(d, l, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof must, must) || !must[0])
        return false;
    if (!l->has_local)
        return !cld_ptr(d, "local_work_size") &&
               cld_blame(d, "local_work_size",
                         "`local_work_size` is NULL, and kernel `%s` requires work-groups of %zu x %zu x %zu",
                         l->name, must[0], must[1], must[2]) &&
               cld_fix(d, "pass the size that the kernel's reqd_work_group_size says");
    for (unsigned i = 0; i < 3; i++)
        if (l->local[i] != must[i] && (i < l->dims || must[i] != 1))
            return cld_expected(d, must[i], l->local[i]) &&
                   cld_blame(
                       d, "local_work_size",
                       "the local size is %zu in dimension %u, and kernel `%s` requires %zu x %zu x %zu",
                       l->local[i], i, l->name, must[0], must[1], must[2]) &&
                   cld_fix(d, "pass the size that the kernel's reqd_work_group_size says");
    return false;
}

static bool too_large(struct cld_diag *d, const struct launch *l)
{
    size_t kernel_most = 0, all = product(l->local, l->dims);
    if (!l->has_local || !cld_is(d, CL_INVALID_WORK_GROUP_SIZE))
        return false;
    uint64_t most = l->device ? cld_device_number(d, l->device, CL_DEVICE_MAX_WORK_GROUP_SIZE) : 0;
    if (most && all > most)
        return cld_expected(d, most, all) &&
               cld_blame(d, "local_work_size",
                         "the work-group has %zu work-items (%zu x %zu x %zu), and the device allows %llu",
                         all, l->local[0], l->local[1], l->local[2], (unsigned long long)most) &&
               cld_fix(d, "use at most CL_DEVICE_MAX_WORK_GROUP_SIZE work-items in a group, all dimensions "
                          "multiplied");
    ask_kernel(d, l, CL_KERNEL_WORK_GROUP_SIZE, sizeof kernel_most, &kernel_most);
    return kernel_most && all > kernel_most && cld_expected(d, kernel_most, all) &&
           cld_blame(d, "local_work_size",
                     "the work-group has %zu work-items, and kernel `%s` can have %zu on this device", all,
                     l->name, kernel_most) &&
           cld_fix(d,
                   "use at most CL_KERNEL_WORK_GROUP_SIZE work-items; registers and local memory limit it");
}

static bool item_too_large(struct cld_diag *d, const struct launch *l)
{
    size_t most[16] = {0};
    if (!l->has_local || !l->device || !d->next->clGetDeviceInfo || !cld_is(d, CL_INVALID_WORK_ITEM_SIZE) ||
        d->next->clGetDeviceInfo(l->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, NULL) !=
            CL_SUCCESS)
        return false;
    for (unsigned i = 0; i < l->dims; i++)
        if (most[i] && l->local[i] > most[i])
            return cld_expected(d, most[i], l->local[i]) &&
                   cld_blame(d, "local_work_size",
                             "the local size is %zu in dimension %u, and the device allows %zu there",
                             l->local[i], i, most[i]) &&
                   cld_fix(d, "stay within CL_DEVICE_MAX_WORK_ITEM_SIZES, %zu x %zu x %zu", most[0], most[1],
                           most[2]);
    return false;
}

/* The largest local size up to `local` that divides `global`. */
static size_t divisor(size_t global, size_t local)
{
    size_t n = local < 4096 ? local : 4096;
    while (n > 1 && global % n)
        n--;
    return n ? n : 1;
}

/*
 * OpenCL C 2.0 and later may run a smaller last group; whether this program may is told by the driver's code.
 */
static bool not_dividing(struct cld_diag *d, const struct launch *l)
{
    if (!l->has_local || !l->has_global)
        return false;
    for (unsigned i = 0; i < l->dims; i++) {
        size_t global = l->global[i], local = l->local[i];
        if (!local && cld_is(d, CL_INVALID_WORK_GROUP_SIZE))
            return cld_blame(d, "local_work_size", "the local size is 0 in dimension %u", i) &&
                   cld_fix(d, "pass at least 1, or NULL for all to let the driver choose");
        if (!local || global % local == 0 || !cld_only(d, CL_INVALID_WORK_GROUP_SIZE))
            continue;
        size_t up = global > SIZE_MAX - local ? global : (global + local - 1) / local * local;
        cld_expected(d, divisor(global, local), local);
        return cld_blame(d, "local_work_size",
                         "local size %zu does not divide global size %zu in dimension %u", local, global,
                         i) &&
               cld_fix(d,
                       "round the global size up to %zu and let the kernel return where get_global_id(%u) >= "
                       "%zu, or use "
                       "local size %zu",
                       up, i, global, divisor(global, local));
    }
    return false;
}

/* ---- arguments
 * ---------------------------------------------------------------------------------------------------------
 */

static bool alive_arg(const struct cld_kernel_arg *a)
{
    return a->object && atomic_load(&a->object->serial) == a->object_serial;
}

static bool wrong_args(struct cld_diag *d, const struct launch *l)
{
    const struct cld_kernel_info *k = l->kernel ? l->kernel->kernel.info : NULL;
    uint64_t align = cld_largest(d, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
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
        if (o->kind == CLD_KIND_MEM && o->subkind == CLD_SUB_SUB_BUFFER && align && o->mem.offset % align &&
            cld_is(d, CL_MISALIGNED_SUB_BUFFER_OFFSET))
            return cld_expected(d, align, o->mem.offset % align) &&
                   cld_blame(d, "kernel",
                             "argument %u of kernel `%s` is a sub-buffer at offset %zu, and the device needs "
                             "multiples of %llu bytes",
                             i, k->name, o->mem.offset, (unsigned long long)align) &&
                   cld_fix(d, "create the sub-buffer at a multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN / 8");
    }
    return false;
}

static bool local_memory(struct cld_diag *d, const struct launch *l)
{
    cl_ulong used = 0;
    uint64_t most = l->device ? cld_device_number(d, l->device, CL_DEVICE_LOCAL_MEM_SIZE) : 0;
    if (!most || !cld_is(d, CL_OUT_OF_RESOURCES) ||
        !ask_kernel(d, l, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used) || used <= most)
        return false;
    return cld_expected(d, most, used) &&
           cld_blame(d, "kernel", "kernel `%s` needs %llu bytes of local memory, and the device has %llu",
                     l->name, (unsigned long long)used, (unsigned long long)most) &&
           cld_fix(d, "use smaller tiles: __local variables and arguments together must fit");
}

static bool not_built_here(struct cld_diag *d, const struct launch *l)
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
    struct launch l = read_launch(d);
    return not_built_here(d, &l) || wrong_dimensions(d) || wrong_global(d, &l) || wrong_offset(d, &l) ||
           wrong_required(d, &l) || too_large(d, &l) || item_too_large(d, &l) || not_dividing(d, &l) ||
           wrong_args(d, &l) || local_memory(d, &l);
}

static bool task(struct cld_diag *d)
{
    struct launch l = read_launch(d);
    return not_built_here(d, &l) || wrong_args(d, &l) || wrong_required(d, &l) || local_memory(d, &l);
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
