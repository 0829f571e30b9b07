/* pass_bounds_arguments.c - the memory that the kernel's arguments came with. */
#include "instrument/pass_bounds.h"

#include "instrument/provenance.h"
#include "instrument/variables.h"

#include <stdlib.h>
#include <string.h>

bool cld_argument_has_bounds(const struct cld_rewriter *r, int i)
{
    CXCursor parameter = clang_Cursor_getArgument(r->function->cursor, (unsigned)i);
    CXString name = clang_getCursorSpelling(parameter);
    bool has = cld_variable_is_pointer(parameter) && *clang_getCString(name);
    clang_disposeString(name);
    return has;
}

/* The address that a parameter came with: of those that change there is a copy (provenance_call.c). */
static char *first_value(const struct cld_rewriter *r, int i)
{
    CXCursor parameter = clang_Cursor_getArgument(r->function->cursor, (unsigned)i);
    if (cld_variable_is_written(r->function->tree, parameter))
        return cld_printf("__cld_o%d", i);
    CXString name = clang_getCursorSpelling(parameter);
    char *text = cld_printf("(ulong)%s", clang_getCString(name));
    clang_disposeString(name);
    return text;
}

/* The bounds that a parameter came with. */
char *cld_argument_bounds(const struct cld_rewriter *r, int i)
{
    char *p = first_value(r, i);
    char *text = cld_printf(
        "(__cld_n%d == ~0UL ? __cld_find(__cld_ranges, %s) : __cld_mk(%s, %s + __cld_n%d))", i, p, p, p, i);
    free(p);
    return text;
}

/* "b.x == (ulong)a ? 1u : ... 0u": the argument + 1 whose memory begins there. */
char *cld_argument_of_bounds(const struct cld_rewriter *r, const char *bounds)
{
    struct cld_text t = {0};
    int n = clang_Cursor_getNumArguments(r->function->cursor);
    for (int i = 0; i < n; i++) {
        if (!cld_argument_has_bounds(r, i))
            continue;
        char *first = first_value(r, i);
        cld_text_format(&t, "%s.x == %s ? %du : ", bounds, first, i + 1);
        free(first);
    }
    cld_text_add(&t, "0u");
    return t.data;
}
