/* follow_name.c - the values of variables and enumerators. */
#include "instrument/follow.h"
#include "instrument/variables.h"

#include <stdlib.h>

/* The loop of the region whose body a name is in, and which counts it. */
static bool counting_loop(const struct cld_following *s, const struct cld_node *n, CXCursor variable,
                          struct cld_counter *c)
{
    for (const struct cld_node *p = n; p; p = p->parent) {
        if (p->kind == CLD_NODE_FOR && cld_node_is_within(p, s->region) && cld_node_is_within(n, p->last) &&
            cld_counter_read(s->r, p, variable, c))
            return true;
        if (p == s->region)
            break;
    }
    return false;
}

/* A variable that is given its only value where it is declared: in the region, or anywhere for the group. */
static bool follow_initialiser(struct cld_following *s, CXCursor variable, CXType type,
                               struct cld_interval *out)
{
    const struct cld_node *d = cld_variable_declaration(s->r->function->tree, variable);
    if (!d || (!s->for_group && !cld_node_is_within(d, s->region)) ||
        cld_variable_is_written(s->r->function->tree, variable) || !d->last ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)))
        return false;
    return cld_follow_as(s, d->last, type, out);
}

bool cld_follow_is_outside(const struct cld_following *s, CXCursor variable, CXType type)
{
    const struct cld_node *function = s->r->function->tree;
    if (clang_getCursorKind(variable) != CXCursor_ParmDecl) {
        const struct cld_node *d = cld_variable_declaration(function, variable);
        if (!d || cld_node_is_within(d, s->region))
            return false;
    }
    return !cld_variable_is_written(s->for_group ? function : s->region, variable) &&
           !cld_variable_has_pointer(function, variable) && !clang_isVolatileQualifiedType(type);
}

void cld_follow_any_value(struct cld_following *s, struct cld_integer type, struct cld_interval *out)
{
    out->exact = true;
    out->bits = type.bits == 64 ? 49 : type.bits;
    if (type.bits == 64) { /* sums of such values stay far from the end of long */
        cld_premises_require(&s->premises, out->high, "<=", "1L << 48");
        cld_premises_require(&s->premises, out->low, ">=",
                             type.is_signed ? "-(1L << 48)" : "0"); /* as a long, the greatest are negative */
    }
}

static bool follow_outside(struct cld_following *s, CXCursor variable, CXType type, struct cld_interval *out)
{
    struct cld_integer i;
    if (!cld_follow_is_outside(s, variable, type) || !cld_integer_of(type, &i))
        return false;
    CXString name = clang_getCursorSpelling(variable);
    char *text = cld_printf("(long)%s", clang_getCString(name));
    cld_interval_make(&s->premises, out, text, text);
    cld_follow_any_value(s, i, out);
    free(text);
    clang_disposeString(name);
    return true;
}

static bool recall(const struct cld_following *s, CXCursor variable, const struct cld_node *loop,
                   struct cld_interval *out)
{
    for (size_t k = 0; k < s->n_known; k++)
        if (clang_equalCursors(s->known[k].variable, variable) && s->known[k].loop == loop) {
            *out = s->known[k].interval;
            return true;
        }
    return false;
}

static void remember(struct cld_following *s, CXCursor variable, const struct cld_node *loop,
                     const struct cld_interval *interval)
{
    s->known = cld_grow(s->known, &s->known_room, s->n_known, sizeof *s->known);
    s->known[s->n_known++] = (struct cld_followed){variable, loop, *interval};
}

/* A private variable of the function, of an integer type. */
static bool is_followed(CXCursor variable, CXType type)
{
    enum CXCursorKind kind = clang_getCursorKind(variable);
    struct cld_integer i;
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && cld_integer_of(type, &i) &&
           cld_type_space(type) == CLD_SPACE_PRIVATE &&
           clang_getCursorKind(clang_getCursorSemanticParent(variable)) != CXCursor_TranslationUnit;
}

bool cld_follow_name(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    CXType type = clang_getCursorType(variable);
    enum CXCursorKind kind = clang_getCursorKind(variable);
    struct cld_counter c = {0};
    if (kind == CXCursor_EnumConstantDecl) {
        cld_interval_number(out, clang_getEnumConstantDeclValue(variable));
        return true;
    }
    if (!is_followed(variable, type))
        return false;
    bool counts = counting_loop(s, n, variable, &c), found = recall(s, variable, c.loop, out);
    if (!found) {
        /* Of what is outside, only parameters are the same for all of a group. */
        bool same = !s->for_group || kind == CXCursor_ParmDecl;
        found = counts ? cld_follow_counter(s, &c, out)
                       : follow_initialiser(s, variable, type, out) ||
                             (same && follow_outside(s, variable, type, out));
        if (found)
            remember(s, variable, c.loop, out);
    }
    if (found)
        cld_narrow(s, n, counts ? c.loop : s->region, variable, type, out);
    return found;
}
