#include "layer/access_flags.h"

#include "layer/calls.h"
#include "layer/finding.h"
#include "layer/kernel_info.h"

#include <stdio.h>

static void report(struct cld_call *call, const struct cld_object *k, uint32_t index, bool writes,
                   uint32_t line)
{
    char arg[192], where[48] = "";
    struct cld_report r;
    const char *verb = writes ? "writes" : "reads", *flag = writes ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY";
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    if (line)
        snprintf(where, sizeof where, " in line %u of the source", (unsigned)line);
    cld_report_init(&r, CLD_FINDING_ACCESS_FLAG_VIOLATION, 1);
    r.severity = CLD_SEVERITY_WARNING;
    r.detail = index << 1 | writes;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    cld_report_object(&r, k->kernel.args[index].object);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", (unsigned)index);
    cld_report_evidence(&r, "access", "%s", writes ? "write" : "read");
    if (line)
        cld_report_evidence(&r, "source_line", "%u", (unsigned)line);
    cld_report_message(
        &r, "%s: kernel `%s` %s argument %s%s, and the %s bound to it was created with %s",
        cld_fn_info(call->fn)->name, k->kernel.info->name, verb, arg, where,
        cld_kind_name(k->kernel.args[index].object->kind, k->kernel.args[index].object->subkind), flag);
    cld_report_fix(&r,
                   "create it with CL_MEM_READ_WRITE; a compound assignment (+=) and an atomic read, too");
    cld_report_emit(call, &r, false);
}

void cld_access_check(struct cld_call *call, const struct cld_object *k, const struct cld_arg_use *uses)
{
    for (uint32_t i = 0; uses && i < k->kernel.info->n_args; i++) {
        const struct cld_object *o = k->kernel.args[i].object;
        if (!o || o->kind != CLD_KIND_MEM ||
            atomic_load_explicit(&o->serial, memory_order_relaxed) != k->kernel.args[i].object_serial)
            continue;
        if (uses[i].writes && (o->flags & CL_MEM_READ_ONLY))
            report(call, k, i, true, uses[i].write_line);
        else if (uses[i].reads && (o->flags & CL_MEM_WRITE_ONLY))
            report(call, k, i, false, uses[i].read_line);
    }
}
