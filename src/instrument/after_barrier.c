/*
 * after_barrier.c - a statement behind each barrier of a CPU's twin, so that no branch stands there alone.
 *
 * PoCL (3.1) turns the parts between barriers into loops over the work-items. Where LLVM has computed a
 * condition in front of a barrier, what is left behind it is `barrier; if (condition)`, and PoCL takes the
 * branch for one of the whole group: all work-items go where only some may, if that stands inside another
 * branch. Whether that happens depends on the order of blocks, so what we insert can bring it about:
 * pyopencl's scan, work-item 0 in `if (lid > 0)`.
 *
 * An assumption costs nothing, is dropped by the compiler, and stays behind the barrier until PoCL has made
 * its loops. Two that say the same would become one.
 */
#include "instrument/after_barrier.h"

#include "instrument/rewrite.h"

#include <stdio.h>

/* No device has as many work-groups. */
void cld_after_barrier_runtime(const struct cld_rewriter *r, struct cld_text *out)
{
    if (r->device->is_cpu)
        cld_text_add(out, "#define __cld_after(n) __builtin_assume(get_group_id(0) != (size_t)-1 - (n))\n");
}

void cld_after_barrier(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *text)
{
    char behind[48];
    (void)call;
    if (!r->device->is_cpu)
        return;
    snprintf(behind, sizeof behind, ", __cld_after(%uu))", r->barriers++);
    cld_text_wrap(text, "(", behind);
}
