/* hooks_kernel.c - kernels and their arguments. */
#include "layer/arg_alignment.h"
#include "layer/band.h"
#include "layer/call.h"
#include "layer/calls.h"
#include "layer/device_limits.h"
#include "layer/diagnose_check.h"
#include "layer/kernel_info.h"
#include "layer/layout.h"
#include "layer/twin_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- creation ----------------------------------------------------------------------------------------- */

static void set_kernel(struct cld_call *call, struct cld_object *o, cl_kernel kernel)
{
    if (!o || o->kind != CLD_KIND_KERNEL)
        return;
    struct cld_object *program = o->parent && o->parent->kind == CLD_KIND_PROGRAM ? o->parent : NULL;
    struct cld_kernel_info *info = cld_kernel_info(call, kernel, program);
    uint32_t n = info ? info->n_args : 0;
    if (n > o->kernel.args_room) {
        struct cld_kernel_arg *args = calloc(n, sizeof *args);
        if (!args)
            return;
        free(o->kernel.args);
        o->kernel.args = args;
        o->kernel.args_room = n;
    } else if (o->kernel.args) {
        memset(o->kernel.args, 0, o->kernel.args_room * sizeof *o->kernel.args);
    }
    o->kernel.info = info;
    o->label = info ? info->label : 0;
    o->kernel.twin = cld_twin_kernel_new(o);
}

static void new_kernel(struct cld_call *call, struct cld_object *o, cl_kernel kernel)
{
    set_kernel(call, o, kernel);
    if (o && o->kind == CLD_KIND_KERNEL && cld_layer.options.api)
        cld_kernel_fits(call, o);
    if (o && o->kind == CLD_KIND_KERNEL && o->kernel.info && cld_layer.options.api)
        cld_layout_types(call, o);
}

void cld_post_clCreateKernel(struct cld_call *call, struct cld_args_clCreateKernel *a, cl_kernel *ret,
                             cl_int *code)
{
    (void)a;
    (void)code;
    if (*ret)
        new_kernel(call, call->created, *ret);
}

bool cld_pre_clCreateKernelsInProgram(struct cld_call *call, struct cld_args_clCreateKernelsInProgram *a,
                                      cl_int *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    if (a->kernels && !a->num_kernels_ret)
        a->num_kernels_ret = &call->count;
    return true;
}

void cld_post_clCreateKernelsInProgram(struct cld_call *call, struct cld_args_clCreateKernelsInProgram *a,
                                       cl_int *ret, cl_int *code)
{
    (void)code;
    if (*ret != CL_SUCCESS || !a->kernels)
        return;
    for (cl_uint i = 0; i < *a->num_kernels_ret && i < a->num_kernels; i++) {
        cld_call_created(call, CLD_KIND_KERNEL, a->kernels[i]);
        new_kernel(call, call->created, a->kernels[i]);
        cld_object_publish(call->created);
    }
}

/* A clone has the arguments of its source (OpenCL 2.1, 5.9.1). */
void cld_post_clCloneKernel(struct cld_call *call, struct cld_args_clCloneKernel *a, cl_kernel *ret,
                            cl_int *code)
{
    struct cld_object *from = cld_call_object(call, CLD_KIND_KERNEL), *to = call->created;
    (void)a;
    (void)code;
    if (!*ret || !to)
        return;
    set_kernel(call, to, *ret);
    if (from && to->kernel.info && from->kernel.info == to->kernel.info && from->kernel.args)
        memcpy(to->kernel.args, from->kernel.args, to->kernel.info->n_args * sizeof *to->kernel.args);
    if (from)
        memcpy(to->kernel.fits, from->kernel.fits, sizeof to->kernel.fits);
    if (from)
        cld_band_reaches_too(to, from);
    if (from && from->kernel.twin && to->kernel.twin)
        cld_twin_kernel_copy(to->kernel.twin, from->kernel.twin);
}

/* What would have been destroyed by this call is to be destroyed by it: the twins go first. */
bool cld_pre_clReleaseKernel(struct cld_call *call, struct cld_args_clReleaseKernel *a, cl_int *ret,
                             cl_int *code)
{
    struct cld_object *k = call->n_objects ? call->objects[0] : NULL;
    (void)a;
    (void)ret;
    (void)code;
    if (k && k->kind == CLD_KIND_KERNEL && k->kernel.twin && atomic_load(&k->refs) <= 0 &&
        !atomic_exchange(&k->kernel.left, true))
        cld_twin_kernel_leave(k->kernel.twin);
    return true;
}

/* Commands hold the kernel that was launched, and drivers count that: as bare. */
void cld_post_clGetKernelInfo(struct cld_call *call, struct cld_args_clGetKernelInfo *a, cl_int *ret,
                              cl_int *code)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    cl_uint refs;
    (void)code;
    if (!k || !k->kernel.twin || *ret != CL_SUCCESS || a->param_name != CL_KERNEL_REFERENCE_COUNT ||
        !a->param_value || a->param_value_size < sizeof refs)
        return;
    memcpy(&refs, a->param_value, sizeof refs);
    refs += cld_twin_kernel_refs(k->kernel.twin);
    memcpy(a->param_value, &refs, sizeof refs);
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

static struct cld_kernel_arg *arg_of(const struct cld_object *k, cl_uint index)
{
    if (!k || k->kind != CLD_KIND_KERNEL || !k->kernel.info || index >= k->kernel.info->n_args)
        return NULL;
    return &k->kernel.args[index];
}

/* "2 (`float4 colour`)", as far as it is known */
void cld_kernel_name_arg(const struct cld_object *k, cl_uint index, char *out, size_t room)
{
    const struct cld_kernel_info *info = k->kernel.info;
    if (!info || index >= info->n_args || !cld_params(info)[index].type)
        snprintf(out, room, "%u", index);
    else
        snprintf(out, room, "%u (`%s %s`)", index, cld_params(info)[index].type,
                 cld_params(info)[index].name ? cld_params(info)[index].name : "");
}

static const char *kernel_name(const struct cld_object *k)
{
    return k && k->kernel.info ? k->kernel.info->name : "";
}

/* A memory object, sampler or queue among the values that a program may pass; NULL: something else. */
static struct cld_object *passed_object(const struct cld_object *k, cl_uint index, size_t size,
                                        const void *value)
{
    const void *handle;
    if (size != sizeof handle || !value)
        return NULL;
    const struct cld_kernel_info *info = k->kernel.info;
    if (info->known && !cld_params(info)[index].is_object)
        return NULL;
    memcpy(&handle, value, sizeof handle);
    struct cld_object *o = cld_object_find(handle);
    return o && (o->kind == CLD_KIND_MEM || o->kind == CLD_KIND_SAMPLER || o->kind == CLD_KIND_QUEUE) ? o
                                                                                                      : NULL;
}

static void report_dead_value(struct cld_call *call, struct cld_object *k, cl_uint index,
                              struct cld_object *o)
{
    char arg[192];
    struct cld_report r;
    call->refused = o->kind == CLD_KIND_QUEUE ? CL_INVALID_DEVICE_QUEUE : cld_kind_error(o->kind);
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    cld_report_init(&r, CLD_FINDING_USE_AFTER_RELEASE, 3);
    r.code = call->refused;
    snprintf(r.kernel, sizeof r.kernel, "%s", kernel_name(k));
    cld_report_object(&r, o);
    cld_report_object(&r, k);
    cld_report_message(&r,
                       "clSetKernelArg: argument %s of kernel `%s` is set to a %s that is already released",
                       arg, kernel_name(k), cld_kind_name(o->kind, o->subkind));
    cld_report_fix(
        &r, "release the %s after its last use; the call was answered with %s, without reaching the driver",
        cld_kind_name(o->kind, o->subkind), cld_code_name(call->refused));
    cld_report_emit(call, &r, true);
    call->reported = true;
}

/*
 * The most frequent call of all: looks the value up once (`passed` keeps what was found for the post hook)
 * and leaves everything else to the rare cases.
 */
bool cld_pre_clSetKernelArg(struct cld_call *call, struct cld_args_clSetKernelArg *a, cl_int *ret,
                            cl_int *code)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    (void)code;
    if (!arg_of(k, a->arg_index))
        return true;
    struct cld_object *o = call->passed = passed_object(k, a->arg_index, a->arg_size, a->arg_value);
    if (o && o->kind == CLD_KIND_MEM && (cld_params(k->kernel.info)[a->arg_index].forbids & o->flags) &&
        cld_layer.options.api)
        call->dubious = cld_check_image_access;
    if (!o || atomic_load_explicit(&o->refs, memory_order_relaxed) > 0 || !cld_layer.options.lifetime ||
        cld_object_state(o) != CLD_DEAD)
        return true;
    report_dead_value(call, k, a->arg_index, o);
    *ret = call->refused;
    return false;
}

static void suggest_size(struct cld_report *r, const struct cld_param_info *p,
                         const struct cld_args_clSetKernelArg *a, bool is_local)
{
    size_t digits = p->type ? strlen(p->type) : 0;
    if (is_local)
        cld_report_fix(r, "give local memory a size above 0 and a NULL value");
    else if (p->size && a->arg_value == NULL)
        cld_report_fix(r, "NULL with a size is for __local parameters only: pass the address of the value");
    else if (p->type && strchr(p->type, '*'))
        cld_report_fix(r,
                       "a buffer is passed as the address of its cl_mem: clSetKernelArg(kernel, %u, "
                       "sizeof(cl_mem), &buffer)",
                       a->arg_index);
    else if (digits > 1 && p->type[digits - 1] == '3' && a->arg_size * 4 == p->size * 3)
        cld_report_fix(r, "a 3-component vector has the size of 4 components: pass sizeof(cl_%s)", p->type);
    else if (p->type && p->size)
        cld_report_fix(r, "pass sizeof(cl_%s), and the address of a value of that type", p->type);
    else
        cld_report_fix(r, "compare the host's type with the parameter of the kernel");
}

/* A struct of the program's own, by value: its size is the device compiler's to say. */
static bool is_struct(const struct cld_kernel_info *info, const struct cld_param_info *p)
{
    return info->known && p->type && !p->size && !p->is_object && p->space == CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

static void describe_struct(struct cld_report *r, const struct cld_args_clSetKernelArg *a, const char *arg,
                            const char *kernel)
{
    r->id = CLD_FINDING_LAYOUT_MISMATCH;
    r->severity = CLD_SEVERITY_ERROR;
    cld_report_message(
        r,
        "clSetKernelArg: argument %s of kernel `%s` is a struct, and the host's has another size: %zu "
        "bytes were given",
        arg, kernel, a->arg_size);
    cld_report_fix(r, "declare it on the host with cl_ types in the same order, and neither side packed: a "
                      "vector is aligned "
                      "to its own size, and one of 3 components takes 4 (cl_float3)");
}

static void report_size(struct cld_call *call, struct cld_object *k, const struct cld_args_clSetKernelArg *a,
                        cl_int ret)
{
    char arg[192];
    struct cld_report r;
    cld_kernel_learn(call, k);
    const struct cld_param_info *p = &cld_params(k->kernel.info)[a->arg_index];
    bool is_local = k->kernel.info->known && p->space == CL_KERNEL_ARG_ADDRESS_LOCAL;
    cld_kernel_name_arg(k, a->arg_index, arg, sizeof arg);
    cld_report_init(&r, CLD_FINDING_INVALID_ARG_SIZE, 2);
    r.code = ret;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", a->arg_index);
    cld_report_evidence(&r, "actual_size", "%zu", a->arg_size);
    if (p->size)
        cld_report_evidence(&r, "expected_size", "%zu", p->size);
    if (p->type)
        cld_report_evidence(&r, "type", "%s", p->type);
    if (is_struct(k->kernel.info, p))
        describe_struct(&r, a, arg, k->kernel.info->name);
    else if (is_local)
        cld_report_message(
            &r, "clSetKernelArg: argument %s of kernel `%s` is local memory and was given %zu bytes", arg,
            k->kernel.info->name, a->arg_size);
    else if (p->size)
        cld_report_message(&r,
                           "clSetKernelArg: argument %s of kernel `%s` takes %zu bytes and was given %zu%s",
                           arg, k->kernel.info->name, p->size, a->arg_size,
                           ret == CL_SUCCESS ? "; this driver accepts it, others do not" : "");
    else
        cld_report_message(
            &r, "clSetKernelArg: argument %s of kernel `%s` takes another size than the %zu bytes given", arg,
            k->kernel.info->name, a->arg_size);
    if (r.id == CLD_FINDING_INVALID_ARG_SIZE)
        suggest_size(&r, p, a, is_local);
    cld_report_emit(call, &r, ret != CL_SUCCESS);
    call->reported = true;
}

/* Local memory may have any size but none (OpenCL 3.0, 5.9.2: CL_INVALID_ARG_SIZE). */
static bool size_is_wrong(const struct cld_param_info *p, size_t size)
{
    if (p->type && p->space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return size == 0;
    return p->size && p->size != size;
}

/* A driver may take what is no value of the parameter's type. Its compiler must agree before we say so. */
static bool has_wrong_size(struct cld_call *call, struct cld_object *k,
                           const struct cld_args_clSetKernelArg *a)
{
    const struct cld_kernel_info *info = k->kernel.info;
    return size_is_wrong(&cld_params(info)[a->arg_index], a->arg_size) && cld_kernel_learn(call, k) &&
           size_is_wrong(&cld_params(info)[a->arg_index], a->arg_size);
}

/* Whether equal bytes mean the same as before: for what may be a handle, only while it denotes that object.
 */
static bool means_the_same(const struct cld_kernel_arg *arg, const struct cld_object *o, bool may_be_object)
{
    return !may_be_object || (o && arg->object == o &&
                              atomic_load_explicit(&o->serial, memory_order_relaxed) == arg->object_serial);
}

static void mirror_arg(const struct cld_object *k, const struct cld_args_clSetKernelArg *a,
                       const struct cld_object *o)
{
    struct cld_twin_kernel *twin = k->kernel.twin;
    enum cld_mirrored how = a->arg_value ? CLD_ARG_VALUE : CLD_ARG_NULL;
    if (cld_mirror_room(twin, a->arg_index, a->arg_value ? a->arg_size : 0))
        cld_mirror_set(
            twin, a->arg_index, how, a->arg_size, a->arg_value,
            means_the_same(&k->kernel.args[a->arg_index], o, a->arg_value && a->arg_size == sizeof(cl_mem)));
    else if (a->arg_index < twin->n_args)
        twin->args[a->arg_index].how = CLD_ARG_UNSET; /* no memory: the original runs */
}

static void note_arg(const struct cld_object *k, const struct cld_args_clSetKernelArg *a,
                     struct cld_object *o)
{
    struct cld_kernel_arg *arg = &k->kernel.args[a->arg_index];
    if (k->kernel.twin)
        mirror_arg(k, a, o);
    arg->size = a->arg_size;
    arg->is_local = a->arg_value == NULL;
    arg->object = o;
    arg->pointer = NULL;
    arg->object_serial = o ? atomic_load_explicit(&o->serial, memory_order_relaxed) : 0;
    arg->set = true;
}

void cld_post_clSetKernelArg(struct cld_call *call, struct cld_args_clSetKernelArg *a, cl_int *ret,
                             cl_int *code)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    (void)code;
    if (!arg_of(k, a->arg_index))
        return;
    if (cld_layer.options.api &&
        (*ret == CL_INVALID_ARG_SIZE || (*ret == CL_SUCCESS && has_wrong_size(call, k, a))))
        report_size(call, k, a, *ret);
    if (*ret == CL_SUCCESS)
        note_arg(k, a, call->passed);
}

/* What the value names, in the frequent cases; false: look closer. NULL in *out: no object. */
static inline bool quick_object(const struct cld_kernel_arg *arg, const void *value, struct cld_object **out)
{
    const void *handle;
    memcpy(&handle, value, sizeof handle);
    struct cld_object *o = arg->object;
    if (!o || o->handle != handle ||
        atomic_load_explicit(&o->serial, memory_order_relaxed) != arg->object_serial)
        o = cld_object_find(handle);
    *out = o;
    return !o || (o->kind == CLD_KIND_MEM && atomic_load_explicit(&o->refs, memory_order_relaxed) > 0);
}

/*
 * The call that programs make most: 30 ns are all that it may cost. Where the size is not known to be wrong,
 * and a memory object is one that the program holds, there is nothing to say unless the driver refuses; then
 * the slow path asks it again and explains.
 */
bool cld_fast_clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value,
                             struct cld_target *below, const void *from, cl_int *quick)
{
    struct cld_object *k = cld_object_find(kernel), *passed = NULL;
    if (cld_layer.forked || !k || k->kind != CLD_KIND_KERNEL ||
        atomic_load_explicit(&k->refs, memory_order_relaxed) <= 0 || !k->kernel.info ||
        arg_index >= k->kernel.info->n_args || !arg_value)
        return false;
    const struct cld_param_info *p = &cld_params(k->kernel.info)[arg_index];
    struct cld_kernel_arg *arg = &k->kernel.args[arg_index];
    struct cld_thread *t = cld_thread_self();
    if ((p->size && p->size != arg_size) || t->failure)
        return false;
    struct cld_twin_kernel *twin = k->kernel.twin;
    if (twin && !cld_mirror_fits(twin, arg_index, arg_size))
        return false;
    bool may_be_object = arg_size == sizeof(cl_mem) && (p->is_object || !k->kernel.info->known);
    if (may_be_object && !quick_object(arg, arg_value, &passed))
        return false;
    if (p->forbids && passed && (p->forbids & passed->flags))
        return false;
    cld_enter_driver(t->header, CLD_FN_clSetKernelArg, from);
    cl_int ret = below->next.clSetKernelArg(kernel, arg_index, arg_size, arg_value);
    cld_leave_driver(t->header);
    if (ret != CL_SUCCESS)
        return false;
    t->header->calls[CLD_FN_clSetKernelArg]++;
    if (twin)
        cld_mirror_set(twin, arg_index, CLD_ARG_VALUE, arg_size, arg_value,
                       means_the_same(arg, passed, may_be_object));
    arg->size = arg_size;
    arg->is_local = false;
    arg->object = passed;
    arg->pointer = NULL;
    arg->object_serial = passed ? atomic_load_explicit(&passed->serial, memory_order_relaxed) : 0;
    arg->set = true;
    *quick = CL_SUCCESS;
    return true;
}

static void note_pointer(struct cld_call *call, cl_uint index, const void *pointer, enum cld_mirrored how,
                         cl_int ret)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    struct cld_kernel_arg *arg = arg_of(k, index);
    if (!arg || ret != CL_SUCCESS)
        return;
    if (k->kernel.twin && cld_mirror_room(k->kernel.twin, index, sizeof pointer))
        cld_mirror_set(k->kernel.twin, index, how, sizeof pointer, &pointer, false);
    if (cld_layer.options.api)
        cld_arg_alignment_pointer(call, k, index, pointer);
    arg->size = sizeof(void *);
    arg->is_local = false;
    arg->object = NULL;
    arg->pointer = pointer;
    arg->set = true;
}

void cld_post_clSetKernelArgSVMPointer(struct cld_call *call, struct cld_args_clSetKernelArgSVMPointer *a,
                                       cl_int *ret, cl_int *code)
{
    (void)code;
    note_pointer(call, a->arg_index, a->arg_value, CLD_ARG_SVM, *ret);
}

void cld_post_clSetKernelExecInfo(struct cld_call *call, struct cld_args_clSetKernelExecInfo *a, cl_int *ret,
                                  cl_int *code)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    (void)code;
    if (k && k->kind == CLD_KIND_KERNEL && *ret == CL_SUCCESS && a->param_value &&
        a->param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
        cld_band_reaches(k, a->param_value, a->param_value_size);
    if (k && k->kind == CLD_KIND_KERNEL && k->kernel.twin && *ret == CL_SUCCESS && a->param_value)
        cld_mirror_exec_info(k->kernel.twin, a->param_name, a->param_value_size, a->param_value);
}

void cld_post_clSetKernelArgMemPointerINTEL(struct cld_call *call,
                                            struct cld_args_clSetKernelArgMemPointerINTEL *a, cl_int *ret,
                                            cl_int *code)
{
    (void)code;
    note_pointer(call, a->arg_index, a->arg_value, CLD_ARG_USM, *ret);
}
