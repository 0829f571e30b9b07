/* diagnose_group.c - work-group sizes that can't be, and those that can: OpenCL 3.0, 5.10. */
#include "layer/diagnose_launch.h"
#include "layer/uniform_groups.h"
#include "layer/work_group.h"

#include <stdio.h>
#include <string.h>

/* "16 x 8" */
static struct cld_text shape(const size_t size[3], unsigned dims)
{
    struct cld_text t;
    int n = snprintf(t.at, sizeof t.at, "%zu", size[0]);
    for (unsigned i = 1; i < dims && i < 3; i++)
        n += snprintf(t.at + n, sizeof t.at - (size_t)n, " x %zu", size[i]);
    return t;
}

static bool wrong_group(struct cld_diag *d)
{
    return cld_is(d, CL_INVALID_WORK_GROUP_SIZE);
}

static bool blame_group(struct cld_diag *d)
{
    return cld_as(d, CLD_FINDING_INVALID_WORK_GROUP_SIZE);
}

/* What limits a work-group of this launch: 0 where it is not known. */
struct group_limits {
    uint64_t device; /* work-items */
    size_t kernel, items[3];
};

static struct group_limits group_limits(struct cld_diag *d, const struct cld_launch *l)
{
    struct group_limits g = {0, 0, {0, 0, 0}};
    size_t items[16] = {0};
    if (!l->device || !d->next->clGetDeviceInfo)
        return g;
    g.device = cld_device_number(d, l->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    cld_ask_kernel(d, l, CL_KERNEL_WORK_GROUP_SIZE, sizeof g.kernel, &g.kernel);
    if (d->next->clGetDeviceInfo(l->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL) ==
        CL_SUCCESS)
        memcpy(g.items, items, sizeof g.items);
    return g;
}

/* A local size for this launch, near the one that was asked for. */
static struct cld_text fitting(struct cld_diag *d, const struct cld_launch *l)
{
    struct group_limits g = group_limits(d, l);
    size_t most = g.kernel && (!g.device || g.kernel < g.device) ? g.kernel : (size_t)g.device, fits[3];
    cld_group_that_fits(l->global, l->local, l->dims, most, g.items, fits);
    return shape(fits, l->dims);
}

/*
 * Round the global size up, or take a local size that divides it: the latter is worth little where the only
 * divisor is 1, as of a prime number.
 */
static bool fix_group(struct cld_diag *d, const struct cld_launch *l, const size_t local[3])
{
    size_t up[3];
    struct cld_text fits = fitting(d, l), whole = shape(l->global, l->dims);
    cld_report_evidence(d->r, "global_size", "%s", whole.at);
    cld_report_evidence(d->r, "local_size", "%s", shape(l->local, l->dims).at);
    cld_report_evidence(d->r, "local_size_that_fits", "%s", fits.at);
    if (!cld_group_round_up(l->global, local, l->dims, up))
        return cld_fix(d, "use local size %s", fits.at);
    cld_report_evidence(d->r, "global_size_rounded_up", "%s", shape(up, l->dims).at);
    return cld_fix(
        d,
        "round the global size up to %s and let the kernel return where get_global_id() is not within "
        "%s, or use local size %s, which divides it",
        shape(up, l->dims).at, whole.at, fits.at);
}

static bool wrong_required(struct cld_diag *d, const struct cld_launch *l)
{
    size_t must[3] = {0, 0, 0};
    if (!wrong_group(d) || !cld_ask_kernel(d, l, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof must, must) ||
        !must[0])
        return false;
    const char *fix = "pass the size that the kernel's reqd_work_group_size says, %s, or change it there";
    struct cld_text required = shape(must, 3);
    if (!l->has_local)
        return d->when != CLD_WHEN_ACCEPTED && !cld_ptr(d, "local_work_size") && blame_group(d) &&
               cld_blame(d, "local_work_size",
                         "`local_work_size` is NULL, and kernel `%s` requires work-groups of %s", l->name,
                         required.at) &&
               cld_fix(d, fix, required.at);
    for (unsigned i = 0; i < 3; i++)
        if (l->local[i] != must[i] && (i < l->dims || must[i] != 1))
            return blame_group(d) && cld_expected(d, must[i], l->local[i]) &&
                   cld_blame(d, "local_work_size",
                             "the local size is %zu in dimension %u, and kernel `%s` requires %s",
                             l->local[i], i, l->name, required.at) &&
                   cld_fix(d, fix, required.at);
    return false;
}

static bool too_large(struct cld_diag *d, const struct cld_launch *l)
{
    size_t all = cld_group_items(l->local, l->dims);
    if (!l->has_local || !wrong_group(d))
        return false;
    struct group_limits g = group_limits(d, l);
    struct cld_text local = shape(l->local, l->dims);
    if (g.device && all > g.device)
        return blame_group(d) && cld_expected(d, g.device, all) &&
               cld_blame(d, "local_work_size",
                         "the work-group has %zu work-items (%s), and the device allows %llu", all, local.at,
                         (unsigned long long)g.device) &&
               cld_fix(d, "use local size %s: CL_DEVICE_MAX_WORK_GROUP_SIZE is for all dimensions multiplied",
                       fitting(d, l).at);
    return g.kernel && all > g.kernel && blame_group(d) && cld_expected(d, g.kernel, all) &&
           cld_blame(d, "local_work_size",
                     "the work-group has %zu work-items (%s), and kernel `%s` can have %zu on this device",
                     all, local.at, l->name, g.kernel) &&
           cld_fix(d,
                   "use local size %s: registers and local memory limit CL_KERNEL_WORK_GROUP_SIZE, which is "
                   "to be "
                   "asked for each kernel",
                   fitting(d, l).at);
}

static bool item_too_large(struct cld_diag *d, const struct cld_launch *l)
{
    if (!l->has_local || !cld_is(d, CL_INVALID_WORK_ITEM_SIZE))
        return false;
    struct group_limits g = group_limits(d, l);
    for (unsigned i = 0; i < l->dims; i++)
        if (g.items[i] && l->local[i] > g.items[i])
            return blame_group(d) && cld_expected(d, g.items[i], l->local[i]) &&
                   cld_blame(d, "local_work_size",
                             "the local size is %zu in dimension %u, and the device allows %zu there",
                             l->local[i], i, g.items[i]) &&
                   cld_fix(d, "use local size %s: CL_DEVICE_MAX_WORK_ITEM_SIZES is %s", fitting(d, l).at,
                           shape(g.items, 3).at);
    return false;
}

/*
 * OpenCL C 2.0 and later may run a smaller last group (OpenCL 3.0, 5.10 and 5.8.6.2): then the driver's code
 * tells, or how the program was built.
 */
static bool not_dividing(struct cld_diag *d, const struct cld_launch *l)
{
    if (!l->has_local || !l->has_global || !wrong_group(d))
        return false;
    for (unsigned i = 0; i < l->dims; i++)
        if (!l->local[i])
            return blame_group(d) &&
                   cld_blame(d, "local_work_size", "the local size is 0 in dimension %u", i) &&
                   cld_fix(d, "use local size %s, or pass NULL to let the driver choose", fitting(d, l).at);
    for (unsigned i = 0; i < l->dims; i++) {
        if (l->global[i] % l->local[i] == 0 || (!cld_only(d, CL_INVALID_WORK_GROUP_SIZE) &&
                                                !cld_groups_are_uniform(d->next, l->kernel, l->device)))
            continue;
        d->checking = CL_INVALID_WORK_GROUP_SIZE;
        return blame_group(d) && cld_expected(d, 0, l->global[i] % l->local[i]) &&
               cld_blame(d, "local_work_size",
                         "local size %s does not divide global size %s: in dimension %u, %zu is left over",
                         shape(l->local, l->dims).at, shape(l->global, l->dims).at, i,
                         l->global[i] % l->local[i]) &&
               fix_group(d, l, l->local);
    }
    return false;
}

bool cld_check_work_group(struct cld_diag *d)
{
    struct cld_launch l = cld_read_launch(d);
    return wrong_required(d, &l) || too_large(d, &l) || item_too_large(d, &l) || not_dividing(d, &l);
}
