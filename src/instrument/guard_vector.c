/* guard_vector.c - accesses to some components of a vector. */
#include "instrument/guard.h"

#include <stdlib.h>
#include <string.h>

/* Of v.xz and the like: the first component and how many from there to the last. */
static bool components(const struct cld_rewriter *r, const struct cld_node *swizzle, unsigned width,
                       unsigned *first, unsigned *count)
{
    static const char *const letters[] = {"xyzw", "rgba"};
    const char *text = r->unit->text + swizzle->end;
    size_t length = 0;
    while (length < 17 && strchr("xyzwrgbasSABCDEFabcdef0123456789", text[-1 - (int)length]))
        length++;
    unsigned low = width, high = 0;
    text -= length;
    bool numbered = length > 1 && (*text == 's' || *text == 'S');
    for (size_t i = numbered; i < length; i++) {
        unsigned c = width;
        for (unsigned k = 0; k < 2 && !numbered; k++) {
            const char *at = strchr(letters[k], text[i]);
            c = at ? (unsigned)(at - letters[k]) : c;
        }
        if (numbered) {
            char digit[2] = {text[i], '\0'}, *end;
            c = (unsigned)strtoul(digit, &end, 16);
            c = *end ? width : c;
        }
        if (c >= width)
            return false; /* hi, lo, odd, even */
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    *first = low;
    *count = high - low + 1;
    return length > numbered;
}

/* What of a vector is touched: the components that are named, and not the fourth of three. */
void cld_guard_components(const struct cld_rewriter *r, struct cld_guarded *g, char **address, char **size)
{
    const struct cld_node *n = g->access.node, *parent = n->parent;
    if (cld_type_kind(n->type) != CXType_Vector)
        return;
    CXType canonical = clang_getCanonicalType(n->type);
    unsigned width = (unsigned)clang_getNumElements(canonical), first = 0, count = width;
    long long bytes = clang_Type_getSizeOf(clang_getElementType(canonical));
    while (parent && parent->kind == CLD_NODE_PAREN)
        parent = parent->parent;
    bool part = parent && parent->kind == CLD_NODE_SWIZZLE && components(r, parent, width, &first, &count);
    if ((!part && width != 3) || bytes <= 0)
        return;
    char *exact = cld_printf("(%s + %lldUL)", *address, first * bytes);
    free(*address);
    free(*size);
    *address = exact;
    *size = cld_printf("%lldUL", count * bytes);
    g->partial = count * bytes;
}
