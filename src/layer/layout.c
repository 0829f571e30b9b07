#include "layer/layout.h"

#include "layer/calls.h"
#include "layer/finding.h"
#include "layer/kernel_info.h"
#include "layer/work_group.h"

#include <stdio.h>
#include <string.h>

/* ---- structs by value
 * --------------------------------------------------------------------------------------- */

static void start(struct cld_report *r, const struct cld_object *k, uint32_t index, int arg)
{
    cld_report_init(r, CLD_FINDING_LAYOUT_MISMATCH, arg);
    r->detail = index;
    snprintf(r->kernel, sizeof r->kernel, "%s", k->kernel.info->name);
    cld_report_object(r, k);
    cld_report_evidence(r, "argument", "%u", (unsigned)index);
}

static void report_struct(struct cld_call *call, const struct cld_object *k, uint32_t index,
                          uint32_t expected)
{
    char name[192];
    struct cld_report r;
    size_t given = k->kernel.args[index].size;
    start(&r, k, index, 1);
    r.severity = CLD_SEVERITY_ERROR;
    cld_kernel_name_arg(k, index, name, sizeof name);
    cld_report_evidence(&r, "expected_size", "%u", (unsigned)expected);
    cld_report_evidence(&r, "actual_size", "%zu", given);
    cld_report_message(
        &r,
        "%s: argument %s of kernel `%s` is a struct of %u bytes on the device, and was set with %zu bytes",
        cld_fn_info(call->fn)->name, name, k->kernel.info->name, (unsigned)expected, given);
    cld_report_fix(&r, "declare it on the host with cl_ types in the same order, and neither side packed: a "
                       "vector is aligned "
                       "to its own size, and one of 3 components takes 4 (cl_float3)");
    cld_report_emit(call, &r, false);
}

void cld_layout_structs(struct cld_call *call, const struct cld_object *k, const struct cld_arg_use *uses)
{
    for (uint32_t i = 0; uses && i < k->kernel.info->n_args; i++)
        if (uses[i].is_struct && uses[i].struct_bytes && k->kernel.args[i].set &&
            k->kernel.args[i].size != uses[i].struct_bytes)
            report_struct(call, k, i, uses[i].struct_bytes);
}

/* ---- arrays of vectors with three components
 * ---------------------------------------------------------------- */

unsigned cld_packed_size(const char *type)
{
    static const struct {
        const char *name;
        unsigned size;
    } scalars[] = {{"char3", 3}, {"uchar3", 3},  {"short3", 6}, {"ushort3", 6}, {"int3", 12},   {"uint3", 12},
                   {"half3", 6}, {"float3", 12}, {"long3", 24}, {"ulong3", 24}, {"double3", 24}};
    for (size_t i = 0; type && i < sizeof scalars / sizeof scalars[0]; i++) {
        size_t n = strlen(scalars[i].name);
        if (strncmp(type, scalars[i].name, n) == 0 && strcmp(type + n + strspn(type + n, " "), "*") == 0)
            return scalars[i].size;
    }
    return 0;
}

static void report_vectors(struct cld_call *call, const struct cld_object *k, uint32_t index, unsigned packed,
                           size_t items)
{
    char name[192];
    struct cld_report r;
    const struct cld_object *o = k->kernel.args[index].object;
    start(&r, k, index, 1);
    cld_report_object(&r, o);
    cld_kernel_name_arg(k, index, name, sizeof name);
    cld_report_evidence(&r, "expected_size", "%zu", items * ((size_t)packed / 3 * 4));
    cld_report_evidence(&r, "actual_size", "%llu", (unsigned long long)o->bytes);
    cld_report_message(
        &r,
        "%s: argument %s of kernel `%s` is a buffer of %llu bytes, %u for each of the %zu work-items, and "
        "a vector of 3 components takes %u",
        cld_fn_info(call->fn)->name, name, k->kernel.info->name, (unsigned long long)o->bytes, packed, items,
        packed / 3 * 4);
    cld_report_fix(
        &r,
        "fill it with the host type of 4 components (cl_float3 has them), or take a pointer to the scalar in "
        "the kernel and read with vload3");
    cld_report_emit(call, &r, false);
}

void cld_layout_vectors(struct cld_call *call, const struct cld_object *k)
{
    const struct cld_kernel_launch *l = &call->launch;
    if (!l->global || l->dims < 1 || l->dims > 3)
        return;
    size_t items = cld_group_items(l->global, l->dims);
    for (uint32_t i = 0; i < k->kernel.info->n_args; i++) {
        unsigned packed = cld_params(k->kernel.info)[i].packed;
        const struct cld_object *o = k->kernel.args[i].object;
        if (packed && o && o->kind == CLD_KIND_MEM && items > 1 && o->bytes / packed == items &&
            o->bytes % packed == 0)
            report_vectors(call, k, i, packed, items);
    }
}

/* ---- types that arguments can't have
 * ------------------------------------------------------------------------ */

bool cld_type_is_no_argument(const char *type)
{
    static const char *const types[] = {"bool", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t"};
    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

void cld_layout_types(struct cld_call *call, const struct cld_object *k)
{
    for (uint32_t i = 0; k->kernel.info->known && i < k->kernel.info->n_args; i++) {
        const struct cld_param_info *p = &cld_params(k->kernel.info)[i];
        struct cld_report r;
        if (!cld_type_is_no_argument(p->type))
            continue;
        start(&r, k, i, -1);
        cld_report_message(
            &r,
            "%s: parameter %u of kernel `%s` has the type %s, which kernels may not take: its size "
            "differs from device to device; this driver accepts it, others do not",
            cld_fn_info(call->fn)->name, (unsigned)i, k->kernel.info->name, p->type);
        cld_report_fix(&r, "take %s in the kernel, and pass a %s", p->type[0] == 'b' ? "an int" : "a ulong",
                       p->type[0] == 'b' ? "cl_int" : "cl_ulong");
        cld_report_emit(call, &r, false);
    }
}
