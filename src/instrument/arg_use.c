#include "instrument/arg_use.h"

#include "instrument/access.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_AT_MOST 16 /* of calls; OpenCL C has no recursion */

/* The first access of each sort: its offset in the unit's text, and 1. 0: there is none. */
struct use {
    unsigned read, write;
    unsigned image[8]; /* by read_image{f,i,ui,h}(), then write_image{f,i,ui,h}() */
    bool asks;         /* what format the image has */
    bool replaced;     /* the parameter is assigned another pointer, or somebody has its address */
};

struct search {
    const struct cld_unit *unit;
    const struct cld_functions *all;
    const struct cld_function *function;
    struct use *uses; /* one a parameter */
    int n, depth;
};

/* ---- which parameter's memory a pointer expression points to; -1: unknown
 * ---------------------------------- */

static int parameter(const struct search *s, const struct cld_node *name)
{
    CXCursor variable = clang_getCursorReferenced(name->cursor);
    for (int i = 0; i < s->n; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(s->function->cursor, (unsigned)i), variable))
            return i;
    return -1;
}

static const struct cld_node *pointer_of(const struct cld_node *n)
{
    const struct cld_node *base = n->kind == CLD_NODE_SUBSCRIPT ? cld_subscript_base(n) : n->first;
    return base && cld_node_is_pointer(base) ? base : NULL;
}

static bool goes_through_pointer(const struct cld_node *n)
{
    return (n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_ARROW) &&
           pointer_of(n);
}

static int root(const struct search *s, const struct cld_node *n)
{
    for (int steps = 0; n && steps < 64; steps++) {
        n = cld_node_strip(n);
        switch (n ? n->kind : CLD_NODE_OTHER) {
        case CLD_NODE_NAME:
            return parameter(s, n);
        case CLD_NODE_CAST:
            n = n->last;
            break;
        case CLD_NODE_STEP:
            n = n->first;
            break;
        case CLD_NODE_BINARY: /* p + i, i + p, p - i */
            n = n->first && cld_node_is_pointer(n->first) ? n->first : n->last;
            if (!n || !cld_node_is_pointer(n))
                return -1;
            break;
        case CLD_NODE_ADDRESS: /* &p[i], &p->m: a path that begins with a pointer */
            for (n = cld_node_strip(n->first); n && n->kind == CLD_NODE_MEMBER;)
                n = cld_node_strip(n->first);
            if (!n || !goes_through_pointer(n))
                return -1;
            n = pointer_of(n);
            break;
        default:
            return -1;
        }
    }
    return -1;
}

/* ---- what is done with it
 * ----------------------------------------------------------------------------------- */

static void note(struct search *s, const struct cld_node *pointer, const struct cld_node *at, bool reads,
                 bool writes)
{
    int i = pointer ? root(s, pointer) : -1;
    if (i < 0)
        return;
    if (reads && !s->uses[i].read)
        s->uses[i].read = at->begin + 1;
    if (writes && !s->uses[i].write)
        s->uses[i].write = at->begin + 1;
}

static void note_access(struct search *s, const struct cld_node *n)
{
    bool reads = n->use == CLD_USE_READ || n->use == CLD_USE_READ_WRITE;
    bool writes = n->use == CLD_USE_WRITE || n->use == CLD_USE_READ_WRITE;
    note(s, pointer_of(n), n, reads, writes);
}

/* An image is a parameter itself. */
static void note_image(struct search *s, const struct cld_node *call, const char *name)
{
    static const char *const kinds[] = {"read_imagef",  "read_imagei",  "read_imageui",  "read_imageh",
                                        "write_imagef", "write_imagei", "write_imageui", "write_imageh"};
    const struct cld_node *first = cld_node_child(call, 1);
    int i = first ? root(s, first) : -1;
    if (i < 0)
        return;
    s->uses[i].asks |= strcmp(name, "get_image_channel_data_type") == 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcmp(name, kinds[k]) == 0 && !s->uses[i].image[k])
            s->uses[i].image[k] = call->begin + 1;
}

static void note_builtin(struct search *s, const struct cld_node *call, const char *name)
{
    const struct cld_node *first = cld_node_child(call, 1), *second = cld_node_child(call, 2);
    if (cld_begins(name, "vload"))
        note(s, second, call, true, false);
    else if (strstr(name, "_image"))
        note_image(s, call, name);
    else if (cld_begins(name, "vstore"))
        note(s, cld_node_child(call, 3), call, false, true);
    else if (cld_begins(name, "async_work_group_")) {
        note(s, first, call, false, true);
        note(s, second, call, true, false);
    } else if (cld_begins(name, "atomic_load"))
        note(s, first, call, true, false);
    else if (cld_begins(name, "atomic_store") || cld_begins(name, "atomic_init"))
        note(s, first, call, false, true);
    else if (cld_begins(name, "atomic_") || cld_begins(name, "atom_"))
        note(s, first, call, true, true);
}

static struct use *uses_of(const struct cld_unit *u, const struct cld_functions *all,
                           const struct cld_function *f, int depth);

static bool is_image_used(const struct use *u)
{
    for (size_t k = 0; k < sizeof u->image / sizeof u->image[0]; k++)
        if (u->image[k])
            return true;
    return false;
}

static bool is_used(const struct use *u)
{
    return u->read || u->write || u->asks || is_image_used(u);
}

/* What a function of the program does with the pointers that it is given. */
static void note_function(struct search *s, const struct cld_node *call, const struct cld_function *f)
{
    struct use *theirs = s->depth < DEPTH_AT_MOST ? uses_of(s->unit, s->all, f, s->depth + 1) : NULL;
    int n = clang_Cursor_getNumArguments(f->cursor), i = 0;
    for (const struct cld_node *a = call->first->next; a && theirs && i < n; a = a->next, i++) {
        int mine = is_used(&theirs[i]) ? root(s, a) : -1;
        if (mine < 0 || theirs[i].replaced)
            continue;
        s->uses[mine].asks |= theirs[i].asks;
        for (size_t k = 0; k < sizeof theirs->image / sizeof theirs->image[0]; k++)
            if (!s->uses[mine].image[k])
                s->uses[mine].image[k] = theirs[i].image[k];
        if (!s->uses[mine].read)
            s->uses[mine].read = theirs[i].read;
        if (!s->uses[mine].write)
            s->uses[mine].write = theirs[i].write;
    }
    free(theirs);
}

static void note_call(struct search *s, const struct cld_node *call)
{
    const struct cld_node *callee = call->first ? cld_node_strip(call->first) : NULL;
    if (!callee || callee->kind != CLD_NODE_NAME)
        return;
    CXString spelling = clang_getCursorSpelling(callee->cursor);
    const char *name = clang_getCString(spelling);
    const struct cld_function *f = cld_function_defined(s->all, name ? name : "");
    if (f)
        note_function(s, call, f);
    else if (name)
        note_builtin(s, call, name);
    clang_disposeString(spelling);
}

/* p = q and &p; p++ and p += n stay in the same memory. */
static void note_name(struct search *s, const struct cld_node *n)
{
    int i = n->use == CLD_USE_WRITE || n->use == CLD_USE_ADDRESS ? parameter(s, n) : -1;
    if (i >= 0)
        s->uses[i].replaced = true;
}

static void walk(struct search *s, const struct cld_node *n)
{
    if (n->use == CLD_USE_NONE)
        return;
    if (goes_through_pointer(n))
        note_access(s, n);
    else if (n->kind == CLD_NODE_CALL)
        note_call(s, n);
    else if (n->kind == CLD_NODE_NAME)
        note_name(s, n);
    for (const struct cld_node *c = n->first; c; c = c->next)
        walk(s, c);
}

static struct use *uses_of(const struct cld_unit *u, const struct cld_functions *all,
                           const struct cld_function *f, int depth)
{
    struct search s = {u, all, f, NULL, clang_Cursor_getNumArguments(f->cursor), depth};
    s.n = s.n > 0 ? s.n : 0;
    s.uses = calloc((size_t)s.n + 1, sizeof *s.uses);
    if (!s.uses)
        abort();
    if (f->tree)
        walk(&s, f->tree);
    return s.uses;
}

/* ---- as a text --------------------------------------------------------------------------------------------
 */

/* Of the program's own source; 0: it stands in a header. */
static unsigned line_of(const struct cld_unit *u, unsigned offset)
{
    size_t row = 0;
    for (unsigned i = 0; i < offset && i < u->size; i++)
        row += u->text[i] == '\n';
    return row < u->n_lines && !*u->lines[row].file ? u->lines[row].line : 0;
}

/* Bytes of a struct or union that is passed by value; 0: it is none. */
static long long struct_bytes(const struct cld_function *kernel, int i)
{
    CXType type =
        clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(kernel->cursor, (unsigned)i)));
    long long size = type.kind == CXType_Record ? clang_Type_getSizeOf(type) : 0;
    return size > 0 ? size : 0;
}

void cld_arg_uses(const struct cld_unit *unit, const struct cld_functions *functions,
                  const struct cld_function *kernel, struct cld_text *out)
{
    struct use *uses = uses_of(unit, functions, kernel, 0);
    int n = clang_Cursor_getNumArguments(kernel->cursor);
    const char *before = "";
    for (int i = 0; i < n; i++) {
        long long bytes = struct_bytes(kernel, i);
        bool has_image = !uses[i].asks && is_image_used(&uses[i]);
        if (!bytes && (uses[i].replaced || !(uses[i].read || uses[i].write || has_image)))
            continue;
        cld_text_format(out, "%s%d", before, i);
        before = " ";
        if (bytes) {
            cld_text_format(out, "s%lld", bytes);
            continue;
        }
        if (uses[i].read)
            cld_text_format(out, "r%u", line_of(unit, uses[i].read - 1));
        if (uses[i].write)
            cld_text_format(out, "w%u", line_of(unit, uses[i].write - 1));
        for (size_t k = 0; k < sizeof uses->image / sizeof uses->image[0] && has_image; k++)
            if (uses[i].image[k])
                cld_text_format(out, "%c%u", "fiuhFIUH"[k], line_of(unit, uses[i].image[k] - 1));
    }
    free(uses);
}
