#include "layer/image_format.h"

#include "layer/calls.h"
#include "layer/diagnose_check.h"
#include "layer/finding.h"
#include "layer/kernel_info.h"

#include <stdio.h>

enum { F = 1, I = 2, UI = 4, H = 8, KINDS = 4 };

unsigned cld_image_functions(cl_channel_type type)
{
    switch (type) {
    case CL_UNORM_INT8:
    case CL_UNORM_INT16:
    case CL_SNORM_INT8:
    case CL_SNORM_INT16:
    case CL_HALF_FLOAT:
        return F | H;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
    case CL_UNORM_INT_101010:
    case CL_UNORM_INT_101010_2:
    case CL_UNORM_INT24:
    case CL_FLOAT:
        return F;
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
        return I;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
        return UI;
    default: /* of an extension */
        return 0;
    }
}

static const char *const kinds[KINDS] = {"f", "i", "ui", "h"};

/* The function for it in the place of one that is not. */
static const char *right_kind(unsigned functions)
{
    return functions & F ? "f" : functions & I ? "i" : "ui";
}

static void report(struct cld_call *call, const struct cld_object *k, uint32_t index, unsigned use,
                   uint32_t line)
{
    const struct cld_object *image = k->kernel.args[index].object;
    const cl_image_format *format = &image->mem.format;
    unsigned functions = cld_image_functions(format->image_channel_data_type);
    bool writes = use >= KINDS;
    const char *verb = writes ? "write" : "read", *wrong = kinds[use % KINDS];
    const char *type = cld_value_text("cl_channel_type", format->image_channel_data_type).at;
    char arg[192], where[48] = "";
    struct cld_report r;
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    if (line)
        snprintf(where, sizeof where, " in line %u of the source", (unsigned)line);
    cld_report_init(&r, CLD_FINDING_IMAGE_FORMAT_MISMATCH, 1);
    r.detail = index << 1 | writes;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    cld_report_object(&r, image);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", (unsigned)index);
    cld_report_evidence(&r, "function", "%s_image%s", verb, wrong);
    cld_report_evidence(&r, "channel_order", "%s",
                        cld_value_text("cl_channel_order", format->image_channel_order).at);
    cld_report_evidence(&r, "channel_type", "%s", type);
    if (line)
        cld_report_evidence(&r, "source_line", "%u", (unsigned)line);
    cld_report_message(&r,
                       "%s: kernel `%s` %ss argument %s with %s_image%s()%s, and the image bound to it has "
                       "channels of %s: the values are undefined",
                       cld_fn_info(call->fn)->name, k->kernel.info->name, verb, arg, verb, wrong, where,
                       type);
    cld_report_fix(&r,
                   "use %s_image%s(), or create the image with a channel type that is made for "
                   "%s_image%s()",
                   verb, right_kind(functions), verb, wrong);
    cld_report_emit(call, &r, false);
}

/* Of reads (from 0 on) or writes: a use, where none of them is right; -1. */
static int wrong_use(const struct cld_arg_use *use, unsigned functions, unsigned from)
{
    int wrong = -1;
    for (unsigned k = KINDS; k-- > 0;) {
        if (!use->image[from + k])
            continue;
        if (functions & 1u << k)
            return -1;
        wrong = (int)(from + k);
    }
    return wrong;
}

void cld_image_format_check(struct cld_call *call, const struct cld_object *k, const struct cld_arg_use *uses)
{
    for (uint32_t i = 0; uses && i < k->kernel.info->n_args; i++) {
        const struct cld_object *o = k->kernel.args[i].object;
        if (!o || o->kind != CLD_KIND_MEM || o->subkind != CLD_SUB_IMAGE ||
            atomic_load_explicit(&o->serial, memory_order_relaxed) != k->kernel.args[i].object_serial)
            continue;
        unsigned functions = cld_image_functions(o->mem.format.image_channel_data_type);
        for (unsigned from = 0; from <= KINDS && functions; from += KINDS) {
            int use = wrong_use(&uses[i], functions, from);
            if (use >= 0)
                report(call, k, i, (unsigned)use, uses[i].image_line[use]);
        }
    }
}
