/*
 * pass_trace.c - asks of every access whether it lies in the bounds that came with its pointer, and counts.
 * In a program without faults none may lie outside: the test of provenance.
 *
 * The log then holds: accesses with known bounds, with unknown bounds, outside; and the site of one outside.
 */
#include "instrument/provenance.h"

#include <stdlib.h>

static const char state[] = "uint known, unknown, outside, where;";

static const char runtime[] =
    "CLD_FN void __cld_trace(__private __cld_state *s, ulong at, ulong size, __cld_span bounds, uint site)\n"
    "{\n"
    "    if (bounds.y == ~0UL) {\n"
    "        s->unknown++;\n"
    "    } else {\n"
    "        s->known++;\n"
    "        if (at < bounds.x || at + size > bounds.y) {\n"
    "            s->outside++;\n"
    "            s->where = site;\n"
    "        }\n"
    "    }\n"
    "}\n"
    "CLD_FN void __cld_trace_end(__private __cld_state *s)\n"
    "{\n"
    "    volatile __global uint *log = s->log;\n"
    "    atomic_add(&log[0], s->known);\n"
    "    atomic_add(&log[1], s->unknown);\n"
    "    if (s->outside) {\n"
    "        atomic_add(&log[2], s->outside);\n"
    "        atomic_xchg(&log[3], s->where);\n"
    "    }\n"
    "}\n";

/* The pointer is kept between its evaluation and the look at its bounds, which may be known only then. */
static void access(struct cld_rewriter *r, const struct cld_access *a, struct cld_text *text)
{
    if (!a->has_address || !r->provenance)
        return;
    /* Of no type: one that is declared inside the function has no name yet where this is declared. */
    char *type = cld_printf("__%s const %svoid *", cld_space_name(a->space),
                            a->space == CLD_SPACE_CONSTANT ? "" : "volatile ");
    char *pointer = cld_provenance_temporary(r, type);
    char *before = cld_printf("(*(%s *)(%s = &(", a->type, pointer);
    char *behind = cld_printf("), __cld_trace(__cld_s, (ulong)%s, sizeof(%s), %s, %u), %s))", pointer,
                              a->type, a->bounds, a->site, pointer);
    cld_text_wrap(text, before, behind);
    free(type);
    free(pointer);
    free(before);
    free(behind);
}

static void function_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    if (f->is_kernel)
        cld_text_add(text, " __cld_st.known = __cld_st.unknown = __cld_st.outside = __cld_st.where = 0;");
}

static void function_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    if (f->is_kernel)
        cld_text_add(text, " __cld_trace_end(__cld_s);");
}

const struct cld_pass cld_pass_trace = {
    .name = "trace",
    .wants_bounds = true,
    .wants_log = true,
    .wants_launch = true, /* the 0 of bounds.c */
    .state = state,
    .runtime = runtime,
    .access = access,
    .function_start = function_start,
    .function_end = function_end,
};
