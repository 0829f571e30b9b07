/* pass_bounds_kernel.c - what a kernel declares at its start, and tells at its end. */
#include "instrument/pass_bounds.h"

#include "instrument/async.h"

#include <stdlib.h>
#include <string.h>

bool cld_calls_functions(const struct cld_rewriter *r, const struct cld_node *n)
{
    char *name;
    bool calls = n->kind == CLD_NODE_CALL && cld_calls_program(r, n, &name);
    if (n->kind == CLD_NODE_CALL)
        free(name);
    for (const struct cld_node *c = n->first; c && !calls; c = c->next)
        calls = cld_calls_functions(r, c);
    return calls;
}

char *cld_pass_bounds_mask(unsigned word)
{
    return word ? cld_printf("__cld_mask%u", word) : cld_copy("__cld_mask", strlen("__cld_mask"));
}

static unsigned masks(const struct cld_rewriter *r)
{
    return (r->kept_bits + 31) / 32;
}

static void declare_kept(const struct cld_rewriter *r, struct cld_text *text)
{
    cld_text_add(text, " uint __cld_last = 0; ulong __cld_last_at = 0;");
    for (unsigned i = 0; i < masks(r); i++) {
        char *mask = cld_pass_bounds_mask(i);
        cld_text_format(text, " uint %s = 0;", mask);
        free(mask);
    }
}

void cld_pass_bounds_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    if (!f->is_kernel)
        return;
    cld_text_add(text, r->counts_misses ? " uint __cld_bad = 0;" : "");
    cld_text_add(text, r->tells_once ? " ulong __cld_told = 0;" : "");
    if (r->kept_bits)
        declare_kept(r, text);
    cld_text_add(text, r->keeps_bounds ? " __cld_span __cld_last_b = __cld_mk(0, 0);" : "");
    if (cld_calls_functions(r, f->tree))
        cld_text_add(text, " __cld_st.one.site = __cld_st.last.site = __cld_st.bad = 0;");
    cld_async_start(r, f, text);
}

static void tell_last(struct cld_rewriter *r, struct cld_text *text)
{
    int n = clang_Cursor_getNumArguments(r->function->cursor);
    if (r->keeps_bounds) {
        char *argument = cld_argument_of_bounds(r, "__cld_last_b");
        cld_text_format(text,
                        "!__cld_units[__cld_last - 1].unit ? __cld_tell_address(__cld_log, __cld_key, "
                        "__cld_last, __cld_last_at, __cld_last_b, %s) : ",
                        argument);
        free(argument);
    }
    cld_text_add(text, "__cld_tell_index(__cld_log, __cld_key, __cld_last, __cld_last_at, ");
    for (int i = 0; i < n; i++)
        if (cld_argument_has_bounds(r, i))
            cld_text_format(text, "__cld_units[__cld_last - 1].argument == %du ? __cld_n%d : ", i + 1, i);
    cld_text_add(text, "0)");
}

/* The last in full, and that the others missed. */
static void tell_kept(struct cld_rewriter *r, struct cld_kept_mark since, bool again, struct cld_text *text)
{
    cld_text_add(text, "(__cld_last ? ((");
    tell_last(r, text);
    cld_text_add(text, ")");
    for (unsigned i = since.bits / 32; i < masks(r); i++) {
        char *mask = cld_pass_bounds_mask(i);
        cld_text_format(text, ", __cld_also(__cld_log, __cld_key, %s, %uu, __cld_last, %uu, %uu)", mask, i,
                        (unsigned)since.sites + 1, (unsigned)r->sites->count + 1);
        if (again)
            cld_text_format(text, ", %s = 0", mask);
        free(mask);
    }
    cld_text_format(text, "%s, (void)0) : (void)0)", again ? ", __cld_last = 0" : "");
}

void cld_pass_bounds_tell(struct cld_rewriter *r, struct cld_kept_mark since, struct cld_text *text)
{
    tell_kept(r, since, true, text);
}

/* What the functions that it called have kept. */
static void tell_state(struct cld_rewriter *r, const char *which, struct cld_text *text)
{
    char *bounds = cld_printf("__cld_st.%s.bounds", which), *argument = cld_argument_of_bounds(r, bounds);
    cld_text_format(text, " __cld_tell_kept(__cld_log, __cld_key, &__cld_st.%s, %s);", which, argument);
    free(bounds);
    free(argument);
}

void cld_pass_bounds_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    if (!f->is_kernel)
        return;
    bool calls = cld_calls_functions(r, f->tree);
    cld_async_end(r, f, text);
    if (r->kept_bits) {
        cld_text_add(text, " ");
        tell_kept(r, (struct cld_kept_mark){0, r->first_site - 1}, false, text);
        cld_text_add(text, ";");
    }
    if (calls) {
        cld_text_add(text, " if (__cld_st.last.site) {");
        tell_state(r, "last", text);
        cld_text_add(text, " if (__cld_st.one.site != __cld_st.last.site)");
        tell_state(r, "one", text);
        cld_text_add(text, " }");
    }
    if (r->counts_misses || calls)
        cld_text_format(text, " if (%s%s%s >= 65536u) atomic_inc((volatile __global uint *)&__cld_log[1]);",
                        r->counts_misses ? "__cld_bad" : "", r->counts_misses && calls ? " + " : "",
                        calls ? "__cld_st.bad" : "");
}
