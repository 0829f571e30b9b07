/* pass_bounds_kernel.c - what a kernel declares at its start, and tells at its end. */
#include "instrument/pass_bounds.h"

#include <stdlib.h>
#include <string.h>

/* The state is there only for who calls functions of the program. */
static bool calls_functions(const struct cld_rewriter *r, const struct cld_node *n)
{
    char *name;
    bool calls = n->kind == CLD_NODE_CALL && cld_calls_program(r, n, &name);
    if (n->kind == CLD_NODE_CALL)
        free(name);
    for (const struct cld_node *c = n->first; c && !calls; c = c->next)
        calls = calls_functions(r, c);
    return calls;
}

void cld_pass_bounds_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    if (!f->is_kernel)
        return;
    cld_text_add(text,
                 " uint __cld_bad = 0; ulong __cld_told = 0; __cld_span __cld_last_b = __cld_mk(0, 0);");
    if (r->keeps_misses)
        cld_text_add(text, " uint __cld_mask = 0, __cld_last = 0; ulong __cld_last_at = 0;");
    cld_own_declare(r, text);
    if (calls_functions(r, f->tree))
        cld_text_add(text, " __cld_st.one.site = __cld_st.last.site = __cld_st.bad = 0;");
}

/* The last of the others in full, and that the rest of them missed. */
static void tell_last(struct cld_rewriter *r, struct cld_text *text)
{
    int n = clang_Cursor_getNumArguments(r->function->cursor);
    char *argument = cld_argument_of_bounds(r, "__cld_last_b");
    cld_text_add(text, " if (__cld_last) { __cld_tell(__cld_log, __cld_key, __cld_last, __cld_last_at, ");
    for (int i = 0; i < n; i++)
        if (cld_argument_has_bounds(r, i)) {
            char *span = cld_argument_bounds(r, i);
            cld_text_format(text, "__cld_units[__cld_last - 1].argument == %du ? %s : ", i + 1, span);
            free(span);
        }
    cld_text_format(text, "__cld_last_b, %s);", argument);
    cld_text_format(text, " __cld_also(__cld_log, __cld_key, __cld_mask, __cld_last, %uu, %uu); }",
                    r->first_site, (unsigned)r->sites->count + 1);
    free(argument);
}

/* What the kernel itself kept. */
static void tell_kept(struct cld_rewriter *r, struct cld_text *text)
{
    cld_text_add(text, r->keeps_last ? " if (__cld_mask | __cld_last) {" : " if (__cld_mask) {");
    cld_own_tell(r, text);
    if (r->keeps_last)
        tell_last(r, text);
    cld_text_add(text, " }");
}

/* What the functions that it called have kept. */
static void tell_state(struct cld_rewriter *r, const char *which, struct cld_text *text)
{
    char *bounds = cld_printf("__cld_st.%s.bounds", which), *argument = cld_argument_of_bounds(r, bounds);
    cld_text_format(text, " __cld_tell(__cld_log, __cld_key, __cld_st.%s.site, __cld_st.%s.at, %s, %s);",
                    which, which, bounds, argument);
    free(bounds);
    free(argument);
}

void cld_pass_bounds_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    if (!f->is_kernel)
        return;
    bool calls = calls_functions(r, f->tree);
    if (r->keeps_misses)
        tell_kept(r, text);
    if (calls) {
        cld_text_add(text, " if (__cld_st.last.site) {");
        tell_state(r, "last", text);
        cld_text_add(text, " if (__cld_st.one.site != __cld_st.last.site)");
        tell_state(r, "one", text);
        cld_text_add(text, " }");
    }
    if (r->counts_misses || calls)
        cld_text_format(text,
                        " if (__cld_bad%s >= 65536u) atomic_inc((volatile __global uint *)&__cld_log[1]);",
                        calls ? " + __cld_st.bad" : "");
}
