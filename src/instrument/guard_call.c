/* guard_call.c - built-in functions that access memory through a pointer. */
#include "instrument/guard.h"

#include "instrument/prove.h"
#include "instrument/provenance.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What a built-in function does with memory; arguments are numbered from 0 on. */
struct memory_call {
    int pointer, index; /* index < 0: none */
    long long scale,
        count; /* elements: from one index to the next, and accessed; 0: what the pointer points to */
    long long together; /* elements that must be aligned as one; 0: each as its type is */
    enum cld_use use;
};

static bool starts(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* vload4, vload_half4, vloada_half4, vstore4, vstore_half4_rte, ...: OpenCL C 6.15.7 (Vector Data Load and
 * Store) */
static bool vector_call(const char *name, struct memory_call *m)
{
    bool store = starts(name, "vstore");
    const char *p = name + strlen(store ? "vstore" : "vload");
    if (!store && !starts(name, "vload"))
        return false;
    bool aligned = *p == 'a';
    p += aligned;
    p += starts(p, "_half") ? strlen("_half") : 0;
    long long n = isdigit((unsigned char)*p) ? strtoll(p, NULL, 10) : 1;
    *m = store ? (struct memory_call){.pointer = 2, .index = 1, .use = CLD_USE_WRITE}
               : (struct memory_call){.pointer = 1, .index = 0, .use = CLD_USE_READ};
    m->count = n;
    m->scale = aligned && n == 3 ? 4 : n;
    m->together = aligned ? m->scale : 0;
    return true;
}

static bool atomic_call(const char *name, struct memory_call *m)
{
    if ((!starts(name, "atomic_") && !starts(name, "atom_")) || starts(name, "atomic_work_item_fence"))
        return false;
    *m = (struct memory_call){.pointer = 0, .index = -1, .use = CLD_USE_READ_WRITE};
    if (starts(name, "atomic_load"))
        m->use = CLD_USE_READ;
    else if (starts(name, "atomic_store") || starts(name, "atomic_init") || starts(name, "atomic_flag_clear"))
        m->use = CLD_USE_WRITE;
    return true;
}

/* Mathematical functions with a second result. */
static bool result_call(const char *name, struct memory_call *m)
{
    static const char *const names[] = {"fract", "frexp", "lgamma_r", "modf", "sincos"};
    *m = (struct memory_call){.pointer = 1, .index = -1, .use = CLD_USE_WRITE};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    m->pointer = 2;
    return strcmp(name, "remquo") == 0;
}

static const struct cld_node *argument(const struct cld_node *call, int i)
{
    return i < 0 ? NULL : cld_node_child(call, (unsigned)i + 1);
}

/* &a[i] of one element: its own path tells more than the pointer. */
static const struct cld_node *path_of(const struct cld_node *pointer, const struct memory_call *m)
{
    const struct cld_node *n = cld_node_strip(pointer);
    return n->kind == CLD_NODE_ADDRESS && !m->count ? cld_node_strip(n->first) : NULL;
}

static bool want_arguments(struct cld_frame *f, const struct cld_node *call, const struct memory_call *m,
                           struct cld_guarded *g)
{
    const struct cld_node *pointer = argument(call, m->pointer), *path = path_of(pointer, m);
    for (const struct cld_node *c = call->first->next; c; c = c->next)
        if (c != pointer)
            cld_frame_want(f, c);
    if (path && cld_frame_path(f, path, g))
        return g->n_steps > 0;
    if (path)
        return false;
    cld_frame_want(f, pointer);
    return true;
}

static void add_pointer(struct cld_guarded *g, const struct cld_node *call, const struct memory_call *m)
{
    const struct cld_node *pointer = argument(call, m->pointer);
    g->scale = m->scale;
    g->count = m->count;
    g->together = m->together;
    if (!cld_node_is_array(pointer))
        g->steps[g->n_steps++] = (struct cld_step){pointer, argument(call, m->index), -1};
}

static void describe(struct cld_rewriter *r, const struct cld_node *call, const struct memory_call *m,
                     struct cld_guarded *g)
{
    const struct cld_node *pointer = argument(call, m->pointer);
    const struct cld_moment *known = cld_provenance_find(r, pointer);
    CXType type = clang_getCanonicalType(cld_node_strip(pointer)->type);
    bool is_array = cld_node_is_array(pointer);
    CXType pointee = is_array ? clang_getArrayElementType(type) : clang_getPointeeType(type);
    char *bounds = known ? cld_copy(known->bounds, strlen(known->bounds)) : cld_bounds(r, pointer);
    struct cld_access *a = &g->access;
    a->node = pointer;
    a->pointer = pointer;
    a->space = cld_type_space(pointee);
    a->bounds = bounds ? bounds : cld_copy(CLD_UNKNOWN_BOUNDS, strlen(CLD_UNKNOWN_BOUNDS));
    a->site = cld_sites_add(r->sites, r->unit_index, call, r->function->name);
    r->sites->list[a->site - 1].use = m->use;
    if (!g->n_steps)
        add_pointer(g, call, m);
}

/* Address and size as texts, then what the pass says. */
static bool judge(struct cld_rewriter *r, const struct cld_node *call, const struct memory_call *m,
                  struct cld_guarded *g, char **within, char **missed)
{
    const struct cld_node *index = argument(call, m->index);
    char *pointer = cld_frame_text(r, argument(call, m->pointer));
    char *offset = index ? cld_frame_text(r, index) : NULL;
    describe(r, call, m, g);
    char *address = index ? cld_printf("((ulong)(%s) + (ulong)(%s) * %lldUL * sizeof(*(%s)))", pointer,
                                       offset, m->scale, pointer)
                          : cld_printf("(ulong)(%s)", pointer);
    char *size = m->count ? cld_printf("(%lldUL * sizeof(*(%s)))", m->count, pointer)
                          : cld_printf("sizeof(*(%s))", pointer);
    g->address = address;
    g->size = size;
    *within = cld_guard_within(r, g);
    *missed = *within ? cld_guard_missed(r, g) : NULL;
    free((char *)g->access.bounds);
    free(pointer);
    free(offset);
    free(address);
    free(size);
    return *within != NULL;
}

static bool guard(struct cld_rewriter *r, const struct cld_node *n, const struct memory_call *m,
                  struct cld_text *out)
{
    struct cld_frame f = {0};
    struct cld_guarded g = {0};
    char *within = NULL, *missed = NULL;
    struct cld_text made = {0};
    bool is_void = cld_type_kind(n->type) == CXType_Void;
    bool can = want_arguments(&f, n, m, &g) && !f.broken;
    struct cld_frame *outer = r->frame;
    r->frame = &f;
    if (can) {
        cld_emit_bare(r, n, &made);
        can = !f.broken;
    }
    if (can && judge(r, n, m, &g, &within, &missed) && (is_void || cld_is_unused(n)))
        cld_text_format(out, "(%s(%s ? (void)(%s) : %s))", cld_text_get(&f.prelude), within, made.data,
                        missed);
    else if (can && within)
        cld_guard_value(within, missed, made.data, n->type, cld_text_get(&f.prelude), out);
    else if (can) /* nothing to check */
        cld_text_format(out, f.prelude.size ? "(%s%s)" : "%s%s", cld_text_get(&f.prelude), made.data);
    r->frame = outer;
    if (f.broken)
        cld_guard_give_up(r, n, &g, f.why);
    cld_text_free(&made);
    cld_frame_free(&f);
    free(within);
    free(missed);
    return can;
}

/* False: no function that is guarded. */
static bool memory_call(struct cld_rewriter *r, const struct cld_node *n, struct memory_call *m)
{
    char *name;
    bool ours = cld_calls_program(r, n, &name);
    bool is = name && !ours && (vector_call(name, m) || atomic_call(name, m) || result_call(name, m));
    const struct cld_node *pointer = is ? argument(n, m->pointer) : NULL;
    free(name);
    return pointer && (cld_node_is_pointer(pointer) || cld_node_is_array(pointer));
}

bool cld_guard_call_path(struct cld_rewriter *r, const struct cld_node *n, struct cld_frame *f,
                         struct cld_guarded *g)
{
    struct memory_call m;
    if (!memory_call(r, n, &m) || !want_arguments(f, n, &m, g))
        return false;
    if (!g->n_steps)
        add_pointer(g, n, &m);
    g->access.node = g->access.pointer = argument(n, m.pointer);
    return g->n_steps > 0;
}

bool cld_guard_call(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct memory_call m;
    return memory_call(r, n, &m) && !cld_is_proven(r, n) && guard(r, n, &m, out);
}
