#include "instrument/kernel_local.h"

#include <stdlib.h>
#include <string.h>

static bool calls(const struct cld_rewriter *r, const struct cld_node *n, const char *function)
{
    bool found = false;
    if (n->kind == CLD_NODE_CALL) {
        char *name;
        found = cld_calls_program(r, n, &name) && strcmp(name, function) == 0;
        free(name);
    }
    for (const struct cld_node *c = n->first; c && !found; c = c->next)
        found = calls(r, c, function);
    return found;
}

bool cld_kernel_is_called(const struct cld_rewriter *r, const char *kernel)
{
    for (size_t i = 0; i < r->functions->count; i++)
        if (r->functions->list[i].is_definition && calls(r, r->functions->list[i].tree, kernel))
            return true;
    return false;
}

/* Of the variables in local memory of a kernel. */
static long long local_bytes(const struct cld_node *n)
{
    long long sum = 0;
    if (n->kind == CLD_NODE_VARIABLE && cld_type_space(n->type) == CLD_SPACE_LOCAL)
        sum = clang_Type_getSizeOf(clang_getCanonicalType(clang_getCursorType(n->cursor)));
    for (const struct cld_node *c = n->first; c; c = c->next)
        sum += local_bytes(c);
    return sum;
}

/* Devices have it in units of 1,024 bytes, and at least 16 of these. */
bool cld_kernel_has_room(const struct cld_function *kernel, long long bytes)
{
    const long long unit = 1024, least = 16 * unit;
    long long own = local_bytes(kernel->tree);
    return own + bytes <= least || (own + unit - 1) / unit == (own + bytes + unit - 1) / unit;
}
