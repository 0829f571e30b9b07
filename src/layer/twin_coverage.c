/* twin_coverage.c - records which kernels run as twins, what of those is not checked, and why the others do
 * not. */
#include "layer/twin.h"

#include "layer/strings.h"

#include <string.h>

/* 0 is no state; the texts are few, and a collision would lose one line of a report. */
static uint32_t hash(enum cld_twin_state state, const char *text)
{
    uint32_t h = 2166136261u + (uint32_t)state;
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return h | 1;
}

static uint64_t program_of(const struct cld_object *kernel)
{
    const struct cld_object *p = kernel->parent;
    return p && p->kind == CLD_KIND_PROGRAM && p->serial == kernel->parent_serial ? kernel->parent_serial : 0;
}

static void record(struct cld_call *call, const struct cld_object *kernel, enum cld_twin_state state,
                   const char *reason)
{
    struct cld_kernel_info *info = kernel->kernel.info;
    uint32_t now = hash(state, reason);
    if (!info || atomic_exchange(&info->twin_state, now) == now)
        return;
    size_t length = strlen(reason);
    if (length > 1024)
        length = 1024;
    uint32_t label = cld_string_id(info->name); /* may write a record: before ours is begun */
    struct cld_rec_twin *r =
        cld_rec_reserve(&cld_layer.session, call->thread->file, sizeof *r + length + 1, CLD_REC_ESSENTIAL);
    if (!r)
        return;
    r->program = program_of(kernel);
    r->label = label;
    r->reserved = 0;
    memcpy(r->reason, reason, length);
    r->reason[length] = '\0';
    cld_rec_commit(call->thread->file, r, CLD_REC_TWIN, state);
}

void cld_twin_skipped(struct cld_call *call, const struct cld_object *kernel, const char *reason)
{
    record(call, kernel, CLD_TWIN_SKIPPED, reason);
}

void cld_twin_covered(struct cld_call *call, const struct cld_object *kernel, const char *unchecked)
{
    record(call, kernel, CLD_TWIN_INSTRUMENTED, unchecked ? unchecked : "");
}
