#include "instrument/ranges.h"

#include "instrument/access.h"
#include "instrument/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Least and greatest value: names of variables, or numbers. They are those of whole numbers, which the
 * program's own values equal modulo the width of their type; `exact`: are. Nothing is as great as 1 << bits.
 */
struct range {
    char low[32], high[32];
    unsigned bits;
    bool exact;
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
    bool narrowing; /* what is asked of a variable may be asked with others: not of them as well */
};

static bool find(struct ranges *s, const struct cld_node *n, struct range *out);

/* ---- texts
 * ---------------------------------------------------------------------------------------------------------
 */

static void require(struct ranges *s, const char *format, const char *a, const char *b)
{
    char *inner = cld_printf(format, a, b), *term = cld_printf("(%s)", inner);
    bool is_number = *a >= '0' && *a <= '9';
    bool known = is_number && strcmp(b, "0") == 0 && strstr(format, ">=");
    if (!known && (!s->condition.data || !strstr(s->condition.data, term)))
        cld_text_format(&s->condition, "%s%s", s->condition.size ? " & " : "", term);
    free(inner);
    free(term);
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

static void truth(struct ranges *s, struct range *out)
{
    make(s, out, "0L", "1L");
    out->bits = 1;
    out->exact = true;
}

/* What was tried in vain since. */
struct moment {
    size_t condition, known;
};

static struct moment now(const struct ranges *s)
{
    return (struct moment){s->condition.size, s->n_known};
}

static void forget(struct ranges *s, struct moment m)
{
    s->condition.size = m.condition;
    if (s->condition.data)
        s->condition.data[m.condition] = '\0';
    s->n_known = m.known;
}

static void number(struct range *out, long long i)
{
    snprintf(out->low, sizeof out->low, i < 0 ? "(%lldL)" : "%lldL", i);
    memcpy(out->high, out->low, sizeof out->high);
    out->exact = true;
    out->bits = 1;
    while (out->bits < 63 && (i < 0 ? -i : i) >> out->bits)
        out->bits++;
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
 * ---------------------------------------------------------------------------------------------------------
 */

struct integer {
    unsigned bits;
    bool is_signed;
};

static bool integer_of(CXType type, struct integer *i)
{
    static const struct {
        enum CXTypeKind kind;
        struct integer integer;
    } types[] = {{CXType_Bool, {1, false}},    {CXType_Char_S, {8, true}},  {CXType_SChar, {8, true}},
                 {CXType_Char_U, {8, false}},  {CXType_UChar, {8, false}},  {CXType_Short, {16, true}},
                 {CXType_UShort, {16, false}}, {CXType_Int, {32, true}},    {CXType_UInt, {32, false}},
                 {CXType_Long, {64, true}},    {CXType_ULong, {64, false}}, {CXType_Enum, {32, true}}};
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (types[k].kind == kind) {
            *i = types[k].integer;
            return true;
        }
    return false;
}

/* The value as the type holds it is the value. False: the type is none of an integer. */
static bool exactly(struct ranges *s, struct range *a, CXType type)
{
    struct integer t;
    if (!integer_of(type, &t))
        return false;
    if (a->exact)
        return true;
    char limit[32];
    if (!t.is_signed)
        require(s, "%s >= %s", a->low, "0");
    if (t.is_signed && t.bits < 64 && a->bits >= t.bits) {
        snprintf(limit, sizeof limit, "%ldL", -(1L << (t.bits - 1)));
        require(s, "%s >= %s", a->low, limit);
    }
    if (t.bits < 64 && a->bits >= t.bits) {
        snprintf(limit, sizeof limit, "%ldL", (1L << (t.bits - t.is_signed)) - 1);
        require(s, "%s <= %s", a->high, limit);
        a->bits = t.bits;
    }
    a->exact = true;
    return true;
}

/* Only what becomes wider must be exact before. */
static bool convert(struct ranges *s, struct range *a, CXType from, CXType to)
{
    struct integer f, t;
    if (!integer_of(from, &f) || !integer_of(to, &t) || t.bits == 1)
        return false;
    if (t.bits > f.bits && !exactly(s, a, from))
        return false;
    bool same = f.bits <= t.bits && f.is_signed == t.is_signed;
    a->exact = a->exact && (same || (t.bits > f.bits && t.is_signed));
    return true;
}

/* Whether a value of so many bits is exact in the type, whatever it is. */
static bool holds(CXType type, unsigned bits)
{
    struct integer t;
    return integer_of(type, &t) && t.is_signed && bits < t.bits;
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
    return n && n->kind == CLD_NODE_NAME &&
           clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
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
    struct range a, b, step = {"1", "1", 1, true};
    struct integer type;
    if (!integer_of(l->variable_type, &type) || type.bits < 32 || !find(s, l->first, &a) ||
        !find(s, l->last, &b) || (l->step && !find(s, l->step, &step)) ||
        !convert(s, &a, l->first->type, l->variable_type) || !exactly(s, &a, l->variable_type) ||
        !exactly(s, &b, l->last->type) || (l->step && !exactly(s, &step, l->step->type)))
        return false;
    out->exact = true;
    out->bits = a.bits > b.bits ? a.bits : b.bits;
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
 * ---------------------------------------------------------------------------------------------------------
 */

static bool from_initialiser(struct ranges *s, CXCursor variable, CXType type, struct range *out)
{
    const struct cld_node *d = declaration(s->r->function->tree, variable);
    if (!d || (!s->for_group && !contains(s->region, d)) ||
        is_written(s->r->function->tree, variable, false) || !d->last ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)))
        return false;
    return find(s, d->last, out) && convert(s, out, d->last->type, type);
}

/* The loop of the region whose body a name is in, and which counts it. */
static bool counting_loop(struct ranges *s, const struct cld_node *n, CXCursor variable, struct loop *l)
{
    for (const struct cld_node *p = n; p; p = p->parent) {
        if (p->kind == CLD_NODE_FOR && contains(s->region, p) && contains(p->last, n) &&
            read_loop(s, p, variable, l))
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
    if ((!parameter && (!d || contains(s->region, d))) ||
        is_written(s->for_group ? s->r->function->tree : s->region, variable, false) ||
        is_written(s->r->function->tree, variable, true) || clang_isVolatileQualifiedType(type))
        return false;
    CXString name = clang_getCursorSpelling(variable);
    char *text = cld_printf("(long)%s", clang_getCString(name));
    make(s, out, text, text);
    struct integer i = {0};
    integer_of(type, &i);
    out->exact = true;
    out->bits = i.bits == 64 ? 49 : i.bits;
    if (i.bits == 64) { /* sums of such values stay far from the end of long */
        require(s, "%s <= %s", out->high, "1L << 48");
        require(s, "%s >= %s", out->low,
                i.is_signed ? "-(1L << 48)" : "0"); /* as a long, the greatest are negative */
    }
    free(text);
    clang_disposeString(name);
    return true;
}

/* ---- what is asked before
 * ------------------------------------------------------------------------------------------ */

/* `a OP b` holds, where one side is the variable: its range can only be smaller. */
static void narrow_by(struct ranges *s, const struct cld_node *comparison, bool negated, CXCursor variable,
                      CXType type, struct range *out)
{
    const struct cld_node *c = cld_node_strip(comparison);
    struct integer own, other;
    struct range limit;
    struct moment m = now(s);
    if (c->kind != CLD_NODE_BINARY || !c->first || c->first == c->last)
        return;
    bool less = has_operator(s, c, "<"), less_equal = has_operator(s, c, "<=");
    bool more = has_operator(s, c, ">"), more_equal = has_operator(s, c, ">=");
    bool left = refers(c->first, variable), right = refers(c->last, variable);
    const struct cld_node *side = left ? c->last : c->first;
    if (left == right || (!less && !less_equal && !more && !more_equal) || !integer_of(type, &own) ||
        !integer_of(side->type, &other))
        return;
    /* compared as unsigned, a negative number is a great one */
    if (own.is_signed != other.is_signed || !find(s, side, &limit) || !exactly(s, &limit, side->type) ||
        !exactly(s, out, type)) { /* it is the program's value that was compared */
        forget(s, m);
        return;
    }
    bool upper = (less || less_equal) == left, including = less_equal || more_equal;
    if (negated) { /* !(x < y): x >= y */
        upper = !upper;
        including = !including;
    }
    char *low = upper ? cld_copy(out->low, strlen(out->low))
                      : cld_printf("max(%s, %s%s)", out->low, limit.low, including ? "" : " + 1");
    char *high = upper ? cld_printf("min(%s, %s%s)", out->high, limit.high, including ? "" : " - 1")
                       : cld_copy(out->high, strlen(out->high));
    unsigned bits = out->bits;
    make(s, out, low, high);
    out->bits = bits > limit.bits ? bits : limit.bits;
    out->exact = true;
    free(low);
    free(high);
}

/* All parts of a && b hold; or, negated, none of a || b does. */
static void narrow(struct ranges *s, const struct cld_node *condition, bool negated, CXCursor variable,
                   CXType type, struct range *out)
{
    const struct cld_node *c = cld_node_strip(condition);
    if (c->kind == CLD_NODE_LOGICAL) {
        if (!has_operator(s, c, negated ? "||" : "&&"))
            return;
        narrow(s, c->first, negated, variable, type, out);
        narrow(s, c->last, negated, variable, type, out);
    } else {
        narrow_by(s, c, negated, variable, type, out);
    }
}

/* Ends the block that it is in. */
static bool leaves(const struct cld_node *n)
{
    enum CXCursorKind kind = clang_getCursorKind(n->cursor);
    if (n->kind == CLD_NODE_BLOCK)
        return n->last && leaves(n->last);
    return n->kind == CLD_NODE_RETURN || kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt;
}

/* A switch may jump into it, past what was asked. */
static bool has_case(const struct cld_node *n)
{
    enum CXCursorKind kind =
        n->kind == CLD_NODE_LEAF ? CXCursor_UnexposedExpr : clang_getCursorKind(n->cursor);
    bool has = kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    for (const struct cld_node *c = n->first; c && !has; c = c->next)
        has = has_case(c);
    return has;
}

static bool may_be_jumped_to(const struct cld_node *first, const struct cld_node *last)
{
    for (const struct cld_node *n = first; n; n = n->next) {
        if (has_case(n))
            return true;
        if (n == last)
            break;
    }
    return false;
}

/* What the program asks of the variable before it comes to `n`; a condition that it has left behind must
 * still hold. */
static void narrow_all(struct ranges *s, const struct cld_node *n, CXCursor variable, CXType type,
                       struct range *out)
{
    if (s->narrowing)
        return;
    s->narrowing = true;
    for (const struct cld_node *c = n, *p = n->parent; p && c != s->region; c = p, p = p->parent) {
        if (p->kind == CLD_NODE_IF && c != p->first && !has_case(c))
            narrow(s, p->first, c != cld_node_child(p, 1), variable, type, out);
        if (p->kind == CLD_NODE_LOGICAL && c == p->last && has_operator(s, p, "&&"))
            narrow(s, p->first, false, variable, type, out);
        if (p->kind == CLD_NODE_CONDITIONAL && cld_node_child(p, 2) && c != p->first)
            narrow(s, p->first, c == p->last, variable, type, out);
        for (const struct cld_node *b = p->first; p->kind == CLD_NODE_BLOCK && b && b != c; b = b->next)
            if (b->kind == CLD_NODE_IF && !cld_node_child(b, 2) && leaves(b->last) &&
                !may_be_jumped_to(b->next, c))
                narrow(s, b->first, true, variable, type, out);
    }
    s->narrowing = false;
}

static bool find_name(struct ranges *s, const struct cld_node *n, struct range *out)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    CXType type = clang_getCursorType(variable);
    struct integer i;
    enum CXCursorKind kind = clang_getCursorKind(variable);
    if (kind == CXCursor_EnumConstantDecl) {
        number(out, clang_getEnumConstantDeclValue(variable));
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
            narrow_all(s, n, variable, type, out);
            return true;
        }
    /* Not outside() for the group: only parameters are the same for all, and they have no declaration. */
    bool found = counts
                     ? count(s, &l, out)
                     : from_initialiser(s, variable, type, out) ||
                           ((!s->for_group || kind == CXCursor_ParmDecl) && outside(s, variable, type, out));
    if (found) {
        s->known = cld_grow(s->known, &s->known_room, s->n_known, sizeof *s->known);
        s->known[s->n_known++] = (struct known){variable, l.node, *out};
        narrow_all(s, n, variable, type, out);
    }
    return found;
}

/* ---- operations
 * ------------------------------------------------------------------------------------------------------ */

static void small(struct ranges *s, struct range *a)
{
    require(s, "%s >= %s", a->low, "0");
    if (a->bits > 31)
        require(s, "%s < %s", a->high, "1L << 31");
    a->bits = a->bits > 31 ? 31 : a->bits;
}

static bool multiply(struct ranges *s, struct range *a, struct range *b, CXType type, struct range *out)
{
    struct integer t;
    require(s, "%s >= %s", a->low, "0");
    require(s, "%s >= %s", b->low, "0");
    if (integer_of(type, &t) && t.is_signed && t.bits == 32) { /* of what is exact, and not negative */
        a->bits = a->exact && a->bits > 31 ? 31 : a->bits;
        b->bits = b->exact && b->bits > 31 ? 31 : b->bits;
    }
    if (a->bits + b->bits > 62)
        small(s, a->bits > b->bits ? a : b);
    if (a->bits + b->bits > 62)
        small(s, a->bits > b->bits ? a : b);
    make_of(s, out, "%s * %s", a, b);
    out->bits = a->bits + b->bits;
    out->exact = a->exact && b->exact && holds(type, out->bits);
    return true;
}

static bool divide(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    require(s, "%s >= %s", a->low, "0");
    require(s, "%s >= %s", b->low, "1");
    char *low = cld_printf("%s / max(%s, 1L)", a->low, b->high),
         *high = cld_printf("%s / max(%s, 1L)", a->high, b->low);
    make(s, out, low, high);
    out->bits = a->bits;
    out->exact = true;
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
    out->bits = b->bits;
    out->exact = true;
    free(high);
    return true;
}

static bool shift(struct ranges *s, struct range *a, const struct range *b, bool left, CXType type,
                  struct range *out)
{
    require(s, "%s >= %s", b->low, "0");
    require(s, "%s <= %s", b->high, left ? "16" : "31");
    small(s, a);
    char *low = cld_printf(left ? "%s << (%s & 31)" : "%s >> (%s & 31)", a->low, left ? b->low : b->high);
    char *high = cld_printf(left ? "%s << (%s & 31)" : "%s >> (%s & 31)", a->high, left ? b->high : b->low);
    make(s, out, low, high);
    out->bits = left ? a->bits + 16 : a->bits;
    out->exact = a->exact && (!left || holds(type, out->bits));
    free(low);
    free(high);
    return true;
}

/* Of | and ^: no bit above the highest of both. */
static bool mix(struct ranges *s, const struct range *a, const struct range *b, struct range *out)
{
    require(s, "%s >= %s", a->low, "0");
    require(s, "%s >= %s", b->low, "0");
    char *high = cld_printf("__cld_ones(%s | %s)", a->high, b->high);
    cld_rewriter_helper(
        s->r, "__cld_ones",
        "CLD_FN long __cld_ones(long x)\n{\n    x |= x >> 1;\n    x |= x >> 2;\n    x |= x >> 4;\n"
        "    x |= x >> 8;\n    x |= x >> 16;\n    return x | x >> 32;\n}\n");
    make(s, out, "0L", high);
    out->bits = a->bits > b->bits ? a->bits : b->bits;
    out->exact = true;
    free(high);
    return true;
}

/* Both operands as the type of the result; exact, where the operation is none of the ring. */
static bool both(struct ranges *s, const struct cld_node *n, bool exact, struct range *a, struct range *b)
{
    return find(s, n->first, a) && convert(s, a, n->first->type, n->type) && find(s, n->last, b) &&
           convert(s, b, n->last->type, n->type) &&
           (!exact || (exactly(s, a, n->type) && exactly(s, b, n->type)));
}

static bool shifted(struct ranges *s, const struct cld_node *n, bool left, struct range *a, struct range *b)
{
    return find(s, n->first, a) && convert(s, a, n->first->type, n->type) &&
           (left || exactly(s, a, n->type)) && find(s, n->last, b) && exactly(s, b, n->last->type);
}

static bool masked(struct ranges *s, const struct cld_node *n, struct range *out)
{
    struct range mask;
    struct moment m = now(s);
    /* one of both is enough, if it is not negative */
    bool found =
        find(s, n->last, &mask) && convert(s, &mask, n->last->type, n->type) && exactly(s, &mask, n->type);
    if (!found) {
        forget(s, m);
        found = find(s, n->first, &mask) && convert(s, &mask, n->first->type, n->type) &&
                exactly(s, &mask, n->type);
    }
    if (!found)
        return false;
    require(s, "%s >= %s", mask.low, "0");
    make(s, out, "0L", mask.high);
    out->bits = mask.bits;
    out->exact = true;
    return true;
}

static bool modulo(struct ranges *s, const struct cld_node *n, bool is_signed, struct range *out)
{
    struct range a, b;
    struct moment m = now(s);
    if (both(s, n, true, &a, &b))
        return remainder_of(s, &a, &b, out);
    forget(s, m);
    return !is_signed && find(s, n->last, &b) && convert(s, &b, n->last->type, n->type) &&
           exactly(s, &b, n->type) && remainder_of(s, NULL, &b, out); /* of whatever */
}

/* Sums must not overflow a long: what could is taken for no index. */
static void shrink(struct ranges *s, struct range *a)
{
    if (a->bits <= 62)
        return;
    require(s, "%s < %s", a->high, "1L << 48");
    require(s, "%s >= %s", a->low, "-(1L << 48)");
    a->bits = 49;
}

static bool add_up(struct ranges *s, const struct cld_node *n, bool minus, struct range *out)
{
    struct range a, b;
    if (!both(s, n, false, &a, &b))
        return false;
    shrink(s, &a);
    shrink(s, &b);
    if (minus) {
        struct range turned = b;
        memcpy(turned.low, b.high, sizeof turned.low);
        memcpy(turned.high, b.low, sizeof turned.high);
        make_of(s, out, "%s - %s", &a, &turned);
    } else {
        make_of(s, out, "%s + %s", &a, &b);
    }
    out->bits = (a.bits > b.bits ? a.bits : b.bits) + 1;
    out->exact = a.exact && b.exact && holds(n->type, out->bits);
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
            truth(s, out);
            return true;
        }
    if (type.bits < 32)
        return false;
    if (has_operator(s, n, "+") || has_operator(s, n, "-"))
        return add_up(s, n, has_operator(s, n, "-"), out);
    if (has_operator(s, n, "*"))
        return both(s, n, false, &a, &b) && multiply(s, &a, &b, n->type, out);
    if (has_operator(s, n, "/"))
        return both(s, n, true, &a, &b) && divide(s, &a, &b, out);
    if (has_operator(s, n, "%"))
        return modulo(s, n, type.is_signed, out);
    if (has_operator(s, n, "<<") || has_operator(s, n, ">>")) {
        bool left = has_operator(s, n, "<<");
        return shifted(s, n, left, &a, &b) && shift(s, &a, &b, left, n->type, out);
    }
    if (has_operator(s, n, "&"))
        return masked(s, n, out);
    return (has_operator(s, n, "|") || has_operator(s, n, "^")) && both(s, n, true, &a, &b) &&
           mix(s, &a, &b, out);
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
    out->bits = a.bits > b.bits ? a.bits : b.bits;
    out->exact = a.exact && b.exact;
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
    long long i =
        value && clang_EvalResult_getKind(value) == CXEval_Int ? clang_EvalResult_getAsLongLong(value) : -1;
    clang_EvalResult_dispose(value);
    if (i < 0 || i > 2)
        return false;
    snprintf(d, 4, "%lld", i);
    return true;
}

static bool find_id(struct ranges *s, const struct cld_node *n, const char *name, struct range *out)
{
    static const char *const uniform[] = {"get_group_id",   "get_num_groups",    "get_global_size",
                                          "get_local_size", "get_global_offset", "get_enqueued_local_size"};
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
        high =
            cld_printf("(long)(get_global_offset(%s) + get_group_id(%s) * %s(%s) + get_local_size(%s)) - 1",
                       d, d, size, d, d);
    } else {
        return false;
    }
    make(s, out, low, high ? high : low);
    out->bits = 49; /* of what devices can launch */
    out->exact = true;
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
        if (!arguments[i] || !find(s, arguments[i], &a[i]) ||
            !convert(s, &a[i], arguments[i]->type, n->type) || !exactly(s, &a[i], n->type))
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
    out->exact = true;
    out->bits = a[0].bits > a[1].bits ? a[0].bits : a[1].bits;
    out->bits = is_clamp && a[2].bits > out->bits ? a[2].bits : out->bits;
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
    number(out, found ? i : 0);
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
        truth(s, out);
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
            out->bits = a.bits;
            out->exact = a.exact && holds(n->type, a.bits);
            free(low);
            free(high);
        }
        return true;
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
    struct range i = {"0L", "0L", 1, true};
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
    struct moment m = now(s);
    bool all = true;
    for (size_t i = 0; i < g.n_steps && all; i++)
        all = step_within(s, &g, &g.steps[i]);
    if (!all) {
        forget(s, m);
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

bool cld_ranges_prove(struct cld_rewriter *r, const struct cld_node *region, bool for_group,
                      struct cld_proven *p)
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
        found = !name || strstr(name, "barrier") || strstr(name, "work_group_") ||
                strstr(name, "wait_group") || strstr(name, "sub_group") ||
                (ours && (!f || depth > 16 || waits(r, f->tree, depth + 1)));
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
