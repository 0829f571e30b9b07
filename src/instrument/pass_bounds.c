/*
 * pass_bounds.c - no access is made outside the memory that its pointer may touch.
 *
 * Most accesses are p[i], where p is a parameter of the kernel: the number of its elements is computed once,
 * and i < elements is one comparison of integers. The others compare addresses with the pointer's bounds
 * (provenance.h). What was missed is kept by the work-item and written to the log at the kernel's end: a write
 * to memory in the middle would keep the compiler from moving other accesses past it.
 */
#include "instrument/guard.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

static const char types[] = "typedef struct { ulong at, size; ulong2 bounds; uint site, times; } __cld_bad;\n";

/* Different places that missed, and all accesses that did. */
static const char state[] = "uint places, bad; __private __cld_bad *ring;";

static const char runtime[] =
    /* one unsigned comparison is both: at >= b.x, and at < b.y */
    "CLD_FN int __cld_in(ulong at, ulong2 b, ulong size)\n"
    "{\n"
    "    ulong d = at - b.x, n = b.y - b.x;\n"
    "    return d < n && n - d >= size;\n"
    "}\n"
    /* The live range that an address lies in. */
    "CLD_FN ulong2 __cld_find(__private __cld_state *s, ulong at)\n"
    "{\n"
    "    __global const ulong *r = s->ranges;\n"
    "    if (at < 4096UL)\n"
    "        return (ulong2)(0UL, 0UL);\n"
    "    if (r) {\n"
    "        ulong low = 0, high = r[0];\n"
    "        while (low < high) {\n"
    "            ulong middle = (low + high) / 2;\n"
    "            if (at < r[1 + 2 * middle])\n"
    "                high = middle;\n"
    "            else if (at >= r[2 + 2 * middle])\n"
    "                low = middle + 1;\n"
    "            else\n"
    "                return (ulong2)(r[1 + 2 * middle], r[2 + 2 * middle]);\n"
    "        }\n"
    "    }\n"
    "    return (ulong2)(0UL, ~0UL);\n"
    "}\n"
    /* Bounds that may be unknown, of a pointer into global memory. */
    "CLD_FN ulong2 __cld_known(__private __cld_state *s, ulong2 b, ulong pointer)\n"
    "{\n"
    "    return b.y == ~0UL ? __cld_find(s, pointer) : b;\n"
    "}\n"
    "CLD_FN void __cld_miss(__private __cld_state *s, uint site, ulong at, ulong2 b, ulong size)\n"
    "{\n"
    "    uint i = 0;\n"
    "    while (i < s->places && s->ring[i].site != site)\n"
    "        i++;\n"
    "    if (i == s->places && i < 8u) {\n"
    "        s->places++;\n"
    "        s->ring[i].at = at;\n"
    "        s->ring[i].size = size;\n"
    "        s->ring[i].bounds = b;\n"
    "        s->ring[i].site = site;\n"
    "        s->ring[i].times = 0;\n"
    "    }\n"
    "    if (i < 8u)\n"
    "        s->ring[i].times++;\n"
    "    s->bad++;\n"
    "}\n"
    "CLD_FN void __cld_put(volatile __global uint *to, ulong value)\n"
    "{\n"
    "    to[0] = (uint)value;\n"
    "    to[1] = (uint)(value >> 32);\n"
    "}\n"
    /* wire/log.h; `a`: the kernel's arguments that are pointers, 0 for the others */
    "CLD_FN void __cld_tell(__private __cld_state *s, volatile __global uint *slot, uint i,\n"
    "                       __private const ulong *a, uint n)\n"
    "{\n"
    "    uint argument = 0;\n"
    "    for (uint k = n; k-- > 0;)\n"
    "        if (a[k] && a[k] == s->ring[i].bounds.x)\n"
    "            argument = k + 1;\n"
    "    slot[4] = s->key;\n"
    "    slot[5] = argument;\n"
    "    slot[6] = (uint)s->ring[i].size;\n"
    "    __cld_put(slot + 8, s->ring[i].at);\n"
    "    __cld_put(slot + 10, s->ring[i].bounds.x);\n"
    "    __cld_put(slot + 12, s->ring[i].bounds.y);\n"
    "    for (uint k = 0; k < 3; k++) {\n"
    "        __cld_put(slot + 14 + 2 * k, get_global_id(k));\n"
    "        slot[20 + k] = (uint)get_local_id(k);\n"
    "        slot[23 + k] = (uint)get_group_id(k);\n"
    "    }\n"
    "    mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "    atomic_xchg(&slot[1], 1u);\n"
    "}\n"
    "CLD_FN void __cld_end(__private __cld_state *s, __private const ulong *a, uint n)\n"
    "{\n"
    "    volatile __global uint *log = s->log;\n"
    "    for (uint i = 0; i < s->places; i++) {\n"
    "        volatile __global uint *slot = log + 16 + (ulong)(s->ring[i].site - 1) * 32;\n"
    "        atomic_inc(&slot[2]);\n"
    "        atomic_add(&slot[3], s->ring[i].times);\n"
    "        if (atomic_xchg(&slot[0], 1u) == 0)\n"
    "            __cld_tell(s, slot, i, a, n);\n"
    "    }\n"
    "    if (s->bad >= 65536u)\n"
    "        atomic_inc(&log[1]);\n"
    "    atomic_inc(&log[0]);\n"
    "}\n";

/* ---- parameters of the kernel
 * ------------------------------------------------------------------------------------------ */

static bool is_modified(const struct cld_node *n, CXCursor variable)
{
    if (n->kind == CLD_NODE_NAME && n->use != CLD_USE_READ && n->use != CLD_USE_NONE &&
        clang_equalCursors(clang_getCursorReferenced(n->cursor), variable))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (is_modified(c, variable))
            return true;
    return false;
}

/* The parameter of the kernel that a pointer is, perhaps as another type; -1: it is none. */
static int parameter_of(const struct cld_rewriter *r, const struct cld_node *pointer)
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
            return is_modified(r->function->tree, variable) ? -1 : i;
    return -1;
}

/* The variable that holds how many units of `bytes` there are behind a parameter. */
static char *units_behind(struct cld_rewriter *r, int parameter, long long bytes)
{
    struct cld_text *d = &r->provenance->declarations;
    char *name = cld_printf("__cld_c%d_%lld", parameter, bytes);
    char *declaration = cld_printf(" ulong %s =", name);
    CXString spelling = clang_getCursorSpelling(
        clang_Cursor_getArgument(r->function->cursor, (unsigned)parameter));
    const char *p = clang_getCString(spelling);
    if (!d->data || !strstr(d->data, declaration))
        /* a pointer into the middle of an SVM allocation may go back, too: not by this comparison */
        cld_text_format(d, "%s __cld_p%d.y == ~0UL || __cld_p%d.x != (ulong)%s ? ~0UL : (__cld_p%d.y - __cld_p%d.x) / %lldUL;",
                        declaration, parameter, parameter, p, parameter, parameter, bytes);
    clang_disposeString(spelling);
    free(declaration);
    return name;
}

static long long bytes_of_step(const struct cld_step *s, const struct cld_guarded *g)
{
    CXType type = clang_getCanonicalType(cld_node_strip(s->base)->type);
    long long size = clang_Type_getSizeOf(type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                                      : clang_getArrayElementType(type));
    return g->count ? size * g->count : size;
}

/* ---- conditions
 * ---------------------------------------------------------------------------------------------------- */

static char *index_text(struct cld_rewriter *r, const struct cld_step *s)
{
    return s->index ? cld_frame_text(r, s->index) : cld_copy("0", 1);
}

static bool is_unknown(const struct cld_guarded *g)
{
    return strcmp(g->access.bounds, CLD_UNKNOWN_BOUNDS) == 0;
}

/* Only what points into global memory can be looked up, and can be null. */
static bool can_look_up(const struct cld_guarded *g)
{
    return g->access.space == CLD_SPACE_GLOBAL || g->access.space == CLD_SPACE_GENERIC ||
           g->access.space == CLD_SPACE_CONSTANT;
}

static const struct cld_step *pointer_step(const struct cld_guarded *g)
{
    for (size_t i = 0; i < g->n_steps; i++)
        if (g->steps[i].size < 0)
            return &g->steps[i];
    return NULL;
}

/* What is known of the pointer's bounds at run time; NULL: nothing can be. */
static char *bounds_text(struct cld_rewriter *r, const struct cld_guarded *g)
{
    const struct cld_step *s = pointer_step(g);
    bool certain = g->access.bounds[0] == '(' || strncmp(g->access.bounds, "__cld_p", 7) == 0;
    if (is_unknown(g) && (!can_look_up(g) || !s))
        return NULL;
    if ((certain && !is_unknown(g) && r->function->is_kernel) || !can_look_up(g) || !s)
        return cld_copy(g->access.bounds, strlen(g->access.bounds));
    char *base = cld_frame_text(r, s->base);
    char *bounds = cld_printf("__cld_known(__cld_s, %s, (ulong)(%s))", g->access.bounds, base);
    free(base);
    return bounds;
}

static char *general(struct cld_rewriter *r, const struct cld_guarded *g)
{
    char *bounds = bounds_text(r, g), *text = NULL;
    if (bounds)
        text = cld_printf("__cld_in(%s, %s, %s)", g->address, bounds, g->size);
    free(bounds);
    return text;
}

static char *of_pointer(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    int parameter = g->scale == g->count ? parameter_of(r, s->base) : -1;
    long long bytes = bytes_of_step(s, g);
    if (parameter < 0 || bytes <= 0)
        return general(r, g);
    char *index = index_text(r, s), *units = units_behind(r, parameter, bytes), *text;
    char *exact = g->partial ? general(r, g) : NULL;
    if (exact)
        text = cld_printf("((ulong)(%s) < %s || %s)", index, units, exact);
    else
        text = cld_printf("(ulong)(%s) < %s", index, units);
    free(exact);
    free(index);
    free(units);
    return text;
}

/* An index that is a constant, and within. */
static bool is_fine(const struct cld_step *s)
{
    if (!s->index)
        return true;
    const struct cld_node *n = cld_node_strip(s->index);
    bool fine = false;
    CXEvalResult value = n->constant ? clang_Cursor_Evaluate(n->cursor) : NULL;
    if (value && clang_EvalResult_getKind(value) == CXEval_Int) {
        long long i = clang_EvalResult_getAsLongLong(value);
        fine = i >= 0 && i < s->size;
    }
    clang_EvalResult_dispose(value);
    return fine;
}

static char *within(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_text t = {0};
    for (size_t i = g->n_steps; i-- > 0;) {
        const struct cld_step *s = &g->steps[i];
        char *one = NULL;
        if (s->size < 0) {
            one = of_pointer(r, g, s);
        } else if (!is_fine(s)) {
            char *index = index_text(r, s);
            one = cld_printf("(ulong)(%s) < %lldUL", index, s->size);
            free(index);
        }
        if (one)
            cld_text_format(&t, "%s%s", t.size ? " && " : "", one);
        free(one);
    }
    if (!g->n_steps) {
        char *one = general(r, g);
        cld_text_add(&t, one ? one : "");
        free(one);
    }
    if (!t.size) {
        cld_text_free(&t);
        return NULL;
    }
    return t.data;
}

/* The memory that was missed: the array whose index is wrong, or all that the pointer may touch. */
static char *missed(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_text b = {0};
    cld_text_add(&b, "");
    for (size_t i = g->n_steps; i-- > 0;) {
        const struct cld_step *s = &g->steps[i];
        if (s->size < 0 || is_fine(s))
            continue;
        char *index = index_text(r, s), *base = cld_frame_text(r, s->base);
        cld_text_format(&b, "(ulong)(%s) >= %lldUL ? (ulong2)((ulong)&(%s), (ulong)&(%s) + sizeof(%s)) : ", index,
                        s->size, base, base, base);
        free(index);
        free(base);
    }
    char *last = bounds_text(r, g);
    char *text = cld_printf("__cld_miss(__cld_s, %uu, %s, %s%s, %s)", g->access.site, g->address, b.data,
                            last ? last : CLD_UNKNOWN_BOUNDS, g->size);
    free(last);
    cld_text_free(&b);
    return text;
}

/* ---- the kernel
 * ------------------------------------------------------------------------------------------------------ */

static void function_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    if (f->is_kernel)
        cld_text_add(text, " __cld_bad __cld_ring[8]; __cld_st.ring = __cld_ring; __cld_st.places = __cld_st.bad = 0;");
}

static void function_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    int n = clang_Cursor_getNumArguments(f->cursor);
    if (!f->is_kernel)
        return;
    cld_text_add(text, " if (__cld_st.bad) { ulong __cld_a[] = {");
    for (int i = 0; i < n; i++) {
        CXCursor parameter = clang_Cursor_getArgument(f->cursor, (unsigned)i);
        CXString name = clang_getCursorSpelling(parameter);
        bool has_bounds = cld_variable_is_pointer(parameter) && *clang_getCString(name);
        if (has_bounds)
            cld_text_format(text, "__cld_p%d.x, ", i);
        else
            cld_text_add(text, "0, ");
        clang_disposeString(name);
    }
    cld_text_format(text, "0}; __cld_end(__cld_s, __cld_a, %du); }", n);
}

/* Counts from one number to another, whatever it reads. */
static bool is_counting(const struct cld_node *n)
{
    return n->kind == CLD_NODE_FOR && n->first && n->first->kind == CLD_NODE_DECLARE;
}

static bool has_call(const struct cld_node *n)
{
    if (n->kind == CLD_NODE_CALL)
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_call(c))
            return true;
    return false;
}

static bool has_access(const struct cld_node *n)
{
    if (n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_ARROW)
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_access(c))
            return true;
    return false;
}

/* A zero where garbage would have been can make a loop endless. Not where a barrier may be in it: the others wait there. */
static void loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    (void)r;
    if (!is_counting(n) && has_access(n) && !has_call(n))
        cld_text_add(text, " if (__cld_s->bad >= 65536u) break; else ");
}

const struct cld_pass cld_pass_bounds = {
    .name = "bounds",
    .wants_bounds = true,
    .wants_log = true,
    .wants_launch = true,
    .types = types,
    .state = state,
    .runtime = runtime,
    .within = within,
    .missed = missed,
    .loop = loop,
    .function_start = function_start,
    .function_end = function_end,
};
