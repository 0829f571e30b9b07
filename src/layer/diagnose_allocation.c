/* diagnose_allocation.c - no room: what the program holds already, and what the device has
 * (OpenCL 3.0, 5.2.1). */
#include "layer/diagnose_check.h"
#include "layer/live_memory.h"

#include <stdio.h>

/* The three largest groups: as objects, so that the report says where they were created. */
static void report_groups(struct cld_diag *d, const struct cld_live_memory *live)
{
    for (size_t i = 0; i < live->n_groups && i < 3; i++) {
        const struct cld_live_group *g = &live->groups[i];
        char key[16];
        snprintf(key, sizeof key, "held_%u", (unsigned)i + 1);
        cld_report_evidence(d->r, key, "%llu bytes in %llu %s%s", (unsigned long long)g->bytes,
                            (unsigned long long)g->objects,
                            cld_kind_name(g->largest.kind, g->largest.subkind), g->objects == 1 ? "" : "s");
        cld_report_described(d->r, &g->largest);
    }
}

struct cld_text cld_report_held(struct cld_diag *d)
{
    struct cld_live_memory live;
    struct cld_text t;
    cld_live_memory(&live);
    cld_report_evidence(d->r, "bytes_held", "%llu", (unsigned long long)live.bytes);
    cld_report_evidence(d->r, "objects_held", "%llu", (unsigned long long)live.objects);
    report_groups(d, &live);
    if (!live.objects) {
        snprintf(t.at, sizeof t.at, "the program holds no memory objects yet");
        return t;
    }
    const struct cld_live_group *g = &live.groups[0];
    int n = snprintf(t.at, sizeof t.at, "the program holds %llu memory object%s of %llu bytes in all",
                     (unsigned long long)live.objects, live.objects == 1 ? "" : "s",
                     (unsigned long long)live.bytes);
    if (live.n_groups > 1)
        snprintf(t.at + n, sizeof t.at - (size_t)n,
                 ", %llu of them (%llu bytes) from the place that created most",
                 (unsigned long long)g->objects, (unsigned long long)g->bytes);
    return t;
}

/* ---- the bytes that this call is about ------------------------------------------------------------------
 */

static uint64_t bytes_of_kernel(const struct cld_object *k)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; k->kernel.info && k->kernel.args && i < k->kernel.info->n_args; i++) {
        const struct cld_kernel_arg *a = &k->kernel.args[i];
        if (a->object && a->object->kind == CLD_KIND_MEM &&
            atomic_load(&a->object->serial) == a->object_serial)
            bytes += a->object->bytes;
    }
    return bytes;
}

static uint64_t bytes_in_use(const struct cld_diag *d)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < d->call->n_objects; i++) {
        const struct cld_object *o = d->call->objects[i];
        bytes += o->kind == CLD_KIND_MEM ? o->bytes : o->kind == CLD_KIND_KERNEL ? bytes_of_kernel(o) : 0;
    }
    return bytes;
}

static bool creates_memory(const struct cld_diag *d)
{
    return d->info->cls == CLD_CLASS_CREATE && cld_arg(d, "size") >= 0;
}

/*
 * CL_OUT_OF_RESOURCES of a command has many causes: it is taken for a lack of memory only when what the
 * program holds nearly fills the device.
 */
static bool is_about_memory(const struct cld_diag *d, uint64_t memory)
{
    struct cld_live_memory live;
    if (d->code != CL_OUT_OF_RESOURCES || creates_memory(d))
        return true;
    cld_live_memory(&live);
    return live.bytes / 9 >= memory / 10;
}

bool cld_check_memory_short(struct cld_diag *d)
{
    if (!cld_only(d, CL_MEM_OBJECT_ALLOCATION_FAILURE) && !cld_only(d, CL_OUT_OF_RESOURCES) &&
        !cld_only(d, CL_OUT_OF_HOST_MEMORY))
        return false;
    uint64_t bytes = creates_memory(d) ? cld_num(d, "size") : bytes_in_use(d);
    uint64_t memory = cld_largest(d, CL_DEVICE_GLOBAL_MEM_SIZE);
    uint64_t most = cld_largest(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    if (!bytes || !memory)
        return false;
    bool sure = is_about_memory(d, memory);
    if (sure)
        cld_as(d, CLD_FINDING_ALLOCATION_FAILED);
    cld_report_evidence(d->r, "bytes", "%llu", (unsigned long long)bytes);
    cld_report_evidence(d->r, "global_memory", "%llu", (unsigned long long)memory);
    cld_report_evidence(d->r, "largest_allocation", "%llu", (unsigned long long)most);
    cld_blame(d, creates_memory(d) && bytes > memory ? "size" : "",
              "the driver ran short of %smemory%s; the %s %llu bytes, the device has %llu, of which one "
              "object may take "
              "%llu, and %s",
              d->code == CL_OUT_OF_HOST_MEMORY ? "the host's " : "", sure ? "" : " or another resource",
              creates_memory(d) ? "call asks for" : "memory objects of this command have",
              (unsigned long long)bytes, (unsigned long long)memory, (unsigned long long)most,
              cld_report_held(d).at);
    return cld_fix(d, "work in smaller pieces, or release memory objects that are no longer needed%s",
                   d->code == CL_OUT_OF_RESOURCES
                       ? "; after a kernel that crashed, some drivers answer every command like this"
                       : "");
}
