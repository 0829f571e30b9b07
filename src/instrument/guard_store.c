/* guard_store.c - assignments to what is guarded: a = b, a += b, a++. */
#include "instrument/guard.h"

#include "instrument/prove.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

/* What is accessed of an assignment's left side: p[i] of p[i].xy. */
static const struct cld_node *target(const struct cld_node *n)
{
    for (n = cld_node_strip(n); n; n = cld_node_strip(n->first))
        if (n->kind != CLD_NODE_SWIZZLE)
            break;
    return n && cld_is_path_end(n) ? n : NULL;
}

struct store {
    const struct cld_node *node;
    const char *lvalue, *within, *missed, *prelude;
    char *type; /* of a variable that can hold the value; NULL */
    bool unused;
};

static void write_assign(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    const struct cld_node *to = s->node->first, *from = s->node->last;
    char *companion = cld_node_is_pointer(to) ? cld_companion_of(r, to) : NULL;
    struct cld_text value = {0};
    if (companion)
        cld_bounds_push(r, from, companion, &value);
    else
        cld_emit(r, from, &value);
    const char *text = cld_text_get(&value);
    if (cld_is_simple(from) && s->unused && !companion) {
        cld_text_format(out, "(%s(%s ? (void)(%s = %s) : %s))", s->prelude, s->within, s->lvalue, text,
                        s->missed);
    } else if (s->type) {
        char *name = cld_provenance_temporary(r, s->type);
        cld_text_format(out, "(%s = %s, %s(%s ? (void)(%s = %s) : %s)", name, text, s->prelude, s->within,
                        s->lvalue, name, s->missed);
        cld_text_format(out, s->unused ? ")" : ", %s)", name);
        free(name);
    } else {
        cld_text_format(out, "(%s(%s ? (void)(%s = %s) : ((void)(%s), %s)))", s->prelude, s->within,
                        s->lvalue, text, text, s->missed);
    }
    free(companion);
    cld_text_free(&value);
}

/* += and the like: "+" */
static char *operator_of(const struct cld_rewriter *r, const struct cld_node *n)
{
    size_t at = cld_token_at(r->tree->tokens, n->first->end);
    const struct cld_token *t = &r->tree->tokens->list[at];
    return cld_copy(r->unit->text + t->begin, t->end - t->begin - 1);
}

/* A product in the value must stay beside the sum, or it can't be fused into it any more. */
static void write_compound(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    const struct cld_node *from = s->node->last;
    struct cld_text value = {0};
    cld_emit(r, from, &value);
    char *operator= operator_of(r, s->node), *zero = cld_zero(s->node->first->type);
    const char *text = cld_text_get(&value);
    if (cld_is_simple(from) && s->unused) {
        cld_text_format(out, "(%s(%s ? (void)(%s %s= %s) : %s))", s->prelude, s->within, s->lvalue, operator,
                        text, s->missed);
    } else if (s->type && zero) {
        char *ok = cld_provenance_temporary(r, "int"), *name = cld_provenance_temporary(r, s->type);
        cld_text_format(out, "(%s%s = (%s), %s = (%s ? %s : %s) %s (%s), (%s ? (void)(%s = %s) : %s)",
                        s->prelude, ok, s->within, name, ok, s->lvalue, zero, operator, text, ok, s->lvalue,
                        name, s->missed);
        cld_text_format(out, s->unused ? ")" : ", %s)", name);
        free(ok);
        free(name);
    } else {
        cld_text_format(out, "(%s(%s ? (void)(%s %s= %s) : ((void)(%s), %s)))", s->prelude, s->within,
                        s->lvalue, operator, text, text, s->missed);
    }
    free(operator);
    free(zero);
    cld_text_free(&value);
}

static void write_step(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    struct cld_text made = {0};
    const struct cld_node *n = s->node;
    cld_emit_source(r, n->begin, n->first->begin, &made);
    cld_text_add(&made, s->lvalue);
    cld_emit_source(r, n->first->end, n->end, &made);
    if (s->unused)
        cld_text_format(out, "(%s(%s ? (void)(%s) : %s))", s->prelude, s->within, cld_text_get(&made),
                        s->missed);
    else
        cld_guard_value(s->within, s->missed, cld_text_get(&made), n->first->type, s->prelude, out);
    cld_text_free(&made);
}

static void write_store(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    if (s->node->kind == CLD_NODE_ASSIGN)
        write_assign(r, s, out);
    else if (s->node->kind == CLD_NODE_COMPOUND_ASSIGN)
        write_compound(r, s, out);
    else
        write_step(r, s, out);
}

static bool is_store(const struct cld_node *n)
{
    return n->kind == CLD_NODE_ASSIGN || n->kind == CLD_NODE_COMPOUND_ASSIGN || n->kind == CLD_NODE_STEP;
}

static bool judge_target(struct cld_rewriter *r, const struct cld_node *n, struct cld_frame *f,
                         struct cld_guarded *g, struct cld_text *lvalue, char **within, char **missed)
{
    struct cld_frame *outer = r->frame;
    r->frame = f;
    cld_emit(r, n->first, lvalue);
    bool is = cld_guard_judge(r, f, g, within, missed);
    r->frame = outer;
    return is;
}

bool cld_guard_store(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_node *root = r->guard && is_store(n) && !n->frozen ? target(n->first) : NULL;
    struct cld_frame f = {.root = root};
    struct cld_guarded g = {0};
    struct store s = {.node = n};
    char *within = NULL, *missed = NULL;
    if (!root || cld_is_proven(r, root) || !cld_frame_path(&f, root, &g) || !g.n_steps) {
        if (f.broken)
            cld_guard_give_up(r, root, &g, f.why);
        cld_frame_free(&f);
        return false;
    }
    s.type = cld_variable_type(n->first->type);
    s.unused = cld_is_unused(n);
    bool can = s.type || s.unused || n->kind == CLD_NODE_STEP;
    struct cld_text lvalue = {0};
    if (!can)
        cld_frame_break(&f, CLD_UNCHECKED_TYPE);
    else
        can = judge_target(r, n, &f, &g, &lvalue, &within, &missed);
    if (f.broken)
        cld_guard_give_up(r, root, &g, f.why);
    if (can) {
        s.lvalue = cld_text_get(&lvalue);
        s.within = within;
        s.missed = missed;
        s.prelude = cld_text_get(&f.prelude);
        write_store(r, &s, out);
    }
    free(s.type);
    free(within);
    free(missed);
    cld_text_free(&lvalue);
    cld_frame_free(&f);
    return can;
}
