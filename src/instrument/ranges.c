#include "instrument/ranges.h"

#include "instrument/access.h"
#include "instrument/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Least and greatest value: names of variables, or numbers. */
struct range {
    char low[32], high[32];
};

struct ranges {
    struct cld_rewriter *r;
    const struct cld_node *region;
    bool for_group;
    struct cld_text statements, condition;
    struct known {
        CXCursor variable;
        const struct cld_node *loop; /* that counts it; NULL: none */
        struct range range;
    } *known;
    size_t n_known, known_room;
    unsigned depth;
};

static bool find(struct ranges *s, const struct cld_node *n, struct range *out);

/* ---- texts
 * --------------------------------------------------------------------------------------------------------- */

static void require(struct ranges *s, const char *format, const char *a, const char *b)
{
    char *term = cld_printf(format, a, b);
    if (!s->condition.data || !strstr(s->condition.data, term))
        cld_text_format(&s->condition, "%s(%s)", s->condition.size ? " & " : "", term);
    free(term);
}

static void forget(struct ranges *s, size_t condition)
{
    s->condition.size = condition;
    if (s->condition.data)
        s->condition.data[condition] = '\0';
}

static void make(struct ranges *s, struct range *out, const char *low, const char *high)
{
    unsigned n = s->r->names++;
    bool same = strcmp(low, high) == 0;
    snprintf(out->low, sizeof out->low, "__cld_l%u", n);
    snprintf(out->high, sizeof out->high, same ? "__cld_l%u" : "__cld_h%u", n);
    cld_text_format(&s->statements, " const long %s = %s;", out->low, low);
    if (!same)
        cld_text_format(&s->statements, " const long %s = %s;", out->high, high);
}

static void make_of(struct ranges *s, struct range *out, const char *format, const struct range *a,
                    const struct range *b)
{
    char *low = cld_printf(format, a->low, b->low), *high = cld_printf(format, a->high, b->high);
    make(s, out, low, high);
    free(low);
    free(high);
}

/* ---- types
 * --------------------------------------------------------------------------------------------------------- */

struct integer {
    unsigned bits;
    bool is_signed;
};

static bool integer_of(CXType type, struct integer *i)
{
    static const struct {
        enum CXTypeKind kind;
        struct integer integer;
    } types[] = {{CXType_Bool, {1, false}},   {CXType_Char_S, {8, true}},  {CXType_SChar, {8, true}},
                 {CXType_Char_U, {8, false}}, {CXType_UChar, {8, false}},  {CXType_Short, {16, true}},
                 {CXType_UShort, {16, false}}, {CXType_Int, {32, true}},   {CXType_UInt, {32, false}},
                 {CXType_Long, {64, true}},   {CXType_ULong, {64, false}}, {CXType_Enum, {32, true}}};
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (types[k].kind == kind) {
            *i = types[k].integer;
            return true;
        }
    return false;
}

/* The value as the type holds it is the value. */
static bool fit(struct ranges *s, const struct range *a, CXType from, CXType to)
{
    struct integer f, t;
    if (!integer_of(from, &f) || !integer_of(to, &t))
        return false;
    if (!t.is_signed)
        require(s, "%s >= %s", a->low, "0");
    else if (t.bits < 64)
        require(s, "%s >= -(1L << %s)", a->low, t.bits == 32 ? "31" : t.bits == 16 ? "15" : "7");
    if (t.bits < 64) {
        char high[32];
        snprintf(high, sizeof high, "%ldL", (1L << (t.bits - (t.is_signed && t.bits > 1))) - 1);
        require(s, "%s <= %s", a->high, high);
    }
    return true;
}

/* Conversions that change nothing need no condition. */
static bool convert(struct ranges *s, const struct range *a, CXType from, CXType to)
{
    struct integer f, t;
    if (!integer_of(from, &f) || !integer_of(to, &t))
        return false;
    bool same = (f.bits == t.bits && f.is_signed == t.is_signed) ||
                (f.bits < t.bits && (t.is_signed || !f.is_signed));
    return same || fit(s, a, from, to);
}

/* ---- variables
 * ----------------------------------------------------------------------------------------------------- */

static bool is_written(const struct cld_node *n, CXCursor variable, bool address_only)
{
    bool uses = n->kind == CLD_NODE_NAME && n->use != CLD_USE_READ && n->use != CLD_USE_NONE &&
                (!address_only || n->use == CLD_USE_ADDRESS) &&
                clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
    for (const struct cld_node *c = n->first; c && !uses; c = c->next)
        uses = is_written(c, variable, address_only);
    return uses;
}

static unsigned writes(const struct cld_node *n, CXCursor variable)
{
    unsigned count = n->kind == CLD_NODE_NAME && n->use != CLD_USE_READ && n->use != CLD_USE_NONE &&
                     clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
    for (const struct cld_node *c = n->first; c; c = c->next)
        count += writes(c, variable);
    return count;
}

static bool refers(const struct cld_node *n, CXCursor variable)
{
    n = cld_node_strip(n);
    return n && n->kind == CLD_NODE_NAME && clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
}

static const struct cld_node *declaration(const struct cld_node *n, CXCursor variable)
{
    if (n->kind == CLD_NODE_VARIABLE && clang_equalCursors(n->cursor, variable))
        return n;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        const struct cld_node *found = declaration(c, variable);
        if (found)
            return found;
    }
    return NULL;
}

static bool contains(const struct cld_node *outer, const struct cld_node *n)
{
    for (; n; n = n->parent)
        if (n == outer)
            return true;
    return false;
}

/* ---- counters of loops
 * ---------------------------------------------------------------------------------------------- */

struct loop {
    const struct cld_node *node, *first, *last; /* first value, what it is compared with */
    CXType variable_type;
    bool up, including, by_one, scaled; /* <= and >=; ++; *= and the like */
    const struct cld_node *step;        /* NULL: 1 */
};

static bool token_behind(const struct ranges *s, const struct cld_node *left, const char *spelling)
{
    const struct cld_tokens *t = s->r->tree->tokens;
    return cld_token_is(t, cld_token_at(t, left->end), spelling);
}

static bool has_operator(const struct ranges *s, const struct cld_node *n, const char *spelling)
{
    return n->first && n->first != n->last && token_behind(s, n->first, spelling);
}

/* The loop's head: for (first; condition; step). */
static bool parts(const struct cld_node *n, const struct cld_node **init, const struct cld_node **condition,
                  const struct cld_node **step)
{
    *init = *condition = *step = NULL;
    for (const struct cld_node *c = n->first; c && c != n->last; c = c->next) {
        if (c->condition)
            *condition = c;
        else if (*condition)
            *step = *step ? n : c;
        else
            *init = *init ? n : c;
    }
    return *init && *condition && *step && *init != n && *step != n;
}

static bool read_condition(const struct ranges *s, const struct cld_node *condition, CXCursor variable,
                           struct loop *l)
{
    const struct cld_node *c = cld_node_strip(condition);
    if (c->kind != CLD_NODE_BINARY || !c->first || c->first == c->last)
        return false;
    bool less = has_operator(s, c, "<"), less_equal = has_operator(s, c, "<=");
    bool more = has_operator(s, c, ">"), more_equal = has_operator(s, c, ">=");
    bool left = refers(c->first, variable), right = refers(c->last, variable);
    if (left == right || (!less && !less_equal && !more && !more_equal))
        return false;
    l->up = left ? less || less_equal : more || more_equal;
    l->including = less_equal || more_equal;
    l->last = left ? c->last : c->first;
    return true;
}

static bool read_step(const struct ranges *s, const struct cld_node *step, CXCursor variable, struct loop *l)
{
    const struct cld_node *n = cld_node_strip(step);
    if (!n->first || !refers(n->first, variable))
        return false;
    if (n->kind == CLD_NODE_STEP) {
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(n->cursor);
        l->by_one = true;
        return l->up == (kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc);
    }
    if (n->kind != CLD_NODE_COMPOUND_ASSIGN)
        return false;
    l->step = n->last;
    l->scaled = token_behind(s, n->first, "*=") || token_behind(s, n->first, "<<=") ||
                token_behind(s, n->first, "/=") || token_behind(s, n->first, ">>=");
    return token_behind(s, n->first, l->up ? "+=" : "-=") ||
           (l->up && (token_behind(s, n->first, "*=") || token_behind(s, n->first, "<<="))) ||
           (!l->up && (token_behind(s, n->first, "/=") || token_behind(s, n->first, ">>=")));
}

/* The loop that counts the variable, which nothing else changes. */
static bool read_loop(const struct ranges *s, const struct cld_node *n, CXCursor variable, struct loop *l)
{
    const struct cld_node *init, *condition, *step, *i;
    *l = (struct loop){.node = n};
    if (n->kind != CLD_NODE_FOR || !parts(n, &init, &condition, &step))
        return false;
    i = cld_node_strip(init);
    bool declares = i->kind == CLD_NODE_DECLARE;
    for (const struct cld_node *c = i->first; c && declares && !l->first; c = c->next)
        if (c->kind == CLD_NODE_VARIABLE && clang_equalCursors(c->cursor, variable) && c->last &&
            !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(c->cursor)))
            l->first = c->last;
    if (i->kind == CLD_NODE_ASSIGN && refers(i->first, variable))
        l->first = i->last;
    l->variable_type = clang_getCursorType(variable);
    unsigned expected = declares ? 1 : 2;
    return l->first && read_condition(s, condition, variable, l) && read_step(s, step, variable, l) &&
           writes(n, variable) == expected && !is_written(s->r->function->tree, variable, true);
}

/* Values inside the loop's body. Nothing may wrap around: not the counter either, one step behind its end. */
static bool count(struct ranges *s, const struct loop *l, struct range *out)
{
    struct range a, b, step = {"1", "1"};
    struct integer type;
    if (!integer_of(l->variable_type, &type) || type.bits < 32 || !find(s, l->first, &a) || !find(s, l->last, &b) ||
        (l->step && !find(s, l->step, &step)) || !convert(s, &a, l->first->type, l->variable_type))
        return false;
    struct integer last;
    if (!integer_of(l->last->type, &last))
        return false;
    if (last.is_signed != type.is_signed) { /* compared as unsigned */
        require(s, "%s >= %s", a.low, "0");
        require(s, "%s >= %s", b.low, "0");
    }
    if (l->step) {
        require(s, "%s >= %s", step.low, "1");
        require(s, "%s <= %s", step.high, l->scaled ? "6" : "1L << 29");
    }
    if (l->up) {
        if (l->scaled)
            require(s, "%s >= %s", a.low, "0");
        if (!l->by_one || l->including)
            require(s, "%s <= %s", b.high, l->scaled ? "1L << 24" : "1L << 29");
        if (last.bits > type.bits)
            require(s, "%s <= %s", b.high, "1L << 30");
        char *high = cld_printf("%s%s", b.high, l->including ? "" : " - 1");
        make(s, out, a.low, high);
        free(high);
        return true;
    }
    /* Unsigned counters wrap around below 0, which is greater than all. */
    if (!type.is_signed && !l->scaled) {
        if (!l->by_one)
            return false;
        require(s, "%s >= %s", b.low, l->including ? "1" : "0");
    }
    if (l->scaled) /* halving ends at 0 */
        require(s, "%s >= %s", b.low, l->including ? "1" : "0");
    require(s, "%s >= %s", b.low, "-(1L << 29)");
    char *low = cld_printf("%s%s", b.low, l->including ? "" : " + 1");
    make(s, out, low, a.high);
    free(low);
    return true;
}

/* ---- names
 * --------------------------------------------------------------------------------------------------------- */

static bool from_initialiser(struct ranges *s, CXCursor variable, CXType type, struct range *out)
{
    const struct cld_node *d = declaration(s->r->function->tree, variable);
    if (!d || !contains(s->region, d) || is_written(s->r->function->tree, variable, false) || !d->last ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)))
        return false;
    return find(s, d->last, out) && convert(s, out, d->last->type, type);
}

/* The loop of the region whose body a name is in, and which counts it. */
static bool counting_loop(struct ranges *s, const struct cld_node *n, CXCursor variable, struct loop *l)
{
    for (const struct cld_node *p = n; p; p = p->parent) {
        if (p->kind == CLD_NODE_FOR && contains(s->region, p) && contains(p->last, n) && read_loop(s, p, variable, l))
            return true;
        if (p == s->region)
            break;
    }
    return false;
}

/* A value that is there in front of the region, and stays. */
static bool outside(struct ranges *s, CXCursor variable, CXType type, struct range *out)
{
    bool parameter = clang_getCursorKind(variable) == CXCursor_ParmDecl;
    const struct cld_node *d = parameter ? NULL : declaration(s->r->function->tree, variable);
    if ((!parameter && (!d || contains(s->region, d))) || is_written(s->region, variable, false) ||
        is_written(s->r->function->tree, variable, true) || clang_isVolatileQualifiedType(type))
        return false;
    CXString name = clang_getCursorSpelling(variable);
    char *text = cld_printf("(long)%s", clang_getCString(name));
    make(s, out, text, text);
    struct integer i;
    if (integer_of(type, &i) && i.bits == 64) { /* sums of such values stay far from the end of long */
        require(s, "%s <= %s", out->high, "1L << 48");
        require(s, "%s >= %s", out->low, "-(1L << 48)");
    }
    free(text);
    clang_disposeString(name);
    return true;
}

static bool find_name(struct ranges *s, const struct cld_node *n, struct range *out)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    CXType type = clang_getCursorType(variable);
    struct integer i;
    enum CXCursorKind kind = clang_getCursorKind(variable);
    if (kind == CXCursor_EnumConstantDecl) {
        snprintf(out->low, sizeof out->low, "(%lldL)", clang_getEnumConstantDeclValue(variable));
        memcpy(out->high, out->low, sizeof out->high);
        return true;
    }
    if ((kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) || !integer_of(type, &i) ||
        cld_type_space(type) != CLD_SPACE_PRIVATE ||
        clang_getCursorKind(clang_getCursorSemanticParent(variable)) == CXCursor_TranslationUnit)
        return false;
    struct loop l = {0};
    bool counts = counting_loop(s, n, variable, &l);
    for (size_t k = 0; k < s->n_known; k++)
        if (clang_equalCursors(s->known[k].variable, variable) && s->known[k].loop == l.node) {
            *out = s->known[k].range;
            return true;
        }
    /* Not outside() for the group: only parameters are the same for all, and they have no declaration. */
    bool found = counts ? count(s, &l, out)
                        : from_initialiser(s, variable, type, out) || ((!s->for_group || kind == CXCursor_ParmDecl) && outside(s, variable, type, out));
    if (found) {
        s->known = cld_grow(s->known, &s->known_room, s->n_known, sizeof *s->known);
        s->known[s->n_known++] = (struct known){variable, l.node, *out};
    }
    return found;
}

/* ---- operations
 * ------------------------------------------------------------------------------------------------------ */

static void small(struct ranges *s, const struct range *a)
{
    require(s, "%s >= %s", a->low, "0");
    require(s, "%s <= %s", a->high, "1L << 31");
}

static bool multiply(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    small(s, a);
    small(s, b);
    make_of(s, out, "%s * %s", a, b);
    require(s, "%s <= %s", out->high, "1L << 44");
    return true;
}

static bool divide(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    require(s, "%s >= %s", a->low, "0");
    require(s, "%s >= %s", b->low, "1");
    char *low = cld_printf("%s / max(%s, 1L)", a->low, b->high), *high = cld_printf("%s / max(%s, 1L)", a->high, b->low);
    make(s, out, low, high);
    free(low);
    free(high);
    return true;
}

static bool remainder_of(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    require(s, "%s >= %s", b->low, "1");
    char *high;
    if (a) {
        require(s, "%s >= %s", a->low, "0");
        high = cld_printf("min(%s, %s - 1)", a->high, b->high);
    } else {
        high = cld_printf("%s - 1", b->high);
    }
    make(s, out, "0L", high);
    free(high);
    return true;
}

static bool shift(struct ranges *s, const struct range *a, const struct range *b, bool left, struct range *out)
{
    require(s, "%s >= %s", b->low, "0");
    require(s, "%s <= %s", b->high, left ? "16" : "31");
    small(s, a);
    char *low = cld_printf(left ? "%s << (%s & 31)" : "%s >> (%s & 31)", a->low, left ? b->low : b->high);
    char *high = cld_printf(left ? "%s << (%s & 31)" : "%s >> (%s & 31)", a->high, left ? b->high : b->low);
    make(s, out, low, high);
    if (left)
        require(s, "%s <= %s", out->high, "1L << 44");
    free(low);
    free(high);
    return true;
}

/* Of | and ^: no bit above the highest of both. */
static bool mix(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    small(s, a);
    small(s, b);
    char *high = cld_printf("__cld_ones(%s | %s)", a->high, b->high);
    cld_rewriter_helper(s->r, "__cld_ones",
                        "CLD_FN long __cld_ones(long x)\n{\n    x |= x >> 1;\n    x |= x >> 2;\n    x |= x >> 4;\n"
                        "    x |= x >> 8;\n    x |= x >> 16;\n    return x | x >> 32;\n}\n");
    make(s, out, "0L", high);
    free(high);
    return true;
}

static bool both(struct ranges *s, const struct cld_node *n, struct range *a, struct range *b)
{
    return find(s, n->first, a) && convert(s, a, n->first->type, n->type) && find(s, n->last, b) &&
           convert(s, b, n->last->type, n->type);
}

static bool shifted(struct ranges *s, const struct cld_node *n, struct range *a, struct range *b)
{
    return find(s, n->first, a) && convert(s, a, n->first->type, n->type) && find(s, n->last, b);
}

static bool masked(struct ranges *s, const struct cld_node *n, struct range *out)
{
    struct range a, b;
    size_t before = s->condition.size;
    bool left = find(s, n->first, &a), right = find(s, n->last, &b);
    if (!left && !right) {
        forget(s, before);
        return false;
    }
    /* one of both is enough, if it is not negative */
    const struct range *mask = right ? &b : &a;
    require(s, "%s >= %s", mask->low, "0");
    char *high = left && right ? cld_printf("%s", b.high) : cld_printf("%s", mask->high);
    make(s, out, "0L", high);
    free(high);
    return true;
}

static bool find_binary(struct ranges *s, const struct cld_node *n, struct range *out)
{
    static const char *const truths[] = {"<", ">", "<=", ">=", "==", "!="};
    struct range a, b;
    struct integer type;
    if (!n->first || n->first == n->last || !integer_of(n->type, &type))
        return false;
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; i++)
        if (has_operator(s, n, truths[i])) {
            make(s, out, "0L", "1L");
            return true;
        }
    if (type.bits < 32)
        return false;
    bool found = false;
    if (has_operator(s, n, "+")) {
        found = both(s, n, &a, &b);
        if (found)
            make_of(s, out, "%s + %s", &a, &b);
    } else if (has_operator(s, n, "-")) {
        found = both(s, n, &a, &b);
        if (found) {
            struct range turned;
            memcpy(turned.low, b.high, sizeof turned.low);
            memcpy(turned.high, b.low, sizeof turned.high);
            make_of(s, out, "%s - %s", &a, &turned);
        }
    } else if (has_operator(s, n, "*")) {
        found = both(s, n, &a, &b) && multiply(s, &a, &b, out);
    } else if (has_operator(s, n, "/")) {
        found = both(s, n, &a, &b) && divide(s, &a, &b, out);
    } else if (has_operator(s, n, "%")) {
        size_t before = s->condition.size;
        found = both(s, n, &a, &b);
        if (found) {
            remainder_of(s, &a, &b, out);
        } else if (!type.is_signed) { /* of whatever */
            forget(s, before);
            found = find(s, n->last, &b) && convert(s, &b, n->last->type, n->type) &&
                    remainder_of(s, NULL, &b, out);
        }
    } else if (has_operator(s, n, "<<") || has_operator(s, n, ">>")) {
        found = shifted(s, n, &a, &b) && shift(s, &a, &b, has_operator(s, n, "<<"), out);
    } else if (has_operator(s, n, "&")) {
        found = masked(s, n, out);
    } else if (has_operator(s, n, "|") || has_operator(s, n, "^")) {
        found = both(s, n, &a, &b) && mix(s, &a, &b, out);
    }
    /* The program's own arithmetic does not overflow either. */
    return found && fit(s, out, n->type, n->type);
}

static bool find_conditional(struct ranges *s, const struct cld_node *n, struct range *out)
{
    const struct cld_node *yes = cld_node_child(n, 1), *no = cld_node_child(n, 2);
    struct range a, b;
    if (!yes || !no || !find(s, yes, &a) || !convert(s, &a, yes->type, n->type) || !find(s, no, &b) ||
        !convert(s, &b, no->type, n->type))
        return false;
    char *low = cld_printf("min(%s, %s)", a.low, b.low), *high = cld_printf("max(%s, %s)", a.high, b.high);
    make(s, out, low, high);
    free(low);
    free(high);
    return true;
}

/* ---- built-in functions
 * ---------------------------------------------------------------------------------------------- */

static bool dimension(const struct cld_node *call, char d[4])
{
    const struct cld_node *n = call->last;
    CXEvalResult value = n != call->first && n->constant ? clang_Cursor_Evaluate(n->cursor) : NULL;
    long long i = value && clang_EvalResult_getKind(value) == CXEval_Int ? clang_EvalResult_getAsLongLong(value) : -1;
    clang_EvalResult_dispose(value);
    if (i < 0 || i > 2)
        return false;
    snprintf(d, 4, "%lld", i);
    return true;
}

static bool find_id(struct ranges *s, const struct cld_node *n, const char *name, struct range *out)
{
    static const char *const uniform[] = {"get_group_id", "get_num_groups", "get_global_size", "get_local_size",
                                          "get_global_offset", "get_enqueued_local_size"};
    char d[4];
    char *low = NULL, *high = NULL;
    if (!dimension(n, d))
        return false;
    bool same = !s->for_group;
    for (size_t i = 0; i < sizeof uniform / sizeof uniform[0]; i++)
        same |= strcmp(name, uniform[i]) == 0;
    if (same) {
        low = cld_printf("(long)%s(%s)", name, d);
    } else if (strcmp(name, "get_local_id") == 0) {
        low = cld_copy("0L", 2);
        high = cld_printf("(long)get_local_size(%s) - 1", d);
    } else if (strcmp(name, "get_global_id") == 0) {
        /* the last group may be smaller, from 2.0 on */
        const char *standard = cld_clang_standard(s->r->unit, s->r->device);
        const char *size = strcmp(standard, "CL2.0") >= 0 ? "get_enqueued_local_size" : "get_local_size";
        low = cld_printf("(long)(get_global_offset(%s) + get_group_id(%s) * %s(%s))", d, d, size, d);
        high = cld_printf("(long)(get_global_offset(%s) + get_group_id(%s) * %s(%s) + get_local_size(%s)) - 1", d, d,
                          size, d, d);
    } else {
        return false;
    }
    make(s, out, low, high ? high : low);
    free(low);
    free(high);
    return true;
}

static bool find_clamp(struct ranges *s, const struct cld_node *n, const char *name, struct range *out)
{
    const struct cld_node *arguments[3] = {cld_node_child(n, 1), cld_node_child(n, 2), cld_node_child(n, 3)};
    struct range a[3];
    bool is_min = strcmp(name, "min") == 0, is_max = strcmp(name, "max") == 0;
    bool is_clamp = strcmp(name, "clamp") == 0;
    unsigned count = is_clamp ? 3 : 2;
    if (!is_min && !is_max && !is_clamp)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!arguments[i] || !find(s, arguments[i], &a[i]) || !convert(s, &a[i], arguments[i]->type, n->type))
            return false;
    if (is_clamp) {
        /* OpenCL C: undefined where the lower limit is above the upper one */
        require(s, "%s <= %s", a[1].high, a[2].low);
        char *low = cld_printf("clamp(%s, %s, %s)", a[0].low, a[1].low, a[2].low);
        char *high = cld_printf("clamp(%s, %s, %s)", a[0].high, a[1].high, a[2].high);
        make(s, out, low, high);
        free(low);
        free(high);
    } else {
        make_of(s, out, is_min ? "min(%s, %s)" : "max(%s, %s)", &a[0], &a[1]);
    }
    return true;
}

static bool find_call(struct ranges *s, const struct cld_node *n, struct range *out)
{
    char *name;
    bool ours = cld_calls_program(s->r, n, &name), found = false;
    if (name && !ours)
        found = strncmp(name, "get_", 4) == 0 ? find_id(s, n, name, out) : find_clamp(s, n, name, out);
    free(name);
    return found;
}

/* ---- expressions
 * --------------------------------------------------------------------------------------------------- */

static bool find_literal(const struct cld_node *n, struct range *out)
{
    CXEvalResult value = clang_Cursor_Evaluate(n->cursor);
    bool found = value && clang_EvalResult_getKind(value) == CXEval_Int;
    long long i = found ? clang_EvalResult_getAsLongLong(value) : 0;
    found &= i > -(1LL << 48) && i < 1LL << 48;
    clang_EvalResult_dispose(value);
    snprintf(out->low, sizeof out->low, i < 0 ? "(%lldL)" : "%lldL", i);
    memcpy(out->high, out->low, sizeof out->high);
    return found;
}

static const struct cld_node *operand_of_cast(const struct cld_node *n)
{
    return n->last && n->last->kind != CLD_NODE_LEAF ? n->last : NULL;
}

static bool find_inner(struct ranges *s, const struct cld_node *n, struct range *out)
{
    struct range a;
    switch (n->kind) {
    case CLD_NODE_NAME:
        return find_name(s, n, out);
    case CLD_NODE_BINARY:
        return find_binary(s, n, out);
    case CLD_NODE_CONDITIONAL:
        return find_conditional(s, n, out);
    case CLD_NODE_CALL:
        return find_call(s, n, out);
    case CLD_NODE_LOGICAL:
        make(s, out, "0L", "1L");
        return true;
    case CLD_NODE_CAST:
        return operand_of_cast(n) && find(s, operand_of_cast(n), out) &&
               convert(s, out, operand_of_cast(n)->type, n->type);
    case CLD_NODE_UNARY:
        if (clang_getCursorUnaryOperatorKind(n->cursor) != CXUnaryOperator_Minus || !find(s, n->first, &a) ||
            !convert(s, &a, n->first->type, n->type))
            return false;
        {
            char *low = cld_printf("-%s", a.high), *high = cld_printf("-%s", a.low);
            make(s, out, low, high);
            free(low);
            free(high);
        }
        return fit(s, out, n->type, n->type);
    default:
        return false;
    }
}

static bool find(struct ranges *s, const struct cld_node *node, struct range *out)
{
    const struct cld_node *n = cld_node_strip(node);
    struct integer type;
    if (!n || !integer_of(n->type, &type) || s->depth > 24)
        return false;
    s->depth++;
    bool found = (n->constant && find_literal(n, out)) || find_inner(s, n, out);
    s->depth--;
    return found;
}

/* ---- accesses
 * ------------------------------------------------------------------------------------------------------ */

static bool step_within(struct ranges *s, const struct cld_guarded *g, const struct cld_step *step)
{
    struct range i = {"0L", "0L"};
    char *limit = s->r->guard->units(s->r, g, step);
    bool found = limit && (!step->index || find(s, step->index, &i));
    if (found) {
        require(s, "%s >= %s", i.low, "0");
        require(s, "%s < %s", i.high, limit);
    }
    free(limit);
    return found;
}

/* A built-in function's access, or that of a path. */
static bool describe(struct cld_rewriter *r, const struct cld_node *n, struct cld_guarded *g)
{
    struct cld_frame f = {0};
    bool is = n->kind == CLD_NODE_CALL ? cld_guard_call_path(r, n, &f, g)
                                       : cld_is_guarded(n) && cld_frame_path(&f, n, g) && g->n_steps > 0;
    cld_frame_free(&f);
    return is;
}

static void prove(struct ranges *s, const struct cld_node *n, struct cld_proven *p)
{
    struct cld_guarded g = {0};
    if (n->frozen || !describe(s->r, n, &g) || cld_is_proven(s->r, n))
        return;
    size_t condition = s->condition.size, known = s->n_known;
    bool all = true;
    for (size_t i = 0; i < g.n_steps && all; i++)
        all = step_within(s, &g, &g.steps[i]);
    if (!all) {
        forget(s, condition);
        s->n_known = known;
        return;
    }
    p->accesses = cld_grow(p->accesses, &p->room, p->count, sizeof *p->accesses);
    p->accesses[p->count++] = n;
}

static void prove_all(struct ranges *s, const struct cld_node *n, struct cld_proven *p)
{
    prove(s, n, p);
    for (const struct cld_node *c = n->first; c; c = c->next)
        prove_all(s, c, p);
}

bool cld_ranges_prove(struct cld_rewriter *r, const struct cld_node *region, bool for_group, struct cld_proven *p)
{
    struct ranges s = {.r = r, .region = region, .for_group = for_group};
    *p = (struct cld_proven){.outer = r->proven};
    if (r->guard->units)
        prove_all(&s, region, p);
    p->statements = s.statements;
    p->condition = s.condition.size ? s.condition.data : NULL;
    if (!p->condition)
        cld_text_free(&s.condition);
    free(s.known);
    return p->count > 0;
}

void cld_proven_free(struct cld_proven *p)
{
    free(p->accesses);
    free(p->condition);
    cld_text_free(&p->statements);
}

bool cld_is_proven(const struct cld_rewriter *r, const struct cld_node *access)
{
    for (const struct cld_proven *p = r->proven; p; p = p->outer)
        for (size_t i = 0; i < p->count; i++)
            if (p->accesses[i] == access)
                return true;
    return false;
}

static const struct cld_function *defined(const struct cld_rewriter *r, const char *name)
{
    for (size_t i = 0; i < r->functions->count; i++)
        if (r->functions->list[i].is_definition && strcmp(r->functions->list[i].name, name) == 0)
            return &r->functions->list[i];
    return NULL;
}

static bool waits(const struct cld_rewriter *r, const struct cld_node *n, unsigned depth)
{
    bool found = false;
    if (n->kind == CLD_NODE_CALL) {
        char *name;
        bool ours = cld_calls_program(r, n, &name);
        const struct cld_function *f = name && ours ? defined(r, name) : NULL;
        /* barriers, work-group and sub-group functions, async copies: all work-items come there, or none */
        found = !name || strstr(name, "barrier") || strstr(name, "work_group_") || strstr(name, "wait_group") ||
                strstr(name, "sub_group") || (ours && (!f || depth > 16 || waits(r, f->tree, depth + 1)));
        free(name);
    }
    for (const struct cld_node *c = n->first; c && !found; c = c->next)
        found = waits(r, c, depth);
    return found;
}

bool cld_has_barrier(const struct cld_rewriter *r, const struct cld_node *n)
{
    return waits(r, n, 0);
}
