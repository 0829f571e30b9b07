#include "layer/arg_alignment.h"

#include "layer/calls.h"
#include "layer/finding.h"
#include "layer/kernel_info.h"

#include <stdio.h>
#include <string.h>

unsigned cld_pointee_alignment(const char *type)
{
    char name[64];
    size_t length = type ? strcspn(type, "* ") : 0;
    if (!type || length >= sizeof name || strcmp(type + length + strspn(type + length, " "), "*") != 0)
        return 1;
    snprintf(name, sizeof name, "%.*s", (int)length, type);
    size_t size = cld_param_size(name, CL_KERNEL_ARG_ADDRESS_PRIVATE, sizeof(cl_mem));
    return size > 1 && (size & (size - 1)) == 0 ? (unsigned)size : 1;
}

static void report(struct cld_call *call, const struct cld_object *k, uint32_t index, const void *pointer,
                   const struct cld_object *buffer)
{
    char arg[192];
    struct cld_report r;
    unsigned needed = cld_params(k->kernel.info)[index].alignment;
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    cld_report_init(&r, CLD_FINDING_MISALIGNED_ACCESS, 1);
    r.severity = CLD_SEVERITY_WARNING;
    r.detail = index;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    if (buffer)
        cld_report_object(&r, buffer);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", (unsigned)index);
    cld_report_evidence(&r, "needed", "%u", needed);
    cld_report_evidence(&r, "address", "%#llx", (unsigned long long)(uintptr_t)pointer);
    cld_report_message(
        &r, "%s: argument %s of kernel `%s` needs memory at a multiple of %u, and is given %s at %p",
        cld_fn_info(call->fn)->name, arg, k->kernel.info->name, needed,
        buffer ? "a buffer of the host's (CL_MEM_USE_HOST_PTR)" : "a pointer", pointer);
    cld_report_fix(
        &r,
        "allocate it with aligned_alloc(%u, ...), or as an SVM pointer give one at a multiple of %u; "
        "CL_MEM_COPY_HOST_PTR takes any pointer",
        needed < sizeof(void *) ? (unsigned)sizeof(void *) : needed, needed);
    cld_report_emit(call, &r, false);
}

void cld_arg_alignment_launch(struct cld_call *call, const struct cld_object *k)
{
    for (uint32_t i = 0; i < k->kernel.info->n_args; i++) {
        const struct cld_object *o = k->kernel.args[i].object;
        unsigned needed = cld_params(k->kernel.info)[i].alignment;
        if (needed > 1 && o && o->kind == CLD_KIND_MEM && (o->flags & CL_MEM_USE_HOST_PTR) &&
            o->mem.host_ptr && (uintptr_t)o->mem.host_ptr % needed)
            report(call, k, i, o->mem.host_ptr, o);
    }
}

void cld_arg_alignment_pointer(struct cld_call *call, const struct cld_object *k, uint32_t index,
                               const void *pointer)
{
    unsigned needed = cld_params(k->kernel.info)[index].alignment;
    if (needed > 1 && (uintptr_t)pointer % needed)
        report(call, k, index, pointer, NULL);
}
