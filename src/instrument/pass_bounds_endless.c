/* pass_bounds_endless.c - a zero where garbage would have been can make a loop endless. */
#include "instrument/pass_bounds.h"

#include "instrument/guard_image.h"

/* Counts from one number to another, whatever it reads. */
static bool is_counting(const struct cld_node *n)
{
    return n->kind == CLD_NODE_FOR && n->first && n->first->kind == CLD_NODE_DECLARE;
}

static bool has_call(const struct cld_node *n)
{
    if (n->kind == CLD_NODE_CALL && !cld_is_image_call(n))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_call(c))
            return true;
    return false;
}

static bool has_access(const struct cld_node *n)
{
    if (n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_ARROW ||
        (n->kind == CLD_NODE_CALL && cld_is_image_call(n)))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_access(c))
            return true;
    return false;
}

/* Not where a barrier may be in it: the other work-items wait there. */
static bool may_be_endless(const struct cld_node *n)
{
    bool is_loop = n->kind == CLD_NODE_FOR || n->kind == CLD_NODE_WHILE || n->kind == CLD_NODE_DO;
    return is_loop && !is_counting(n) && has_access(n) && !has_call(n);
}

bool cld_is_in_endless(const struct cld_node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (may_be_endless(n))
            return true;
    return false;
}

void cld_pass_bounds_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    if (!may_be_endless(n))
        return;
    r->counts_misses |= r->function->is_kernel;
    cld_text_add(text, r->function->is_kernel ? " if (__cld_bad >= 65536u) break; else "
                                              : " if (__cld_s->bad >= 65536u) break; else ");
}
