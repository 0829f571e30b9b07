/* guard_path.c - the steps of an access: from its end, [index] after [index], to a pointer or a variable. */
#include "instrument/guard.h"

#include "instrument/access.h"
#include "instrument/integer.h"

/* Of a subscript: what is in the brackets. */
static const struct cld_node *index_of(const struct cld_node *n, const struct cld_node *base)
{
    return base == n->first ? n->last : n->first;
}

/* s.a[i], where a is the struct's last member: may be meant to go on behind it. */
static bool is_open_ended(const struct cld_node *array, long long size)
{
    const struct cld_node *n = cld_node_strip(array);
    return size <= 1 && (n->kind == CLD_NODE_MEMBER || n->kind == CLD_NODE_ARROW);
}

static bool add_step(struct cld_frame *f, struct cld_guarded *g, const struct cld_node *base,
                     const struct cld_node *index)
{
    long long size = -1;
    if (cld_node_is_array(base)) {
        size = clang_getArraySize(clang_getCanonicalType(cld_node_strip(base)->type));
        if (size < 0 || is_open_ended(base, size))
            return true;
    }
    if (g->n_steps == CLD_MOST_STEPS) {
        cld_frame_break(f, CLD_UNCHECKED_PATH);
        return false;
    }
    g->steps[g->n_steps++] = (struct cld_step){base, index, size};
    return true;
}

bool cld_is_always_within(const struct cld_step *s)
{
    if (!s->index)
        return true;
    const struct cld_node *n = cld_node_strip(s->index);
    long long i;
    return n->constant && cld_integer_value(n->cursor, &i) && i >= 0 && i < s->size;
}

bool cld_frame_path(struct cld_frame *f, const struct cld_node *node, struct cld_guarded *g)
{
    for (const struct cld_node *n = cld_node_strip(node); n; n = cld_node_strip(n)) {
        const struct cld_node *base = n->first, *index = NULL;
        if (n->kind == CLD_NODE_NAME)
            return true;
        if (n->kind == CLD_NODE_SUBSCRIPT) {
            base = cld_subscript_base(n);
            if (!base)
                return false;
            index = index_of(n, base);
            cld_frame_want(f, index);
        } else if (n->kind != CLD_NODE_DEREF && n->kind != CLD_NODE_ARROW && n->kind != CLD_NODE_MEMBER) {
            return false;
        }
        if (n->kind != CLD_NODE_MEMBER) {
            if (!base || !add_step(f, g, base, index))
                return false;
            if (cld_node_is_pointer(base)) {
                cld_frame_want(f, base);
                return true;
            }
        }
        n = base;
    }
    return false;
}
