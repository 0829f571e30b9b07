#include "instrument/guard.h"

#include "instrument/access.h"
#include "instrument/async.h"
#include "instrument/guard_image.h"
#include "instrument/guard_pipe.h"
#include "instrument/prove.h"

#include <stdlib.h>
#include <string.h>

char *cld_guard_within(struct cld_rewriter *r, const struct cld_guarded *g)
{
    return r->guard->within(r, g);
}

char *cld_guard_missed(struct cld_rewriter *r, const struct cld_guarded *g)
{
    return r->guard->missed(r, g);
}

bool cld_is_path_end(const struct cld_node *n)
{
    bool is_path = n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_MEMBER ||
                   n->kind == CLD_NODE_ARROW;
    return is_path && !n->inner && !n->frozen;
}

bool cld_is_guarded(const struct cld_node *n)
{
    return cld_is_path_end(n) && n->use <= CLD_USE_READ_WRITE;
}

bool cld_guard_judge(struct cld_rewriter *r, struct cld_frame *f, struct cld_guarded *g, char **within,
                     char **missed)
{
    const struct cld_node *n = f->root;
    char *lvalue = cld_frame_text(r, n);
    *within = NULL;
    if (missed)
        *missed = NULL;
    if (f->broken || !cld_access_of(r, n, &g->access)) {
        free(lvalue);
        return false;
    }
    char *address = cld_printf("(ulong)&(%s)", lvalue), *size = cld_printf("sizeof(%s)", lvalue);
    cld_guard_components(r, g, &address, &size);
    g->lvalue = lvalue;
    g->address = address;
    g->size = size;
    *within = cld_guard_within(r, g);
    if (*within && missed)
        *missed = cld_guard_missed(r, g);
    cld_access_done(&g->access);
    g->lvalue = g->address = g->size = NULL;
    free(address);
    free(size);
    free(lvalue);
    return *within != NULL;
}

char *cld_guard_ahead(struct cld_rewriter *r, const struct cld_node *n)
{
    struct cld_frame f = {.root = n}, *outer = r->frame;
    struct cld_guarded g = {0};
    char *within = NULL;
    size_t sites = r->sites->count;
    r->frame = &f;
    if (cld_frame_path(&f, n, &g) && g.n_steps && !f.n_kept && !f.broken)
        cld_guard_judge(r, &f, &g, &within, NULL);
    r->frame = outer;
    cld_sites_forget(r->sites, sites);
    cld_frame_free(&f);
    return within;
}

void cld_guard_value(const char *within, const char *missed, const char *made, CXType type,
                     const char *prelude, struct cld_text *out)
{
    char *zero = cld_zero(type), *name = cld_variable_type(type);
    bool is_struct = cld_type_kind(type) == CXType_Record;
    cld_text_format(out, "(%s", prelude);
    if (zero && !is_struct)
        cld_text_format(out, "(%s)", name);
    cld_text_format(out, "(%s ? %s : (%s, %s)))", within, made, missed, zero ? zero : "0");
    free(zero);
    free(name);
}

void cld_guard_give_up(struct cld_rewriter *r, const struct cld_node *n, const struct cld_guarded *g,
                       enum cld_unchecked_reason reason)
{
    bool is_good = g->n_steps > 0;
    for (size_t i = 0; i < g->n_steps; i++)
        is_good &= g->steps[i].size >= 0 && cld_is_always_within(&g->steps[i]);
    if (r->unchecked && !is_good)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, n, reason);
}

/* False: the read is none that can be guarded. */
static bool can_read(struct cld_rewriter *r, struct cld_frame *f, struct cld_guarded *g)
{
    const struct cld_node *n = f->root;
    if (!cld_frame_path(f, n, g) || !g->n_steps) {
        if (f->broken)
            cld_guard_give_up(r, n, g, f->why);
        return false;
    }
    /* a struct of a type that has no name has no 0 */
    bool has_zero = cld_type_kind(n->type) != CXType_Record || !cld_type_is_local(n->type);
    if (!has_zero)
        cld_guard_give_up(r, n, g, CLD_UNCHECKED_TYPE);
    return has_zero;
}

static bool guard_read(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_frame f = {.root = n};
    struct cld_guarded g = {0};
    char *within = NULL, *missed = NULL;
    if (cld_is_proven(r, n) || !can_read(r, &f, &g)) {
        cld_frame_free(&f);
        return false;
    }
    struct cld_frame *outer = r->frame;
    r->frame = &f;
    struct cld_text lvalue = {0};
    cld_emit_bare(r, n, &lvalue);
    if (cld_guard_judge(r, &f, &g, &within, &missed)) {
        cld_guard_value(within, missed, lvalue.data, n->type, cld_text_get(&f.prelude), out);
    } else {
        cld_text_format(out, f.prelude.size ? "(%s%s)" : "%s%s", cld_text_get(&f.prelude),
                        cld_text_get(&lvalue));
    }
    if (f.broken)
        cld_guard_give_up(r, n, &g, f.why);
    r->frame = outer;
    cld_text_free(&lvalue);
    cld_frame_free(&f);
    free(within);
    free(missed);
    return true;
}

bool cld_guard_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    if (n->frozen)
        return false;
    if (r->frame && r->frame->root == n) {
        cld_emit_bare(r, n, out);
        return true;
    }
    if (cld_guard_store(r, n, out))
        return true;
    if (n->kind == CLD_NODE_CALL) {
        cld_note_pipe(r, n);
        return cld_async_emit(r, n, out) || cld_guard_call(r, n, out) || cld_guard_image(r, n, out);
    }
    return cld_is_path_end(n) && n->use == CLD_USE_READ && guard_read(r, n, out);
}
