#include "instrument/versions.h"

#include "instrument/barrier.h"
#include "instrument/counter.h"
#include "instrument/kept.h"
#include "instrument/prove.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Of source: a longer region is checked in place, for the sake of the vendor's compiler. */
#define MOST_OF_LOOP 8192u
#define MOST_OF_BODY 32768u

/* What can't stand twice in a function: labels, and variables that are shared. */
static bool is_single(const struct cld_node *n)
{
    enum CXCursorKind kind = cld_node_cursor_kind(n);
    if (kind == CXCursor_LabelStmt || kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt)
        return true;
    if (n->kind == CLD_NODE_VARIABLE && (cld_type_space(n->type) != CLD_SPACE_PRIVATE ||
                                         clang_Cursor_getStorageClass(n->cursor) == CX_SC_Static))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (is_single(c))
            return true;
    return false;
}

bool cld_can_be_a_block(const struct cld_rewriter *r, const struct cld_node *n)
{
    return r->unit->text[n->end - 1] == '}' || (n->parent && n->parent->kind == CLD_NODE_BLOCK);
}

bool cld_versions_is_hinted(const struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_tokens *t = r->tree->tokens;
    const char *text = r->unit->text;
    unsigned at = n->begin;
    while (at > 0 && isspace((unsigned char)text[at - 1]))
        at--;
    unsigned line = at;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    if (text[line] == '#')
        return true;
    size_t token = cld_token_at(t, n->begin);
    unsigned depth = 0;
    while (token > 0 && (depth || cld_token_is(t, token - 1, ")"))) {
        token--;
        depth += cld_token_is(t, token, ")");
        depth -= cld_token_is(t, token, "(");
        if (!depth)
            break;
    }
    return token > 0 && cld_token_is(t, token - 1, "__attribute__");
}

static void write_two(struct cld_rewriter *r, struct cld_proven *p, const struct cld_node *n,
                      void (*emit)(struct cld_rewriter *, const struct cld_node *, struct cld_text *),
                      struct cld_text *out)
{
    struct cld_text fast = {0};
    struct cld_kept_mark mark = cld_kept_mark(r);
    r->proven = p;
    emit(r, n, &fast);
    r->proven = p->outer;
    cld_kept_tell(r, n, mark, &fast);
    if (!p->condition.size) {
        cld_text_format(out, "{%s {%s;} }", cld_text_get(&p->declarations), cld_text_get(&fast));
    } else {
        cld_text_format(out, "{%s if (%s) {%s;} else {", cld_text_get(&p->declarations),
                        cld_text_get(&p->condition), cld_text_get(&fast));
        mark = cld_kept_mark(r);
        r->careful++;
        emit(r, n, out);
        r->careful--;
        cld_kept_tell(r, n, mark, out);
        cld_text_add(out, ";} }");
    }
    cld_text_free(&fast);
}

/* ---- whether two copies are worth it on a GPU
 * ------------------------------------------------------------------------- */

#define TRIPS_OF_UNKNOWN 16u

static bool has_loop(const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->kind == CLD_NODE_FOR || c->kind == CLD_NODE_WHILE || c->kind == CLD_NODE_DO || has_loop(c))
            return true;
    return false;
}

static unsigned occurrences(const struct cld_text *t, const char *word)
{
    unsigned n = 0;
    for (const char *at = cld_text_get(t); (at = strstr(at, word)); at++)
        n++;
    return n;
}

/*
 * The condition is computed by each work-item, in 64 bits: some three instructions for each of its values and
 * two for each comparison, against two for each access that it spares. A loop that goes round four times is
 * checked as it goes.
 */
static bool pays_off(const struct cld_rewriter *r, const struct cld_node *n, const struct cld_proven *p)
{
    long long trips = cld_counter_trips(r, n);
    unsigned cost = 3 * occurrences(&p->declarations, " const long ") + 2 * occurrences(&p->condition, " & ");
    return has_loop(n) || 2 * p->count * (trips ? (size_t)trips : TRIPS_OF_UNKNOWN) >= cost;
}

bool cld_versions_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_proven p;
    if (!r->guard || !r->guard->units || r->careful || n->end - n->begin > MOST_OF_LOOP ||
        !cld_can_be_a_block(r, n) || is_single(n) || cld_versions_is_hinted(r, n))
        return false;
    /* All work-items of the group must take the same way to a barrier; PoCL, on CPUs, is not to be trusted
     * there. */
    bool waits = cld_has_barrier(r, n);
    if (waits && (r->device->is_cpu || !r->function->is_kernel))
        return false;
    bool proven = cld_prove(r, n, waits, &p) && (r->device->is_cpu || waits || pays_off(r, n, &p));
    if (proven)
        write_two(r, &p, n, cld_emit_loop, out);
    cld_proven_free(&p);
    return proven;
}

void cld_versions_none(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_text loop = {0};
    struct cld_kept_mark mark = cld_kept_mark(r);
    cld_emit_loop(r, n, &loop);
    bool tells = cld_can_be_a_block(r, n) && !cld_versions_is_hinted(r, n) && cld_kept_here(r, n, mark);
    if (tells)
        cld_kept_tell(r, n, mark, &loop);
    cld_text_format(out, tells ? "{%s;}" : "%s", cld_text_get(&loop));
    cld_text_free(&loop);
}

static void emit_inner(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_text body = {0};
    cld_emit_block(r, n, &body);
    /* between the braces, which may be written as <% and %> */
    size_t open = body.data[0] == '{' ? 1 : 2, close = body.data[body.size - 1] == '}' ? 1 : 2;
    cld_text_bytes(out, body.data + open, body.size - open - close);
    cld_text_free(&body);
}

bool cld_versions_body(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_proven p;
    if (!r->guard || !r->guard->units || !r->device->is_cpu || !r->function->is_kernel ||
        n->end - n->begin > MOST_OF_BODY || is_single(n) || cld_has_barrier(r, n))
        return false;
    bool proven = cld_prove(r, n, true, &p);
    if (proven)
        write_two(r, &p, n, emit_inner, out);
    cld_proven_free(&p);
    return proven;
}
