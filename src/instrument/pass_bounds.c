/*
 * pass_bounds.c - no access is made outside the memory that its pointer may touch.
 *
 * Most accesses are p[i], where p is a parameter of the kernel: the number of its elements is computed once,
 * and i < elements is one comparison of integers. The others compare addresses with the pointer's bounds
 * (provenance.h). What was missed is kept by the work-item and written to the log at the kernel's end: a
 * write to memory in the middle would keep the compiler from moving other accesses past it.
 */
#include "instrument/after_barrier.h"
#include "instrument/guard.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

/*
 * Which places missed, a bit each, and the last of them in full. A kernel has them as variables of its own,
 * which compilers keep in registers; the functions that it calls, which may not be inlined, have the first
 * and the last in the state of the work-item. `at` is an index where the table __cld_units knows the unit,
 * else an address, with its bounds.
 */
static const char types[] = "typedef struct { uint site; ulong at; __cld_span bounds; } __cld_missed;\n";
static const char state[] = "__cld_missed one, last; uint bad;";

static const char runtime[] =
    /* one unsigned comparison is both: at >= b.x, and at < b.y */
    "CLD_FN int __cld_in(ulong at, __cld_span b, ulong size)\n"
    "{\n"
    "    ulong d = at - b.x, n = b.y - b.x;\n"
    "    return d < n && n - d >= size;\n"
    "}\n"
    /* The live range that an address lies in. */
    "CLD_NOINLINE CLD_FN __cld_span __cld_find(__global const ulong *r, ulong at)\n"
    "{\n"
    "    if (at < 4096UL)\n"
    "        return __cld_mk(0UL, 0UL);\n"
    "    if (r) {\n"
    "        ulong low = 0, high = r[0];\n"
    "        while (low < high) {\n"
    "            ulong middle = (low + high) / 2;\n"
    "            if (at < r[1 + 2 * middle])\n"
    "                high = middle;\n"
    "            else if (at >= r[2 + 2 * middle])\n"
    "                low = middle + 1;\n"
    "            else\n"
    "                return __cld_mk(r[1 + 2 * middle], r[2 + 2 * middle]);\n"
    "        }\n"
    "    }\n"
    "    return __cld_mk(0UL, ~0UL);\n"
    "}\n"
    /* Bounds that may be unknown, of a pointer into global memory. */
    "CLD_FN __cld_span __cld_known(__global const ulong *r, __cld_span b, ulong pointer)\n"
    "{\n"
    "    return b.y == ~0UL ? __cld_find(r, pointer) : b;\n"
    "}\n"
    "CLD_FN void __cld_miss(__private __cld_state *s, uint site, ulong at, __cld_span b)\n"
    "{\n"
    "    s->last.site = site;\n"
    "    s->last.at = at;\n"
    "    s->last.bounds = b;\n"
    "    if (!s->one.site)\n"
    "        s->one = s->last;\n"
    "}\n"
    "CLD_FN void __cld_put(volatile __global uint *to, ulong value)\n"
    "{\n"
    "    to[0] = (uint)value;\n"
    "    to[1] = (uint)(value >> 32);\n"
    "}\n"
    "CLD_FN void __cld_who(volatile __global uint *slot)\n"
    "{\n"
    "    for (uint k = 0; k < 3; k++) {\n"
    "        __cld_put(slot + 14 + 2 * k, get_global_id(k));\n"
    "        slot[20 + k] = (uint)get_local_id(k);\n"
    "        slot[23 + k] = (uint)get_group_id(k);\n"
    "    }\n"
    "}\n"
    /* wire/log.h; b: bounds of the argument or the pointer; argument + 1, where the table does not know it */
    "CLD_NOINLINE CLD_FN void __cld_tell(__global uint *where, uint key, uint site, ulong at, __cld_span b,\n"
    "                                    uint argument)\n"
    "{\n"
    "    volatile __global uint *log = where, *slot = log + 16 + (ulong)(site - 1) * 32;\n"
    "    ulong unit = __cld_units[site - 1].unit;\n"
    "    if (unit) {\n"
    "        argument = __cld_units[site - 1].argument;\n"
    "        b = argument ? b : __cld_mk(0, __cld_units[site - 1].units * unit);\n"
    "        at = b.x + at * unit;\n"
    "    }\n"
    "    atomic_inc(&slot[2]);\n"
    "    atomic_inc(&slot[3]);\n"
    "    if (atomic_xchg(&slot[0], 1u) != 1u) {\n"
    "        slot[4] = key;\n"
    "        slot[5] = argument;\n"
    "        slot[6] = __cld_units[site - 1].bytes;\n"
    "        slot[7] = __cld_units[site - 1].space;\n"
    "        __cld_put(slot + 8, at);\n"
    "        __cld_put(slot + 10, b.x);\n"
    "        __cld_put(slot + 12, b.y);\n"
    "        __cld_who(slot);\n"
    "        mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "        atomic_xchg(&slot[1], 1u);\n"
    "    }\n"
    "    atomic_inc(&log[0]);\n"
    "}\n"
    /* Places that missed before the last one: from `first` to `end`, where the bit is that of one alone. */
    "CLD_NOINLINE CLD_FN void __cld_also(__global uint *where, uint key, uint mask, uint last, uint first, "
    "uint end)\n"
    "{\n"
    "    for (uint site = first; site < end; site++) {\n"
    "        volatile __global uint *slot = (volatile __global uint *)where + 16 + (ulong)(site - 1) * 32;\n"
    "        if (site == last || !(__cld_units[site - 1].bit & mask))\n"
    "            continue;\n"
    "        atomic_inc(&slot[2]);\n"
    "        atomic_inc(&slot[3]);\n"
    "        if (atomic_cmpxchg(&slot[0], 0u, 2u) == 0) {\n"
    "            slot[4] = key;\n"
    "            slot[5] = __cld_units[site - 1].argument;\n"
    "            slot[6] = __cld_units[site - 1].bytes;\n"
    "            slot[7] = __cld_units[site - 1].space;\n"
    "            __cld_who(slot);\n"
    "            mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "            atomic_cmpxchg(&slot[1], 0u, 2u);\n"
    "        }\n"
    "    }\n"
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

/* An int, or what becomes one: compared in 32 bits. */
static bool is_narrow(const struct cld_rewriter *r, const struct cld_step *s, int parameter, long long bytes)
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
    bool certain =
        strncmp(g->access.bounds, "__cld_mk", 8) == 0 || strncmp(g->access.bounds, "__cld_p", 7) == 0;
    if (is_unknown(g) && (!can_look_up(g) || !s))
        return NULL;
    if ((certain && !is_unknown(g) && r->function->is_kernel) || !can_look_up(g) || !s)
        return cld_copy(g->access.bounds, strlen(g->access.bounds));
    char *base = cld_frame_text(r, s->base);
    char *bounds =
        cld_printf("__cld_known(%s, %s, (ulong)(%s))",
                   r->function->is_kernel ? "__cld_ranges" : "__cld_s->ranges", g->access.bounds, base);
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
    char *index = index_text(r, s), *units = units_behind(r, parameter, bytes);
    char *exact = g->partial ? general(r, g) : NULL;
    char *text = is_narrow(r, s, parameter, bytes) ? cld_printf("(uint)(%s) < __cld_i%d", index, parameter)
                                                   : cld_printf("(ulong)(%s) < %s", index, units);
    if (exact) {
        char *either = cld_printf("(%s || %s)", text, exact);
        free(text);
        text = either;
    }
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

/* Not where a barrier may be in it: the other work-items wait there. */
static bool may_be_endless(const struct cld_node *n)
{
    bool is_loop = n->kind == CLD_NODE_FOR || n->kind == CLD_NODE_WHILE || n->kind == CLD_NODE_DO;
    return is_loop && !is_counting(n) && has_access(n) && !has_call(n);
}

static long long bytes_of_access(const struct cld_guarded *g)
{
    const struct cld_node *parent = g->access.node->parent;
    while (parent && parent->kind == CLD_NODE_PAREN)
        parent = parent->parent;
    if (g->partial && parent && parent->kind == CLD_NODE_SWIZZLE)
        return g->partial;
    CXType type = clang_getCanonicalType(g->access.node->type);
    if (!g->count && type.kind != CXType_Pointer)
        return clang_Type_getSizeOf(type) > 0 ? clang_Type_getSizeOf(type) : 1;
    CXType pointee =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    long long size = clang_Type_getSizeOf(pointee);
    return (size > 0 ? size : 1) * (g->count ? g->count : 1);
}

static void note(struct cld_rewriter *r, unsigned site, long long unit, long long units, int argument,
                 const struct cld_guarded *g)
{
    struct cld_site *s = &r->sites->list[site - 1];
    s->unit = unit;
    s->units = units;
    s->argument = argument;
    s->bytes = bytes_of_access(g);
    s->space = g->access.space;
}

static bool has_bounds(const struct cld_rewriter *r, int i)
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
    if (is_modified(r->function->tree, parameter))
        return cld_printf("__cld_o%d", i);
    CXString name = clang_getCursorSpelling(parameter);
    char *text = cld_printf("(ulong)%s", clang_getCString(name));
    clang_disposeString(name);
    return text;
}

/* The bounds that a parameter came with. */
static char *span_of(const struct cld_rewriter *r, int i)
{
    char *p = first_value(r, i);
    char *text = cld_printf(
        "(__cld_n%d == ~0UL ? __cld_find(__cld_ranges, %s) : __cld_mk(%s, %s + __cld_n%d))", i, p, p, p, i);
    free(p);
    return text;
}

/* "b.x == (ulong)a ? 1u : ... 0u": the argument + 1 whose memory begins there. */
static char *argument_of(const struct cld_rewriter *r, const char *bounds)
{
    struct cld_text t = {0};
    int n = clang_Cursor_getNumArguments(r->function->cursor);
    for (int i = 0; i < n; i++) {
        if (!has_bounds(r, i))
            continue;
        char *first = first_value(r, i);
        cld_text_format(&t, "%s.x == %s ? %du : ", bounds, first, i + 1);
        free(first);
    }
    cld_text_add(&t, "0u");
    return t.data;
}

static bool in_loop(const struct cld_node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (n->kind == CLD_NODE_FOR || n->kind == CLD_NODE_WHILE || n->kind == CLD_NODE_DO)
            return true;
    return false;
}

/* At once, once a work-item. */
static char *tell_now(const struct cld_rewriter *r, unsigned site, const char *at, const char *bounds)
{
    unsigned bit = site - r->first_site;
    int parameter = r->sites->list[site - 1].unit ? r->sites->list[site - 1].argument : -1;
    char *span = bounds           ? cld_copy("__cld_last_b", 12)
                 : parameter >= 0 ? span_of(r, parameter)
                                  : cld_copy("__cld_mk(0, 0)", 14);
    char *argument = bounds ? argument_of(r, "__cld_last_b") : cld_copy("0u", 2);
    struct cld_text t = {0};
    if (bit < 64)
        cld_text_format(&t, "(__cld_told & %#lxUL ? (void)0 : (__cld_told |= %#lxUL, ", 1UL << bit,
                        1UL << bit);
    else
        cld_text_add(&t, "((");
    if (bounds)
        cld_text_format(&t, "__cld_last_b = %s, ", bounds);
    cld_text_format(&t, "__cld_tell(__cld_log, __cld_key, %uu, %s, %s, %s)))", site, at, span, argument);
    free(span);
    free(argument);
    return t.data;
}

/*
 * So many places of a kernel have a variable each; the others share one for the last of them. None by
 * default: variables are registers, and those of a GPU are few. CLD_FORM=s tries it (bench/gpu/sanitizer.sh).
 */
static unsigned most_kept(void)
{
    const char *form = getenv("CLD_FORM");
    return form && *form == 's' ? CLD_MOST_KEPT : 0;
}

static char *miss(struct cld_rewriter *r, unsigned site, const char *at, const char *bounds, bool repeats)
{
    unsigned bit = site - r->first_site;
    if (!r->function->is_kernel)
        return cld_printf("__cld_miss(__cld_s, %uu, %s, %s)", site, at, bounds ? bounds : CLD_UNKNOWN_BOUNDS);
    /* Compilers for CPUs lose more by variables that live to the kernel's end than by a call that is never
       made; and PoCL 3.1 has been seen to get them wrong beside barriers. */
    if (r->device->is_cpu)
        return tell_now(r, site, at, bounds);
    struct cld_text t = {0};
    r->keeps_misses = true;
    cld_text_add(&t, "(");
    if (bit < most_kept() && repeats) { /* the first is the one that tells most */
        cld_text_format(&t, "__cld_at%u = __cld_mask & %#xu ? __cld_at%u : %s, ", bit, 1u << bit, bit, at);
        if (bounds)
            cld_text_format(&t, "__cld_bounds%u = __cld_mask & %#xu ? __cld_bounds%u : %s, ", bit, 1u << bit,
                            bit, bounds);
    }
    if (bit < 32)
        cld_text_format(&t, "__cld_mask |= %#xu", 1u << bit);
    if (bit < most_kept()) {
        r->kept[bit].site = site;
        r->kept[bit].used = true;
        r->kept[bit].bounds |= bounds != NULL;
        if (!repeats)
            cld_text_format(&t, ", __cld_at%u = %s", bit, at);
        if (!repeats && bounds)
            cld_text_format(&t, ", __cld_bounds%u = %s", bit, bounds);
    } else {
        r->keeps_last = true;
        r->sites->list[site - 1].bit = bit < 32 ? 1u << bit : 0;
        cld_text_format(&t, "%s__cld_last = %uu, __cld_last_at = %s", bit < 32 ? ", " : "", site, at);
        if (bounds)
            cld_text_format(&t, ", __cld_last_b = %s", bounds);
    }
    cld_text_add(&t, ", (void)0)");
    return t.data;
}

/* An array whose index is wrong has a site of its own: the table tells which array it was. */
static char *missed_array(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    unsigned site = g->access.site;
    if (r->sites->list[site - 1].unit || pointer_step(g)) {
        struct cld_site like = r->sites->list[site - 1];
        site = cld_sites_add(r->sites, r->unit_index, g->access.node, r->function->name);
        r->sites->list[site - 1].begin = like.begin;
        r->sites->list[site - 1].end = like.end;
        r->sites->list[site - 1].use = like.use;
    }
    note(r, site, bytes_of_step(s, g), s->size, -1, g);
    char *index = index_text(r, s), *at = cld_printf("(ulong)(%s)", index),
         *text = miss(r, site, at, NULL, in_loop(g->access.node));
    free(index);
    free(at);
    return text;
}

static char *missed_pointer(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    int parameter = s && g->scale == g->count ? parameter_of(r, s->base) : -1;
    if (parameter >= 0 && bytes_of_step(s, g) > 0 && !g->partial) {
        note(r, g->access.site, bytes_of_step(s, g), 0, parameter, g);
        char *index = index_text(r, s), *at = cld_printf("(ulong)(%s)", index);
        char *text = miss(r, g->access.site, at, NULL, in_loop(g->access.node));
        free(index);
        free(at);
        return text;
    }
    note(r, g->access.site, 0, 0, -1, g);
    char *bounds = bounds_text(r, g);
    char *text =
        miss(r, g->access.site, g->address, bounds ? bounds : CLD_UNKNOWN_BOUNDS, in_loop(g->access.node));
    free(bounds);
    return text;
}

/* Inside a loop that only what it reads can end. */
static bool in_endless(const struct cld_node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (may_be_endless(n))
            return true;
    return false;
}

/* Which of the steps was wrong? */
static char *missed(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_text t = {0};
    const struct cld_step *pointer = pointer_step(g);
    bool counted = in_endless(g->access.node);
    r->counts_misses |= counted;
    cld_text_add(&t, !counted ? "" : r->function->is_kernel ? "(__cld_bad++, " : "(__cld_s->bad++, ");
    size_t left = pointer || !g->n_steps;
    for (size_t i = 0; i < g->n_steps; i++)
        left += g->steps[i].size >= 0 && !is_fine(&g->steps[i]);
    char *unlike = pointer ? of_pointer(r, g, pointer) : NULL;
    if (unlike && left > 1) {
        char *one = missed_pointer(r, g, pointer);
        cld_text_format(&t, "!(%s) ? %s : ", unlike, one);
        free(one);
        left--;
    } else if (left == 1 && (pointer || !g->n_steps)) {
        char *one = missed_pointer(r, g, pointer);
        cld_text_add(&t, one);
        free(one);
        left--;
    }
    for (size_t i = g->n_steps; i-- > 0 && left;) {
        const struct cld_step *s = &g->steps[i];
        if (s->size < 0 || is_fine(s))
            continue;
        char *one = missed_array(r, g, s), *index = index_text(r, s);
        if (--left)
            cld_text_format(&t, "(ulong)(%s) >= %lldUL ? ", index, s->size);
        cld_text_format(&t, left ? "%s : " : "%s", one);
        free(one);
        free(index);
    }
    cld_text_add(&t, counted ? ")" : "");
    free(unlike);
    return t.data;
}

static void before(struct cld_rewriter *r, struct cld_text *out)
{
    cld_text_add(out, "typedef struct { ulong unit, units; uint argument, bytes, bit, space; } __cld_unit;\n"
                      "CLD_FN_DATA __constant __cld_unit __cld_units[] = {\n");
    for (size_t i = 0; i < r->sites->count; i++) {
        const struct cld_site *s = &r->sites->list[i];
        cld_text_format(out, "{%lldUL, %lldUL, %du, %lldu, %#xu, %du},\n", s->unit, s->units,
                        s->unit ? s->argument + 1 : 0, s->bytes, s->bit, (int)s->space + 1);
    }
    cld_text_add(out, "{0, 0, 0, 0, 0, 0}};\n");
    cld_after_barrier_runtime(r, out);
}

/* ---- the kernel
 * ------------------------------------------------------------------------------------------------------ */

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

static void function_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    if (!f->is_kernel)
        return;
    cld_text_add(text,
                 " uint __cld_bad = 0; ulong __cld_told = 0; __cld_span __cld_last_b = __cld_mk(0, 0);");
    if (r->keeps_misses)
        cld_text_add(text, " uint __cld_mask = 0, __cld_last = 0; ulong __cld_last_at = 0;");
    for (unsigned i = 0; i < CLD_MOST_KEPT; i++) {
        if (r->kept[i].used)
            cld_text_format(text, " ulong __cld_at%u = 0;", i);
        if (r->kept[i].bounds)
            cld_text_format(text, " __cld_span __cld_bounds%u = __cld_mk(0, 0);", i);
    }
    if (calls_functions(r, f->tree))
        cld_text_add(text, " __cld_st.one.site = __cld_st.last.site = __cld_st.bad = 0;");
}

/* The places that have variables of their own. */
static void tell_each(struct cld_rewriter *r, struct cld_text *text)
{
    for (unsigned i = 0; i < CLD_MOST_KEPT; i++) {
        if (!r->kept[i].used)
            continue;
        const struct cld_site *s = &r->sites->list[r->kept[i].site - 1];
        char *own = cld_printf("__cld_bounds%u", i);
        char *bounds = r->kept[i].bounds             ? cld_copy(own, strlen(own))
                       : s->unit && s->argument >= 0 ? span_of(r, s->argument)
                                                     : cld_copy("__cld_mk(0, 0)", 14);
        char *argument = r->kept[i].bounds ? argument_of(r, own) : cld_copy("0u", 2);
        cld_text_format(text,
                        " if (__cld_mask & %#xu) __cld_tell(__cld_log, __cld_key, %uu, __cld_at%u, %s, %s);",
                        1u << i, r->kept[i].site, i, bounds, argument);
        free(own);
        free(bounds);
        free(argument);
    }
}

/* The last of the others in full, and that the rest of them missed. */
static void tell_last(struct cld_rewriter *r, struct cld_text *text)
{
    int n = clang_Cursor_getNumArguments(r->function->cursor);
    char *argument = argument_of(r, "__cld_last_b");
    cld_text_add(text, " if (__cld_last) { __cld_tell(__cld_log, __cld_key, __cld_last, __cld_last_at, ");
    for (int i = 0; i < n; i++)
        if (has_bounds(r, i)) {
            char *span = span_of(r, i);
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
    tell_each(r, text);
    if (r->keeps_last)
        tell_last(r, text);
    cld_text_add(text, " }");
}

/* What the functions that it called have kept. */
static void tell_state(struct cld_rewriter *r, const char *which, struct cld_text *text)
{
    char *bounds = cld_printf("__cld_st.%s.bounds", which), *argument = argument_of(r, bounds);
    cld_text_format(text, " __cld_tell(__cld_log, __cld_key, __cld_st.%s.site, __cld_st.%s.at, %s, %s);",
                    which, which, bounds, argument);
    free(bounds);
    free(argument);
}

static void function_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
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

static char *units(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    if (s->size >= 0)
        return cld_printf("%lldL", s->size);
    int parameter = g->scale == g->count ? parameter_of(r, s->base) : -1;
    long long bytes = bytes_of_step(s, g);
    if (parameter < 0 || bytes <= 0)
        return NULL;
    if (is_narrow(r, s, parameter, bytes))
        return cld_printf("(long)__cld_i%d", parameter);
    char *name = units_behind(r, parameter, bytes);
    char *text = cld_printf("(long)min(%s, 1UL << %d)", name, is_32_bits(s) ? 31 : 62);
    free(name);
    return text;
}

/* A zero where garbage would have been can make a loop endless. */
static void loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    if (may_be_endless(n))
        cld_text_add(text, r->function->is_kernel ? " if (__cld_bad >= 65536u) break; else "
                                                  : " if (__cld_s->bad >= 65536u) break; else ");
}

const struct cld_pass cld_pass_bounds = {
    .name = "bounds",
    .wants_bounds = true,
    .wants_log = true,
    .wants_launch = true,
    .types = types,
    .state = state,
    .before = before,
    .runtime = runtime,
    .within = within,
    .missed = missed,
    .units = units,
    .loop = loop,
    .barrier = cld_after_barrier,
    .function_start = function_start,
    .function_end = function_end,
};
