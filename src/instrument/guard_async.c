/* guard_async.c - the calls of a program's text: async copies and their waits. */
#include "instrument/async.h"
#include "instrument/async_range.h"

#include "instrument/guard.h"
#include "instrument/provenance.h"
#include "instrument/voting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copy {
    const struct cld_node *dst, *src, *n, *stride, *event;
    char type[32]; /* of an element */
    bool is_in;    /* into local memory */
    char *dst_text, *src_text, *n_text, *stride_text, *event_text;
};

static const struct cld_node *argument(const struct cld_node *call, unsigned i)
{
    return cld_node_child(call, i + 1);
}

static CXType pointee(CXType type)
{
    CXType t = clang_getCanonicalType(type);
    return t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t);
}

/* Of a pointer argument: as the function takes it, which was chosen by its type. */
static CXType element_of(const struct cld_node *call, unsigned i)
{
    CXCursor callee = clang_getCursorReferenced(cld_node_strip(call->first)->cursor);
    CXType type = clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(callee, i)));
    return pointee(type.kind == CXType_Pointer ? type : cld_node_strip(argument(call, i))->type);
}

/* A 0 that compilers don't know (rewrite.c: emit_arguments). */
static const char *zero(const struct cld_rewriter *r)
{
    return r->function->is_kernel ? "(__cld_key >> 31)" : "(__cld_s->key >> 31)";
}

static const char *state(const struct cld_rewriter *r)
{
    return r->function->is_kernel ? "(&__cld_a)" : "__cld_s->async";
}

/* ---- copies
 * ------------------------------------------------------------------------------------------------------ */

static bool is_copy(const char *name)
{
    return strcmp(name, "async_work_group_copy") == 0 || strcmp(name, "async_work_group_strided_copy") == 0;
}

static bool take(const struct cld_node *call, bool strided, struct copy *c)
{
    char room[32];
    CXType to = element_of(call, 0);
    const char *type = cld_type_name(to, room);
    *c = (struct copy){.dst = argument(call, 0),
                       .src = argument(call, 1),
                       .n = argument(call, 2),
                       .stride = strided ? argument(call, 3) : NULL,
                       .event = argument(call, strided ? 4 : 3),
                       .is_in = cld_type_space(to) == CLD_SPACE_LOCAL};
    if (!type || !c->event)
        return false;
    /* a half can't be loaded everywhere, and three components are copied as four */
    const char *width = strncmp(type, "half", 4) == 0 ? type + 4 : NULL;
    char *plain = width ? cld_printf("ushort%s", width) : cld_async_text(type);
    size_t n = strlen(plain);
    if (plain[n - 1] == '3')
        plain[n - 1] = '4';
    snprintf(c->type, sizeof c->type, "%s", plain);
    free(plain);
    return true;
}

static void take_texts(struct cld_rewriter *r, struct copy *c)
{
    c->dst_text = cld_frame_text(r, c->dst);
    c->src_text = cld_frame_text(r, c->src);
    c->n_text = cld_frame_text(r, c->n);
    c->stride_text = c->stride ? cld_frame_text(r, c->stride) : cld_async_text("1UL");
    c->event_text = cld_frame_text(r, c->event);
}

static void copy_free(struct copy *c)
{
    free(c->dst_text);
    free(c->src_text);
    free(c->n_text);
    free(c->stride_text);
    free(c->event_text);
}

/* The loop of a GPU, as drivers have it; its name. */
static char *loop_of(struct cld_rewriter *r, const struct copy *c)
{
    const char *to = c->is_in ? "__local" : "__global", *from = c->is_in ? "__global" : "__local";
    char *name = cld_printf("__cld_copy_%s_%s", c->is_in ? "in" : "out", c->type);
    char *text =
        cld_printf("CLD_FN void %s(%s %s *d, const %s %s *s, ulong n, ulong stride_d, ulong stride_s)\n"
                   "{\n"
                   "    for (ulong i = __cld_item(); i < n; i += __cld_items())\n"
                   "        d[i * stride_d] = s[i * stride_s];\n"
                   "}\n",
                   name, to, c->type, from, c->type);
    cld_rewriter_helper(r, name, text);
    free(text);
    return name;
}

static char *made(struct cld_rewriter *r, const struct cld_node *call, const struct copy *c)
{
    if (r->device->is_cpu) {
        char *stride = c->stride ? cld_printf("%s, ", c->stride_text) : cld_async_text("");
        const struct cld_node *callee = cld_node_strip(call->first);
        char *text = cld_printf("(void)(*%s->real = %.*s(%s, %s, %s, %s*%s->real))", state(r),
                                (int)(callee->end - callee->begin), r->unit->text + callee->begin,
                                c->dst_text, c->src_text, c->n_text, stride, state(r));
        free(stride);
        return text;
    }
    char *name = loop_of(r, c);
    char *text = cld_printf("%s((%s %s *)(%s) + %s, (const %s %s *)(%s) + %s, %s, %s, %s)", name,
                            c->is_in ? "__local" : "__global", c->type, c->dst_text, zero(r),
                            c->is_in ? "__global" : "__local", c->type, c->src_text, zero(r), c->n_text,
                            c->is_in ? "1UL" : c->stride_text, c->is_in ? c->stride_text : "1UL");
    free(name);
    return text;
}

static char *as_ulong(char *text)
{
    char *number = cld_printf("(ulong)(%s)", text);
    free(text);
    return number;
}

/* Kept in a variable of ours: "x = text, " */
static char *keep(struct cld_rewriter *r, const char *type, char *text, struct cld_text *out)
{
    char *name = cld_provenance_temporary(r, type);
    cld_text_format(out, "%s = %s, ", name, text);
    free(text);
    return name;
}

static struct cld_async_range range_of(struct cld_rewriter *r, const struct copy *c, bool is_dst,
                                       struct cld_text *out)
{
    bool is_local = c->is_in == is_dst;
    struct cld_async_range a = {.pointer = is_dst ? c->dst : c->src,
                                .space = is_local ? CLD_SPACE_LOCAL : CLD_SPACE_GLOBAL,
                                .n = cld_async_text(c->n_text),
                                .stride = cld_async_text(is_local ? "1UL" : c->stride_text)};
    const char *pointer = is_dst ? c->dst_text : c->src_text;
    a.address = keep(r, "ulong", cld_printf("(ulong)(%s) + %s", pointer, zero(r)), out);
    a.bounds = cld_async_bounds(r, &a);
    if (strncmp(a.bounds, "__cld_p", 7) != 0 && strcmp(a.bounds, CLD_UNKNOWN_BOUNDS) != 0)
        a.bounds = keep(r, "__cld_span", a.bounds, out);
    return a;
}

/* Good as a whole, or what is good of it. */
static void emit_checked(const struct cld_rewriter *r, const struct copy *c, const struct cld_async_range *d,
                         const struct cld_async_range *s, const char *size, const char *copy,
                         struct cld_text *out)
{
    const struct cld_async_range *local = c->is_in ? d : s;
    cld_text_format(out, "(%s%s%s ? %s : (", d->within ? d->within : "", d->within && s->within ? " && " : "",
                    s->within ? s->within : "", copy);
    if (d->missed)
        cld_text_format(out, "%s ? (void)0 : (void)%s, ", d->within, d->missed);
    if (s->missed)
        cld_text_format(out, "%s ? (void)0 : (void)%s, ", s->within, s->missed);
    cld_text_format(out, "__cld_part_%s((%s uchar *)(%s) + %s, (const %s uchar *)(%s) + %s, %s, %s, ",
                    c->is_in ? "in" : "out", c->is_in ? "__local" : "__global", c->dst_text, zero(r),
                    c->is_in ? "__global" : "__local", c->src_text, zero(r), d->bounds, s->bounds);
    cld_text_format(out, "%s, %s * %s, %s * %s, %s, ", d->n, d->stride, size, s->stride, size, size);
    cld_text_format(out, "__cld_mk(%s, (%s).y))))", local->address, local->bounds);
}

static unsigned sites_of_copy(struct cld_rewriter *r, const struct cld_node *call)
{
    static const char *const kinds[CLD_ASYNC_SITES] = {"ca", "cn", "cu", "ce"};
    unsigned first = 0;
    for (int i = 0; i < CLD_ASYNC_SITES; i++) {
        unsigned site = cld_sites_add(r->sites, r->unit_index, call, r->function->name);
        r->sites->list[site - 1].kind = kinds[i];
        first = first ? first : site;
    }
    return first;
}

static void emit_copy(struct cld_rewriter *r, const struct cld_node *call, struct copy *c,
                      struct cld_text *out)
{
    take_texts(r, c);
    c->n_text = keep(r, "ulong", as_ulong(c->n_text), out);
    if (c->stride)
        c->stride_text = keep(r, "ulong", as_ulong(c->stride_text), out);
    struct cld_async_range d = range_of(r, c, true, out), s = range_of(r, c, false, out);
    char *size = cld_printf("sizeof(%s)", c->type), *copy = made(r, call, c);
    cld_async_judge(r, &d, size, "cw");
    cld_async_judge(r, &s, size, "cr");
    if (d.within || s.within)
        emit_checked(r, c, &d, &s, size, copy, out);
    else
        cld_text_add(out, copy);
    cld_text_format(out, ", __cld_async_copy(%s, %uu, %s, %s, %s, %s, %s)", state(r), sites_of_copy(r, call),
                    d.address, s.address, d.n, c->stride_text, c->event_text);
    cld_async_range_free(&d);
    cld_async_range_free(&s);
    free(size);
    free(copy);
}

/* ---- waits
 * ------------------------------------------------------------------------------------------------------- */

/* Not after a vote has failed: not all would come. */
static void emit_barrier(struct cld_rewriter *r, struct cld_text *out)
{
    char *failed = r->votes ? cld_voting_failed(r) : NULL;
    if (failed)
        cld_text_format(out, "%s ? (void)0 : ", failed);
    cld_text_add(out, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE), ");
    free(failed);
}

static void emit_wait(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out)
{
    const struct cld_node *list = argument(call, 1);
    char *n = cld_frame_text(r, argument(call, 0)), *pointer = cld_frame_text(r, list);
    const struct cld_moment *known = cld_provenance_find(r, list);
    char *bounds = known ? cld_async_text(known->bounds) : cld_bounds(r, list);
    unsigned site = cld_sites_add(r->sites, r->unit_index, call, r->function->name);
    r->sites->list[site - 1].kind = "ce";
    if (r->device->is_cpu)
        cld_text_format(out, "wait_group_events(1, %s->real), *%s->real = __cld_no_event(), ", state(r),
                        state(r));
    else
        emit_barrier(r, out);
    cld_text_format(out, "__cld_async_wait(%s, %uu, %s, %s, %s)", state(r), site, n, pointer,
                    bounds ? bounds : CLD_UNKNOWN_BOUNDS);
    free(n);
    free(pointer);
    free(bounds);
}

/* ---- the call
 * ---------------------------------------------------------------------------------------------------- */

enum call_kind { NO_CALL, COPY, WAIT, PREFETCH };

static enum call_kind kind_of(struct cld_rewriter *r, const struct cld_node *call, struct copy *c)
{
    char *name;
    bool ours = cld_calls_program(r, call, &name);
    enum call_kind kind = NO_CALL;
    if (!name || ours)
        kind = NO_CALL;
    else if (strcmp(name, "prefetch") == 0 && argument(call, 1))
        kind = PREFETCH;
    else if (r->async.any && strcmp(name, "wait_group_events") == 0 && argument(call, 1))
        kind = WAIT;
    else if (r->async.any && is_copy(name) && take(call, strcmp(name, "async_work_group_copy") != 0, c))
        kind = COPY;
    else if (r->async.not_followed && r->unchecked && strncmp(name, "async_", 6) == 0)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, call, CLD_UNCHECKED_COPY);
    free(name);
    return kind;
}

bool cld_async_emit(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out)
{
    struct copy c = {0};
    enum call_kind kind = call->kind == CLD_NODE_CALL ? kind_of(r, call, &c) : NO_CALL;
    if (kind == NO_CALL)
        return false;
    struct cld_frame f = {0}, *outer = r->frame;
    struct cld_text text = {0};
    for (const struct cld_node *a = call->first->next; a; a = a->next)
        if (!cld_node_is_array(a) || !cld_is_pure(a)) /* an array can't be kept, nor need it */
            cld_frame_want(&f, a);
    r->frame = &f;
    if (kind == COPY)
        emit_copy(r, call, &c, &text);
    else if (kind == WAIT)
        emit_wait(r, call, &text);
    else
        cld_prefetch_emit(r, call, &text);
    r->frame = outer;
    cld_text_format(out, "(%s%s)", cld_text_get(&f.prelude), cld_text_get(&text));
    if (f.broken) /* what could not be kept was written as it is, and may be evaluated several times */
        cld_unit_fail(r->unit, "an async copy is given what can't be kept in a variable");
    copy_free(&c);
    cld_text_free(&text);
    cld_frame_free(&f);
    return true;
}
