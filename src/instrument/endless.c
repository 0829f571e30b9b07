#include "instrument/endless.h"

#include "instrument/waiting.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 100 /* characters of a loop that are shown */
#define MOST 16     /* loops of a kernel that are told */

struct search {
    const struct cld_unit *unit;
    const struct cld_functions *all;
    bool *seen; /* one a function */
    struct {
        char kind;
        const struct cld_node *loop;
    } found[MOST];
    size_t n;
};

/* ---- how a loop ends --------------------------------------------------------------------------------------
 */

static bool is_true(const struct cld_node *condition)
{
    CXEvalResult result = condition->constant ? clang_Cursor_Evaluate(condition->cursor) : NULL;
    bool is =
        result && clang_EvalResult_getKind(result) == CXEval_Int && clang_EvalResult_getAsInt(result) != 0;
    if (result)
        clang_EvalResult_dispose(result);
    return is;
}

/* i >= 0 of an unsigned i */
static bool is_always_true(const struct cld_node *condition)
{
    const struct cld_node *n = cld_node_strip(condition);
    if (n->kind != CLD_NODE_BINARY || !n->first ||
        clang_getCursorBinaryOperatorKind(n->cursor) != CXBinaryOperator_GE)
        return false;
    enum CXTypeKind kind = cld_type_kind(cld_node_strip(n->first)->type);
    bool is_unsigned = kind == CXType_UInt || kind == CXType_ULong;
    CXEvalResult result = is_unsigned && n->last->constant ? clang_Cursor_Evaluate(n->last->cursor) : NULL;
    bool is =
        result && clang_EvalResult_getKind(result) == CXEval_Int && clang_EvalResult_getAsInt(result) == 0;
    if (result)
        clang_EvalResult_dispose(result);
    return is;
}

/* All that can be said of the ways out of a loop, taken together. */
struct ways_out {
    bool any;             /* there is one */
    bool other;           /* one that does not wait for others' writes */
    enum cld_space space; /* of what the others wait for */
};

static void add_way(struct ways_out *ways, enum cld_space space)
{
    ways->any = true;
    if (space == CLD_SPACE_PRIVATE)
        ways->other = true;
    else if (ways->space != CLD_SPACE_GLOBAL)
        ways->space = space;
}

/* `n` is taken only where one of the conditions around it holds. */
static enum cld_space guard_of(const struct cld_node *n, const struct cld_node *loop)
{
    for (const struct cld_node *p = n->parent; p && p != loop; n = p, p = p->parent) {
        enum cld_space space =
            p->kind == CLD_NODE_IF && n != p->first ? cld_waits_in(p->first, loop) : CLD_SPACE_PRIVATE;
        if (space != CLD_SPACE_PRIVATE)
            return space;
    }
    return CLD_SPACE_PRIVATE;
}

/* `breaks`: a break here is this loop's. */
static void look_for_ways(struct ways_out *ways, const struct cld_node *n, const struct cld_node *loop,
                          bool breaks)
{
    enum CXCursorKind kind = clang_getCursorKind(n->cursor);
    bool leaves = n->kind == CLD_NODE_RETURN || kind == CXCursor_GotoStmt ||
                  kind == CXCursor_IndirectGotoStmt || (breaks && kind == CXCursor_BreakStmt);
    if (leaves)
        add_way(ways, guard_of(n, loop));
    if (n != loop && (cld_node_is_loop(n) || n->kind == CLD_NODE_SWITCH))
        breaks = false;
    for (const struct cld_node *c = n->first; c; c = c->next)
        look_for_ways(ways, c, loop, breaks);
}

/* '\0': it ends, as far as is known. */
static char kind_of(const struct cld_node *loop)
{
    const struct cld_node *condition = cld_node_condition(loop);
    struct ways_out ways = {false, false, CLD_SPACE_PRIVATE};
    look_for_ways(&ways, loop, loop, true);
    bool endless =
        !condition || is_true(condition) || is_always_true(condition) || cld_stays_as_it_is(condition, loop);
    if (endless && condition && condition->constant && !is_true(condition)) /* do { } while (0) */
        return '\0';
    if (!endless)
        add_way(&ways, cld_waits_in(condition, loop));
    if (!ways.any)
        return 'e';
    return ways.other ? '\0' : ways.space == CLD_SPACE_LOCAL ? 'l' : 'g';
}

/* ---- all loops --------------------------------------------------------------------------------------------
 */

static void search_function(struct search *s, size_t i);

static void search_call(struct search *s, const struct cld_node *call)
{
    CXString text = cld_callee_name(call);
    const char *name = clang_getCString(text);
    const struct cld_function *f = name ? cld_function_defined(s->all, name) : NULL;
    if (f)
        search_function(s, (size_t)(f - s->all->list));
    clang_disposeString(text);
}

static void search_node(struct search *s, const struct cld_node *n)
{
    char kind = n->use != CLD_USE_NONE && cld_node_is_loop(n) ? kind_of(n) : '\0';
    if (kind && s->n < MOST) {
        s->found[s->n].kind = kind;
        s->found[s->n++].loop = n;
    }
    if (n->kind == CLD_NODE_CALL)
        search_call(s, n);
    for (const struct cld_node *c = n->first; c; c = c->next)
        search_node(s, c);
}

static void search_function(struct search *s, size_t i)
{
    if (s->seen[i] || !s->all->list[i].tree)
        return;
    s->seen[i] = true;
    search_node(s, s->all->list[i].tree);
}

/* ---- as a text --------------------------------------------------------------------------------------------
 */

/* On one line, and not all of a long one. */
static void print_text(const char *text, size_t size, struct cld_text *out)
{
    size_t shown = 0;
    bool blank = false;
    for (size_t i = 0; i < size && shown < LONGEST; i++) {
        bool is_blank = isspace((unsigned char)text[i]);
        if (is_blank && (blank || i == 0))
            continue;
        cld_text_bytes(out, is_blank ? " " : text + i, 1);
        shown++;
        blank = is_blank;
    }
    if (shown == LONGEST)
        cld_text_add(out, "...");
}

/* Its head; of a short one the whole. */
static size_t shown_size(const struct cld_node *loop)
{
    size_t whole = loop->end - loop->begin;
    const struct cld_node *body = loop->last;
    bool has_body = loop->kind != CLD_NODE_DO && body && !body->condition && body->kind == CLD_NODE_BLOCK;
    return has_body && whole > 60 ? body->begin - loop->begin : whole;
}

static void print_loop(const struct search *s, char kind, const struct cld_node *loop, struct cld_text *out)
{
    size_t row = 0, size = shown_size(loop);
    for (unsigned i = 0; i < loop->begin && i < s->unit->size; i++)
        row += s->unit->text[i] == '\n';
    struct cld_line at = row < s->unit->n_lines ? s->unit->lines[row] : (struct cld_line){"", 0};
    while (size && isspace((unsigned char)s->unit->text[loop->begin + size - 1]))
        size--;
    cld_text_format(out, "%s%c %u %s\t", out->size ? "\n" : "", kind, at.line, at.file);
    print_text(s->unit->text + loop->begin, size, out);
}

void cld_endless_loops(const struct cld_unit *unit, const struct cld_functions *functions,
                       const struct cld_function *kernel, struct cld_text *out)
{
    struct search s = {.unit = unit, .all = functions, .seen = calloc(functions->count + 1, sizeof *s.seen)};
    if (!s.seen)
        abort();
    search_function(&s, (size_t)(kernel - functions->list));
    for (int endless = 1; endless >= 0; endless--) /* the certain ones first */
        for (size_t i = 0; i < s.n; i++)
            if ((s.found[i].kind == 'e') == endless)
                print_loop(&s, s.found[i].kind, s.found[i].loop, out);
    free(s.seen);
}
