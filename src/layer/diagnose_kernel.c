/* diagnose_kernel.c - kernels and their arguments: OpenCL 3.0, 5.9. */
#include "layer/diagnose_check.h"
#include "layer/kernel_info.h"
#include "lib/edit_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 5.9.1: creation
 * ---------------------------------------------------------------------------------------------- */

static bool not_built(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    cl_device_id devices[CLD_DEVICES];
    size_t size = 0;
    if (!cld_alive(p) || p->kind != CLD_KIND_PROGRAM || !cld_is(d, CL_INVALID_PROGRAM_EXECUTABLE) ||
        !d->next->clGetProgramInfo || !d->next->clGetProgramBuildInfo ||
        d->next->clGetProgramInfo(p->handle, CL_PROGRAM_DEVICES, sizeof devices, devices, &size) !=
            CL_SUCCESS)
        return false;
    for (size_t i = 0; i < size / sizeof devices[0]; i++) {
        cl_build_status status = CL_BUILD_NONE;
        cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
        d->next->clGetProgramBuildInfo(p->handle, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                       NULL);
        d->next->clGetProgramBuildInfo(p->handle, devices[i], CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                       NULL);
        if (status == CL_BUILD_SUCCESS && type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
            return false;
        const char *state = status == CL_BUILD_ERROR         ? "its last build failed"
                            : status == CL_BUILD_IN_PROGRESS ? "its build is still going on"
                            : status == CL_BUILD_NONE        ? "it was never built"
                                                             : "it is compiled, and not linked";
        return cld_blame(d, "program", "`program` has no executable: %s", state) &&
               cld_fix(d, "call clBuildProgram (or clCompileProgram and clLinkProgram) first, and look at "
                          "its error code");
    }
    return false;
}

/* The caller frees it; NULL: none. */
static char *kernel_names(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    size_t size = 0;
    if (!cld_alive(p) || p->kind != CLD_KIND_PROGRAM || !d->next->clGetProgramInfo ||
        d->next->clGetProgramInfo(p->handle, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size) != CL_SUCCESS ||
        size < 2)
        return NULL;
    char *names = calloc(1, size + 1);
    if (names &&
        d->next->clGetProgramInfo(p->handle, CL_PROGRAM_KERNEL_NAMES, size, names, NULL) == CL_SUCCESS)
        return names;
    free(names);
    return NULL;
}

/* The kernel whose name is nearest; "" when none is near. */
static void nearest(const char *names, const char *wanted, char *out, size_t room)
{
    char name[128];
    size_t best = strlen(wanted) / 3 + 1;
    out[0] = '\0';
    for (const char *at = names; *at; at += strspn(at, ";")) {
        size_t n = strcspn(at, ";");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        at += n;
        size_t letters = cld_edit_distance(name, wanted).whole;
        if (letters > best)
            continue;
        best = letters;
        snprintf(out, room, "%s", name);
    }
}

static bool not_among(struct cld_diag *d, const char *wanted, const char *names)
{
    char close[128];
    nearest(names, wanted, close, sizeof close);
    cld_report_evidence(d->r, "kernels", "%.200s", names);
    cld_blame(d, "kernel_name", "the program has no kernel \"%s\"; its kernels are: %.200s", wanted, names);
    return close[0] ? cld_fix(d, "did you mean \"%s\"?", close)
                    : cld_fix(d, "use one of these names; is the function marked with __kernel, and not left "
                                 "out by #if?");
}

static bool wrong_name(struct cld_diag *d)
{
    char wanted[128];
    if (!cld_only(d, CL_INVALID_KERNEL_NAME) ||
        !cld_peek_text(cld_ptr(d, "kernel_name"), wanted, sizeof wanted))
        return false;
    snprintf(d->r->kernel, sizeof d->r->kernel, "%s", wanted);
    char *names = kernel_names(d);
    if (!names)
        return cld_blame(d, "kernel_name", "`kernel_name` is \"%s\", and the program has no kernels at all",
                         wanted) &&
               cld_fix(d, "mark the function with __kernel; check that no #if leaves it out");
    bool found = not_among(d, wanted, names);
    free(names);
    return found;
}

static bool create_kernel(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "kernel_name", "pass the name of a __kernel function") ||
           not_built(d) || wrong_name(d) ||
           (cld_only(d, CL_INVALID_KERNEL_DEFINITION) &&
            cld_blame(d, "kernel_name", "the kernel's arguments differ between the devices of the program") &&
            cld_fix(d, "build the same source with the same options for all devices, or one program for each "
                       "device"));
}

static bool create_kernels(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    size_t n = 0;
    if (not_built(d))
        return true;
    if (!cld_alive(p) || !cld_ptr(d, "kernels") || !cld_is(d, CL_INVALID_VALUE) ||
        !d->next->clGetProgramInfo ||
        d->next->clGetProgramInfo(p->handle, CL_PROGRAM_NUM_KERNELS, sizeof n, &n, NULL) != CL_SUCCESS ||
        cld_num(d, "num_kernels") >= n)
        return false;
    return cld_expected(d, n, cld_num(d, "num_kernels")) &&
           cld_blame(d, "num_kernels", "`num_kernels` is %u, and the program has %zu kernels",
                     (unsigned)cld_num(d, "num_kernels"), n) &&
           cld_fix(d, "give `kernels` room for %zu entries", n);
}

/* ---- 5.9.2: arguments
 * --------------------------------------------------------------------------------------------- */

static const struct cld_kernel_info *info_of(const struct cld_object *k)
{
    return k && k->kind == CLD_KIND_KERNEL ? k->kernel.info : NULL;
}

static bool wrong_index(struct cld_diag *d, const struct cld_kernel_info *k, const char *arg)
{
    uint64_t index = cld_num(d, arg);
    if (!k || index < k->n_args || !cld_is(d, CL_INVALID_ARG_INDEX))
        return false;
    cld_expected(d, k->n_args ? k->n_args - 1 : 0, index);
    if (!k->n_args)
        return cld_blame(d, arg, "`%s` is %u, and kernel `%s` has no arguments", arg, (unsigned)index,
                         k->name) &&
               cld_fix(d, "leave this call out");
    return cld_blame(d, arg, "`%s` is %u, and kernel `%s` has %u arguments, 0 to %u", arg, (unsigned)index,
                     k->name, k->n_args, k->n_args - 1) &&
           cld_fix(d, "arguments are numbered from 0 in the order of the kernel's declaration");
}

static const struct cld_param_info *parameter(const struct cld_diag *d, const struct cld_kernel_info *k)
{
    uint64_t index = cld_num(d, "arg_index");
    return k && k->known && index < k->n_args ? &cld_params(k)[index] : NULL;
}

static bool wrong_value(struct cld_diag *d, const struct cld_param_info *p)
{
    bool local = p && p->space == CL_KERNEL_ARG_ADDRESS_LOCAL, given = cld_ptr(d, "arg_value") != NULL;
    if (!p || !cld_is(d, CL_INVALID_ARG_VALUE))
        return false;
    if (local && given)
        return cld_blame(d, "arg_value", "`arg_value` is given for `%s %s`, which is local memory", p->type,
                         p->name ? p->name : "") &&
               cld_fix(d, "pass NULL, and the number of bytes as `arg_size`");
    if (!local && !given && !strchr(p->type, '*'))
        return cld_blame(d, "arg_value", "`arg_value` is NULL for `%s %s`, which is passed by value", p->type,
                         p->name ? p->name : "") &&
               cld_fix(d, "pass the address of the value");
    return false;
}

/* The handle that is passed by its address, where the parameter takes one. */
static bool wrong_object(struct cld_diag *d, const struct cld_kernel_info *k, const struct cld_param_info *p)
{
    const void *handle = NULL;
    bool sampler = p && strncmp(p->type, "sampler_t", 9) == 0,
         queue = p && strncmp(p->type, "queue_t", 7) == 0;
    bool image = p && strncmp(p->type, "image", 5) == 0, buffer = p && strchr(p->type, '*') != NULL;
    cl_int code = sampler ? CL_INVALID_SAMPLER : queue ? CL_INVALID_DEVICE_QUEUE : CL_INVALID_MEM_OBJECT;
    if (!p || !(sampler || queue || image || buffer) || cld_num(d, "arg_size") != sizeof handle ||
        !cld_only(d, code) || !cld_peek(cld_ptr(d, "arg_value"), &handle, sizeof handle))
        return false;
    const struct cld_object *o = cld_object_find(handle);
    return cld_blame(
               d, "arg_value",
               "argument %u of kernel `%s` is `%s %s`, and `arg_value` points to the handle %p, which is %s",
               (unsigned)cld_num(d, "arg_index"), k->name, p->type, p->name ? p->name : "", handle,
               o ? cld_what(o) : "no object that this program has") &&
           cld_fix(d,
                   "pass the address of the variable with the handle: clSetKernelArg(kernel, %u, sizeof "
                   "handle, &handle)",
                   (unsigned)cld_num(d, "arg_index"));
}

/* Where the argument's type is not known, the driver's code tells that it is a handle. */
static bool unknown_object(struct cld_diag *d)
{
    const void *handle = NULL;
    bool told = cld_only(d, CL_INVALID_MEM_OBJECT) || cld_only(d, CL_INVALID_SAMPLER) ||
                cld_only(d, CL_INVALID_DEVICE_QUEUE);
    if (!told || cld_num(d, "arg_size") != sizeof handle ||
        !cld_peek(cld_ptr(d, "arg_value"), &handle, sizeof handle) || cld_alive(cld_object_find(handle)))
        return false;
    return cld_blame(d, "arg_value", "`arg_value` points to %p, which is no object that this program has",
                     handle) &&
           cld_fix(d, "pass the address of the variable with the handle");
}

static bool wrong_size(struct cld_diag *d, const struct cld_kernel_info *k, const struct cld_param_info *p)
{
    uint64_t size = cld_num(d, "arg_size");
    if (!cld_is(d, CL_INVALID_ARG_SIZE) || !p || !p->size || size == p->size)
        return false;
    return cld_expected(d, p->size, size) &&
           cld_blame(d, "arg_size",
                     "argument %u of kernel `%s`, `%s %s`, takes %zu bytes, and `arg_size` is %llu",
                     (unsigned)cld_num(d, "arg_index"), k->name, p->type, p->name ? p->name : "", p->size,
                     (unsigned long long)size) &&
           cld_fix(d, "pass the size of the kernel's type, and the address of a value of that type");
}

static bool too_much_local(struct cld_diag *d)
{
    uint64_t most = cld_largest(d, CL_DEVICE_LOCAL_MEM_SIZE), size = cld_num(d, "arg_size");
    bool fault = most && !cld_ptr(d, "arg_value") && size > most;
    return fault && (cld_is(d, CL_MAX_SIZE_RESTRICTION_EXCEEDED) || cld_is(d, CL_OUT_OF_RESOURCES)) &&
           cld_as(d, CLD_FINDING_LOCAL_MEMORY_EXCEEDED) && cld_expected(d, most, size) &&
           cld_blame(d, "arg_size", "`arg_size` asks for %llu bytes of local memory, and the device has %llu",
                     (unsigned long long)size, (unsigned long long)most) &&
           cld_fix(
               d,
               "use smaller tiles: at most CL_DEVICE_LOCAL_MEM_SIZE bytes for all local arguments together");
}

/* OpenCL 3.0, 5.9.2: an image for read_only may not be created with CL_MEM_WRITE_ONLY, and the reverse. */
static bool image_access(struct cld_diag *d, const struct cld_kernel_info *k, const struct cld_param_info *p)
{
    const void *handle = NULL;
    if (!p || !p->forbids || cld_num(d, "arg_size") != sizeof handle || !cld_is(d, CL_INVALID_ARG_VALUE) ||
        !cld_peek(cld_ptr(d, "arg_value"), &handle, sizeof handle))
        return false;
    const struct cld_object *o = cld_object_find(handle);
    if (!o || o->kind != CLD_KIND_MEM || !(o->flags & p->forbids))
        return false;
    cld_report_object(d->r, o);
    return cld_as(d, CLD_FINDING_ACCESS_FLAG_VIOLATION) &&
           cld_blame(d, "arg_value",
                     "argument %u of kernel `%s`, `%s %s`, is %s, and the %s was created with %s",
                     (unsigned)cld_num(d, "arg_index"), k->name, p->type, p->name ? p->name : "",
                     p->forbids == CL_MEM_WRITE_ONLY ? "read_only" : "write_only", cld_what(o),
                     cld_value_text("cl_mem_flags", o->flags & p->forbids).at) &&
           cld_fix(d, "create the %s with CL_MEM_READ_WRITE", cld_what(o));
}

bool cld_check_image_access(struct cld_diag *d)
{
    const struct cld_kernel_info *k = info_of(cld_obj(d, "kernel"));
    return image_access(d, k, parameter(d, k));
}

static bool set_arg(struct cld_diag *d)
{
    struct cld_object *kernel = cld_obj(d, "kernel");
    if (cld_alive(kernel) && info_of(kernel))
        cld_kernel_learn(d->call, kernel);
    const struct cld_kernel_info *k = info_of(cld_obj(d, "kernel"));
    const struct cld_param_info *p = parameter(d, k);
    return wrong_index(d, k, "arg_index") || image_access(d, k, p) || wrong_value(d, p) ||
           wrong_object(d, k, p) || unknown_object(d) || wrong_size(d, k, p) || too_much_local(d);
}

/* ---- 5.9.3: pointers
 * ---------------------------------------------------------------------------------------------- */

static bool no_svm(struct cld_diag *d)
{
    return cld_is(d, CL_INVALID_OPERATION) && cld_largest(d, CL_DEVICE_MAX_COMPUTE_UNITS) &&
           !cld_largest(d, CL_DEVICE_SVM_CAPABILITIES) &&
           cld_blame(d, "kernel",
                     "no device of `kernel`'s context has shared virtual memory (CL_DEVICE_SVM_CAPABILITIES "
                     "is 0)") &&
           cld_fix(d, "pass a buffer with clSetKernelArg instead");
}

static bool set_pointer(struct cld_diag *d)
{
    const struct cld_kernel_info *k = info_of(cld_obj(d, "kernel"));
    const struct cld_param_info *p = parameter(d, k);
    if (wrong_index(d, k, "arg_index") || no_svm(d))
        return true;
    if (p && !strchr(p->type, '*') && cld_is(d, CL_INVALID_ARG_VALUE))
        return cld_blame(d, "arg_index", "argument %u of kernel `%s` is `%s %s`, which is not a pointer",
                         (unsigned)cld_num(d, "arg_index"), k->name, p->type, p->name ? p->name : "") &&
               cld_fix(d, "set it with clSetKernelArg");
    return cld_only(d, CL_INVALID_ARG_VALUE) &&
           cld_blame(d, "arg_value",
                     "`arg_value` is %p, which is no pointer into memory that this kernel can use",
                     cld_ptr(d, "arg_value")) &&
           cld_fix(d,
                   "pass the pointer itself (not its address), from an allocation in the kernel's context");
}

static bool exec_info(struct cld_diag *d)
{
    size_t size = cld_num(d, "param_value_size");
    uint64_t what = cld_num(d, "param_name");
    if (no_svm(d) || cld_null(d, CL_INVALID_VALUE, "param_value", "pass the address of the value"))
        return true;
    if (what == CL_KERNEL_EXEC_INFO_SVM_PTRS && (size == 0 || size % sizeof(void *)) &&
        cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "param_value_size",
                         "`param_value_size` is %zu bytes, not a whole number of pointers", size) &&
               cld_fix(d, "pass count * sizeof(void *)");
    if (what == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM && size != sizeof(cl_bool) &&
        cld_is(d, CL_INVALID_VALUE))
        return cld_expected(d, sizeof(cl_bool), size) &&
               cld_blame(d, "param_value_size", "`param_value_size` is %zu bytes, and a cl_bool has 4",
                         size) &&
               cld_fix(d, "pass sizeof(cl_bool)");
    return cld_enum(d, CL_INVALID_VALUE, "param_name");
}

/* ---- 5.9.4: what a kernel is asked for
 * --------------------------------------------------------------------------- */

static bool arg_info(struct cld_diag *d)
{
    return wrong_index(d, info_of(cld_obj(d, "kernel")), "arg_indx");
}

static bool work_group_info(struct cld_diag *d)
{
    if (cld_not_in_context(d, cld_arg(d, "device") >= 0 ? "device" : "in_device"))
        return true;
    return cld_arg(d, "device") >= 0 && !cld_ptr(d, "device") && cld_only(d, CL_INVALID_DEVICE) &&
           cld_blame(d, "device", "`device` is NULL, and the kernel's program is for more than one device") &&
           cld_fix(d, "say which device is meant");
}

static bool sub_group_info(struct cld_diag *d)
{
    size_t input = cld_num(d, "input_value_size");
    uint64_t what = cld_num(d, "param_name");
    bool sizes =
        what == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE || what == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE;
    if (work_group_info(d))
        return true;
    if ((sizes || what == CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT) &&
        cld_null(d, CL_INVALID_VALUE, "input_value",
                 "pass the local size, or the number of sub-groups, asked about"))
        return true;
    return sizes && (input == 0 || input % sizeof(size_t) || input > 3 * sizeof(size_t)) &&
           cld_is(d, CL_INVALID_VALUE) &&
           cld_blame(d, "input_value_size",
                     "`input_value_size` is %zu bytes, where one, two or three size_t are expected", input) &&
           cld_fix(d, "pass dimensions * sizeof(size_t)");
}

const struct cld_checks cld_checks_kernel[] = {
    {CLD_FN_clCreateKernel, create_kernel},
    {CLD_FN_clCreateKernelsInProgram, create_kernels},
    {CLD_FN_clSetKernelArg, set_arg},
    {CLD_FN_clSetKernelArgSVMPointer, set_pointer},
    {CLD_FN_clSetKernelArgMemPointerINTEL, set_pointer},
    {CLD_FN_clSetKernelExecInfo, exec_info},
    {CLD_FN_clGetKernelArgInfo, arg_info},
    {CLD_FN_clGetKernelWorkGroupInfo, work_group_info},
    {CLD_FN_clGetKernelSubGroupInfo, sub_group_info},
    {CLD_FN_clGetKernelSubGroupInfoKHR, sub_group_info},
    {0, NULL},
};
