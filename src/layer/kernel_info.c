#include "layer/kernel_info.h"

#include "layer/arg_alignment.h"
#include "layer/kernel_source.h"
#include "layer/layout.h"
#include "layer/strings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for the programs' lists */

/* ---- sizes ------------------------------------------------------------------------------------------ */

static size_t scalar_size(const char *name, size_t length, size_t pointer_bytes)
{
    static const struct {
        const char *name;
        size_t size; /* 0: of a pointer */
    } scalars[] = {
        {"char", 1},   {"uchar", 1},  {"short", 2},     {"ushort", 2},   {"int", 4},
        {"uint", 4},   {"long", 8},   {"ulong", 8},     {"half", 2},     {"float", 4},
        {"double", 8}, {"size_t", 0}, {"ptrdiff_t", 0}, {"intptr_t", 0}, {"uintptr_t", 0},
    };
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        if (strlen(scalars[i].name) == length && memcmp(scalars[i].name, name, length) == 0)
            return scalars[i].size ? scalars[i].size : pointer_bytes;
    return 0;
}

static bool is_opaque(const char *type)
{
    return strncmp(type, "image", 5) == 0 || strncmp(type, "sampler_t", 9) == 0 ||
           strncmp(type, "queue_t", 7) == 0 || strncmp(type, "pipe", 4) == 0;
}

size_t cld_param_size(const char *type, cl_kernel_arg_address_qualifier space, size_t pointer_bytes)
{
    char name[64];
    if (space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return 0;
    if (strchr(type, '*') || is_opaque(type))
        return sizeof(cl_mem);
    /* "unsigned int" for uint is a spelling of some drivers */
    bool is_unsigned = strncmp(type, "unsigned ", 9) == 0;
    snprintf(name, sizeof name, "%s%s", is_unsigned ? "u" : "", type + (is_unsigned ? 9 : 0));
    size_t length = strlen(name), digits = length;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    size_t size = scalar_size(name, digits, pointer_bytes);
    int count = digits < length ? atoi(name + digits) : 1;
    if (count != 1 && count != 2 && count != 3 && count != 4 && count != 8 && count != 16)
        return 0; /* a struct of the program's own, called something like `box7` */
    return size *
           (size_t)(count == 3 ? 4 : count); /* OpenCL C 6.1.5: a 3-component vector has the size of 4 */
}

/* ---- asking the driver ------------------------------------------------------------------------------ */

static char *arg_text(const cl_icd_dispatch *next, cl_kernel k, cl_uint i, cl_kernel_arg_info what)
{
    size_t size = 0;
    if (!next->clGetKernelArgInfo || next->clGetKernelArgInfo(k, i, what, 0, NULL, &size) != CL_SUCCESS ||
        size == 0)
        return NULL;
    char *text = calloc(1, size + 1);
    if (text && next->clGetKernelArgInfo(k, i, what, size, text, NULL) == CL_SUCCESS && *text)
        return text;
    free(text);
    return NULL;
}

static size_t pointer_bytes(const cl_icd_dispatch *next, cl_kernel k)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_uint bits = 64;
    next->clGetKernelInfo(k, CL_KERNEL_CONTEXT, sizeof context, &context, NULL);
    if (context)
        next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device,
                               NULL); /* fails with several */
    if (device)
        next->clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
    return bits / 8;
}

/* OpenCL 3.0, 5.9.2: what an image must not be created with, to be read_only or write_only in a kernel. */
static cl_mem_flags forbidden_flags(cl_kernel_arg_access_qualifier access)
{
    return access == CL_KERNEL_ARG_ACCESS_READ_ONLY    ? CL_MEM_WRITE_ONLY
           : access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY ? CL_MEM_READ_ONLY
                                                       : 0;
}

static void ask_arg(const cl_icd_dispatch *next, cl_kernel k, cl_uint i, struct cld_param_info *p,
                    size_t pointer)
{
    p->type = arg_text(next, k, i, CL_KERNEL_ARG_TYPE_NAME);
    if (!p->type)
        return;
    p->name = arg_text(next, k, i, CL_KERNEL_ARG_NAME);
    next->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof p->space, &p->space, NULL);
    p->size = cld_param_size(p->type, p->space, pointer);
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    next->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL);
    p->forbids = forbidden_flags(access);
    p->packed = p->space == CL_KERNEL_ARG_ADDRESS_LOCAL ? 0 : cld_packed_size(p->type);
    p->alignment = p->space == CL_KERNEL_ARG_ADDRESS_LOCAL ? 0 : cld_pointee_alignment(p->type);
    p->is_object = p->space != CL_KERNEL_ARG_ADDRESS_LOCAL && (strchr(p->type, '*') || is_opaque(p->type));
}

static void ask_args(const cl_icd_dispatch *next, cl_kernel k, struct cld_param_info *args, uint32_t n,
                     bool *known)
{
    size_t pointer = pointer_bytes(next, k);
    *known = n > 0;
    for (uint32_t i = 0; i < n; i++) {
        ask_arg(next, k, i, &args[i], pointer);
        *known &= args[i].type != NULL;
    }
}

static char *program_source(const cl_icd_dispatch *next, cl_program program)
{
    size_t size = 0;
    if (next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS || size < 2)
        return NULL;
    char *source = calloc(1, size + 1);
    if (source && next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, source, NULL) == CL_SUCCESS)
        return source;
    free(source);
    return NULL;
}

static void free_texts(struct cld_param_info *args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        free(args[i].name);
        free(args[i].type);
    }
}

static void free_args(struct cld_param_info *args, uint32_t n)
{
    if (args)
        free_texts(args, n);
    free(args);
}

static struct cld_kernel_info *find(const struct cld_object *program, const char *name)
{
    struct cld_kernel_info *k = program ? program->program.kernels : NULL;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    return k;
}

/* The driver does not tell: what the source says is likely, and good enough to begin with. */
static void read_args(const cl_icd_dispatch *next, cl_kernel kernel, struct cld_kernel_info *k)
{
    cl_program program = NULL;
    next->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    char *source = program ? program_source(next, program) : NULL;
    if (source)
        cld_kernel_from_source(source, k->name, k->args, k->n_args, pointer_bytes(next, kernel));
    free(source);
}

static struct cld_kernel_info *ask(const cl_icd_dispatch *next, cl_kernel kernel, const char *name)
{
    struct cld_kernel_info *k = calloc(1, sizeof *k);
    cl_uint n = 0;
    if (!k || !(k->name = strdup(name))) {
        free(k);
        return NULL;
    }
    next->clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL);
    k->args = k->first_args = calloc(n ? n : 1, sizeof *k->args);
    k->n_args = k->args ? n : 0;
    k->label = cld_string_id(name);
    bool known;
    ask_args(next, kernel, k->args, k->n_args, &known);
    k->known = known;
    if (!known) { /* some answers of a driver that failed in between are of no use */
        free_texts(k->args, k->n_args);
        memset(k->args, 0, k->n_args * sizeof *k->first_args);
        read_args(next, kernel, k);
    }
    return k;
}

void cld_kernel_info_release(struct cld_kernel_info *info)
{
    if (!info || atomic_fetch_sub(&info->users, 1) != 1)
        return;
    if (info->args != info->first_args)
        free_args(info->args, info->n_args);
    free_args(info->first_args, info->n_args);
    free(atomic_load(&info->loops));
    free(info->name);
    free(info);
}

struct cld_kernel_info *cld_kernel_info(struct cld_call *call, cl_kernel kernel, struct cld_object *program)
{
    char name[1024] = "";
    const cl_icd_dispatch *next = &call->target->next;
    next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    if (!*name)
        program = NULL; /* the driver failed: what it told of this kernel is no other's */
    pthread_mutex_lock(&lock);
    struct cld_kernel_info *k = find(program, name);
    if (k)
        atomic_fetch_add(&k->users, 1);
    pthread_mutex_unlock(&lock);
    if (k)
        return k;
    k = ask(next, kernel, name); /* without the lock: this calls the driver */
    pthread_mutex_lock(&lock);
    if (k)
        atomic_store(&k->users, program ? 2 : 1);
    if (k && program) {
        k->next = program->program.kernels;
        program->program.kernels = k;
    }
    pthread_mutex_unlock(&lock);
    return k;
}

/* ---- building a copy with argument information ------------------------------------------------------- */

static char *options_with_arg_info(const cl_icd_dispatch *next, cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *options = NULL;
    if (next->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    options = calloc(1, size + sizeof " -cl-kernel-arg-info");
    if (options && size &&
        next->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, size, options, NULL) !=
            CL_SUCCESS)
        options[0] = '\0';
    if (options)
        strcat(options, " -cl-kernel-arg-info");
    return options;
}

static cl_program build_copy(const cl_icd_dispatch *next, cl_program program, cl_context context)
{
    cl_device_id devices[16];
    size_t size = 0;
    if (next->clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &size) != CL_SUCCESS ||
        !size)
        return NULL;
    char *source = program_source(next, program);
    char *options = source ? options_with_arg_info(next, program, devices[0]) : NULL;
    cl_program copy = NULL;
    if (options) {
        const char *text = source;
        cl_int error;
        copy = next->clCreateProgramWithSource(context, 1, &text, NULL, &error);
        if (copy && next->clBuildProgram(copy, 1, devices, options, NULL, NULL) != CL_SUCCESS) {
            next->clReleaseProgram(copy);
            copy = NULL;
        }
    }
    free(options);
    free(source);
    return copy;
}

bool cld_kernel_learn(struct cld_call *call, struct cld_object *kernel)
{
    struct cld_kernel_info *k = kernel->kernel.info;
    const cl_icd_dispatch *next = &call->target->next;
    cl_program program = NULL;
    cl_context context = NULL;
    if (!k || k->known || k->n_args == 0 || atomic_exchange(&k->tried, true))
        return k && k->known;
    next->clGetKernelInfo(kernel->handle, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    next->clGetKernelInfo(kernel->handle, CL_KERNEL_CONTEXT, sizeof context, &context, NULL);
    cl_program copy = program && context ? build_copy(next, program, context) : NULL;
    if (!copy)
        return false;
    cl_int error;
    cl_kernel twin = next->clCreateKernel(copy, k->name, &error);
    struct cld_param_info *args = calloc(k->n_args, sizeof *args);
    bool known = false;
    if (twin && args)
        ask_args(next, twin, args, k->n_args, &known);
    if (known) {
        k->args = args;
        k->known = true;
    } else {
        free_args(args, k->n_args);
    }
    if (twin)
        next->clReleaseKernel(twin);
    next->clReleaseProgram(copy);
    return known;
}

uint64_t cld_local_args(const struct cld_object *kernel)
{
    uint64_t all = 0;
    for (uint32_t i = 0; kernel->kernel.info && kernel->kernel.args && i < kernel->kernel.info->n_args; i++) {
        const struct cld_kernel_arg *a = &kernel->kernel.args[i];
        if (a->set && a->is_local && __builtin_add_overflow(all, a->size, &all))
            return UINT64_MAX;
    }
    return all;
}

void cld_kernels_lock(void)
{
    pthread_mutex_lock(&lock);
}

void cld_kernels_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
