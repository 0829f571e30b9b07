/* pass_bounds_units.c - how many elements there are behind a parameter: the host counts them. */
#include "instrument/pass_bounds.h"

#include "instrument/provenance.h"
#include "instrument/variables.h"

#include <stdlib.h>
#include <string.h>

int cld_parameter_of(const struct cld_rewriter *r, const struct cld_node *pointer)
{
    const struct cld_node *n = cld_node_strip(pointer);
    while (n->kind == CLD_NODE_CAST && n->last && cld_node_is_pointer(n->last))
        n = cld_node_strip(n->last);
    if (n->kind != CLD_NODE_NAME || !r->function->is_kernel)
        return -1;
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    int count = clang_Cursor_getNumArguments(r->function->cursor);
    for (int i = 0; i < count; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(r->function->cursor, (unsigned)i), variable))
            return cld_variable_is_written(r->function->tree, variable) ? -1 : i;
    return -1;
}

char *cld_parameter_units(struct cld_rewriter *r, int parameter, long long bytes)
{
    if (bytes == cld_provenance_unit(r, r->function->cursor, parameter))
        return cld_printf("__cld_c%d", parameter);
    struct cld_text *d = &r->provenance->declarations;
    char *name = cld_printf("__cld_c%d_%lld", parameter, bytes);
    char *declaration = cld_printf(" const ulong %s =", name);
    if (!d->data || !strstr(d->data, declaration))
        cld_text_format(d, "%s __cld_n%d == ~0UL ? ~0UL : __cld_n%d / %lldUL;", declaration, parameter,
                        parameter, bytes);
    free(declaration);
    return name;
}

bool cld_is_int_index(const struct cld_rewriter *r, const struct cld_step *s, int parameter, long long bytes)
{
    if (bytes != cld_provenance_unit(r, r->function->cursor, parameter))
        return false;
    if (!s->index)
        return true;
    switch (clang_getCanonicalType(cld_node_strip(s->index)->type).kind) {
    case CXType_Bool:
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_UChar:
    case CXType_Short:
    case CXType_UShort:
    case CXType_Int:
    case CXType_Enum:
        return true;
    default:
        return false;
    }
}

static bool is_32_bits(const struct cld_step *s)
{
    return s->index && clang_Type_getSizeOf(clang_getCanonicalType(cld_node_strip(s->index)->type)) <= 4;
}

long long cld_step_bytes(const struct cld_step *s, const struct cld_guarded *g)
{
    CXType type = clang_getCanonicalType(cld_node_strip(s->base)->type);
    long long size = clang_Type_getSizeOf(type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                                      : clang_getArrayElementType(type));
    return g->count ? size * g->count : size;
}

static char *parameter_limit(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    int parameter = g->scale == g->count ? cld_parameter_of(r, s->base) : -1;
    long long bytes = cld_step_bytes(s, g);
    if (parameter < 0 || bytes <= 0)
        return NULL;
    if (cld_is_int_index(r, s, parameter, bytes))
        return cld_printf("(long)__cld_i%d", parameter);
    char *name = cld_parameter_units(r, parameter, bytes);
    char *text = cld_printf("(long)min(%s, 1UL << %d)", name, is_32_bits(s) ? 31 : 62);
    free(name);
    return text;
}

char *cld_pass_bounds_units(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    char *mask = NULL;
    if (s->size >= 0)
        return cld_printf("%lldL", s->size);
    char *limit = cld_alignment_units(r, g, s, &mask) ? parameter_limit(r, g, s) : NULL;
    if (limit && mask) { /* of memory that is not aligned nothing is within */
        char *both = cld_printf("(%s & %s)", limit, mask);
        free(limit);
        limit = both;
    }
    free(mask);
    return limit;
}
