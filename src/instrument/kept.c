#include "instrument/kept.h"

#define MOST_TOLD 16u /* places that tell, in one kernel: each is a part of it */

bool cld_is_in_loop(const struct cld_node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (n->kind == CLD_NODE_FOR || n->kind == CLD_NODE_WHILE || n->kind == CLD_NODE_DO)
            return true;
    return false;
}

struct cld_kept_mark cld_kept_mark(const struct cld_rewriter *r)
{
    return (struct cld_kept_mark){r->kept_bits, r->sites->count};
}

bool cld_kept_may_tell(struct cld_rewriter *r)
{
    return r->device->is_cpu || r->told++ < MOST_TOLD;
}

bool cld_kept_here(const struct cld_rewriter *r, const struct cld_node *n, struct cld_kept_mark since)
{
    /* where a function has labels, what stands behind a loop may be passed by */
    return r->guard && r->guard->tell && r->kept_bits > since.bits && !r->jumps && r->told < MOST_TOLD &&
           !cld_is_in_loop(n);
}

void cld_kept_tell(struct cld_rewriter *r, const struct cld_node *n, struct cld_kept_mark since,
                   struct cld_text *out)
{
    if (!cld_kept_here(r, n, since))
        return;
    r->told++;
    cld_text_add(out, "; ");
    r->guard->tell(r, since, out);
}
