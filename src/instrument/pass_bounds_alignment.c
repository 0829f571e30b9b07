/* pass_bounds_alignment.c - accesses that need more alignment than their pointer is known to have. */
#include "instrument/pass_bounds.h"

#include "instrument/alignment.h"

#include <stdlib.h>
#include <string.h>

/* A built-in function with a pointer: vload, vstore, atomics, ... - or, of &a[i], the path of it. */
static bool is_call(const struct cld_guarded *g)
{
    return g->access.node == g->access.pointer && !g->lvalue;
}

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

/* Pointer and index of a call, as what they point to. */
static long long of_call(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_node *pointer,
                         long long *needed)
{
    long long element = cld_element_alignment(pointer), has = cld_pointer_alignment(r, pointer);
    *needed = element * (g->together ? g->together : 1);
    return g->together ? least(has, *needed) : has;
}

static long long doubtful(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_node *access,
                          bool call)
{
    long long needed;
    if (!r->alignments || (!call && !cld_pointer_step(g)))
        return 0;
    if (call)
        return of_call(r, g, access, &needed) < needed ? needed : 0;
    needed = cld_needed_alignment(access);
    return needed > 1 && cld_lvalue_alignment(r, access, 0) < needed ? needed : 0;
}

long long cld_doubtful_alignment(struct cld_rewriter *r, const struct cld_guarded *g)
{
    return doubtful(r, g, g->access.node, is_call(g));
}

/* Of a path that keeps it from its pointer on, the pointer: the same in a loop, and as often as not a
 * variable. */
static const struct cld_node *pointer_to_ask(struct cld_rewriter *r, const struct cld_guarded *g,
                                             long long needed)
{
    const struct cld_step *s = is_call(g) ? NULL : cld_pointer_step(g);
    return s && cld_lvalue_alignment(r, g->access.node, CLD_ALIGNED_TO_ALL) >= needed ? s->base : NULL;
}

char *cld_whole_address(const struct cld_guarded *g)
{
    return g->partial ? cld_printf("(ulong)&(%s)", g->lvalue) : cld_copy(g->address, strlen(g->address));
}

char *cld_alignment_check(struct cld_rewriter *r, const struct cld_guarded *g)
{
    long long needed = cld_doubtful_alignment(r, g);
    if (!needed)
        return NULL;
    const struct cld_node *pointer = pointer_to_ask(r, g, needed);
    char *base = pointer ? cld_frame_text(r, pointer) : NULL;
    char *address = base ? cld_printf("(ulong)(%s)", base) : cld_whole_address(g);
    char *text = cld_printf("!((%s) & %lldUL)", address, needed - 1);
    free(address);
    free(base);
    return text;
}

/* The steps from the parameter on keep what it has. */
static bool is_kept(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s,
                    long long needed)
{
    const struct cld_node *n = cld_node_strip(g->access.node);
    if (is_call(g) && (s->base == g->access.node || n->kind != CLD_NODE_ADDRESS))
        return s->base == g->access.node;
    return cld_lvalue_alignment(r, is_call(g) ? n->first : n, CLD_ALIGNED_TO_ALL) >= needed;
}

bool cld_alignment_units(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s,
                         char **mask)
{
    long long needed = cld_doubtful_alignment(r, g);
    int parameter = cld_parameter_of(r, s->base);
    if (!needed)
        return true;
    if (parameter < 0 || !is_kept(r, g, s, needed))
        return false;
    CXString name =
        clang_getCursorSpelling(clang_Cursor_getArgument(r->function->cursor, (unsigned)parameter));
    *mask = cld_printf("-(long)!((ulong)%s & %lldUL)", clang_getCString(name), needed - 1);
    clang_disposeString(name);
    return true;
}

unsigned cld_accessed_components(const struct cld_guarded *g)
{
    CXType type = clang_getCanonicalType(g->access.node->type);
    if (is_call(g))
        return g->together > 1 ? (unsigned)g->count : 0;
    return cld_type_kind(type) == CXType_Vector ? (unsigned)clang_getNumElements(type) : 0;
}
