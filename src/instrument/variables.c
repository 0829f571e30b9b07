#include "instrument/variables.h"

static bool names(const struct cld_node *n, CXCursor variable)
{
    return n->kind == CLD_NODE_NAME && clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
}

static bool writes(const struct cld_node *n, CXCursor variable)
{
    return n->kind == CLD_NODE_NAME && n->use != CLD_USE_READ && n->use != CLD_USE_NONE && names(n, variable);
}

unsigned cld_variable_writes(const struct cld_node *n, CXCursor variable)
{
    unsigned count = writes(n, variable);
    for (const struct cld_node *c = n->first; c; c = c->next)
        count += cld_variable_writes(c, variable);
    return count;
}

bool cld_variable_is_written(const struct cld_node *n, CXCursor variable)
{
    bool is = writes(n, variable);
    for (const struct cld_node *c = n->first; c && !is; c = c->next)
        is = cld_variable_is_written(c, variable);
    return is;
}

bool cld_variable_has_pointer(const struct cld_node *n, CXCursor variable)
{
    bool has = n->use == CLD_USE_ADDRESS && names(n, variable);
    for (const struct cld_node *c = n->first; c && !has; c = c->next)
        has = cld_variable_has_pointer(c, variable);
    return has;
}

bool cld_variable_is_here(const struct cld_node *n, CXCursor variable)
{
    n = cld_node_strip(n);
    return n && names(n, variable);
}

const struct cld_node *cld_variable_declaration(const struct cld_node *n, CXCursor variable)
{
    if (n->kind == CLD_NODE_VARIABLE && clang_equalCursors(n->cursor, variable))
        return n;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        const struct cld_node *found = cld_variable_declaration(c, variable);
        if (found)
            return found;
    }
    return NULL;
}
