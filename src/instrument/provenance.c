/* provenance.c - the companions of a function's pointer variables. */
#include "instrument/provenance.h"

#include "instrument/access.h"
#include "instrument/guard.h"

#include <stdlib.h>
#include <string.h>

/* ---- variables
 * ------------------------------------------------------------------------------------------------ */

static struct cld_companion *find(const struct cld_provenance *p, CXCursor variable)
{
    for (size_t i = 0; i < p->count; i++)
        if (clang_equalCursors(p->list[i].variable, variable))
            return &p->list[i];
    return NULL;
}

static long long pointers_in_array(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind != CXType_ConstantArray || !cld_is_pointer(clang_getArrayElementType(canonical)))
        return 0;
    return clang_getArraySize(canonical);
}

static bool holds_pointers(CXCursor variable)
{
    CXType type = clang_getCursorType(variable);
    struct cld_names members = cld_pointer_members(type);
    bool holds = cld_variable_is_pointer(variable) || pointers_in_array(type) > 0 || members.count > 0;
    cld_names_free(&members);
    return holds;
}

static void declare(struct cld_provenance *p, const struct cld_companion *c)
{
    CXType type = clang_getCursorType(c->variable);
    struct cld_names members = cld_pointer_members(type);
    long long elements = pointers_in_array(type);
    if (elements > 0) {
        cld_text_format(&p->declarations, " __cld_span %s[%lld] = {", c->name, elements);
        for (long long i = 0; i < elements; i++) /* no loop: PoCL 3.1 trips over some beside barriers */
            cld_text_format(&p->declarations, "%s%s", i ? ", " : "", CLD_UNKNOWN_BOUNDS);
        cld_text_add(&p->declarations, "};");
    } else if (cld_is_pointer(type)) {
        cld_text_format(&p->declarations, " __cld_span %s = %s;", c->name, CLD_UNKNOWN_BOUNDS);
    }
    for (size_t i = 0; i < members.count; i++)
        cld_text_format(&p->declarations, " __cld_span %s_%s = %s;", c->name, members.names[i],
                        CLD_UNKNOWN_BOUNDS);
    cld_names_free(&members);
}

static void add(struct cld_provenance *p, CXCursor variable, char *name, bool declared)
{
    p->list = cld_grow(p->list, &p->room, p->count, sizeof *p->list);
    p->list[p->count++] = (struct cld_companion){variable, name, false, declared};
    if (!declared)
        declare(p, &p->list[p->count - 1]);
}

/* The variables of a function's blocks; those in other memory than private are shared: nothing follows them.
 */
static void add_variables(struct cld_provenance *p, const struct cld_node *n)
{
    if (n->kind == CLD_NODE_VARIABLE && cld_type_space(n->type) == CLD_SPACE_PRIVATE &&
        clang_Cursor_getStorageClass(n->cursor) != CX_SC_Static && holds_pointers(n->cursor))
        add(p, n->cursor, cld_printf("__cld_b%zu", p->count), false);
    for (const struct cld_node *c = n->first; c; c = c->next)
        add_variables(p, c);
}

static void add_parameters(struct cld_provenance *p, const struct cld_function *f)
{
    int n = clang_Cursor_getNumArguments(f->cursor);
    for (int i = 0; i < n; i++) {
        CXCursor parameter = clang_Cursor_getArgument(f->cursor, (unsigned)i);
        if (holds_pointers(parameter))
            add(p, parameter, cld_printf("__cld_p%d", i), true);
    }
}

/* ---- what escapes
 * ---------------------------------------------------------------------------------------------- */

/* The variable that a path without pointers begins with. */
static const struct cld_node *root(const struct cld_node *n)
{
    for (n = cld_node_strip(n); n; n = cld_node_strip(n)) {
        if (n->kind == CLD_NODE_NAME)
            return n;
        if (n->kind == CLD_NODE_MEMBER || n->kind == CLD_NODE_SWIZZLE)
            n = n->first;
        else if (n->kind == CLD_NODE_SUBSCRIPT && !cld_node_is_pointer(cld_subscript_base(n)))
            n = cld_subscript_base(n);
        else
            return NULL;
    }
    return NULL;
}

static bool is_path(const struct cld_node *n)
{
    return n->kind == CLD_NODE_NAME || n->kind == CLD_NODE_MEMBER || n->kind == CLD_NODE_SUBSCRIPT;
}

static bool is_designated(const struct cld_rewriter *r, const struct cld_node *list)
{
    unsigned at = list->begin;
    for (const struct cld_node *c = list->first; c; c = c->next) {
        for (unsigned k = at; k < c->begin; k++)
            if (strchr(".[=", r->unit->text[k]))
                return true;
        at = c->end;
    }
    return false;
}

/* Child i of the list is for element i or member i: nothing is designated, no braces are left out. */
static bool list_is_plain(const struct cld_rewriter *r, CXType type, const struct cld_node *list)
{
    struct cld_fields fields = cld_fields(type);
    bool plain = !is_designated(r, list);
    size_t i = 0;
    for (const struct cld_node *e = list->first; e && plain; e = e->next, i++) {
        if (cld_is_struct(type))
            plain = i < fields.count &&
                    (e->constant || fields.list[i].is_pointer == cld_node_is_pointer(e) ||
                     (fields.list[i].is_pointer && cld_node_is_array(e))) &&
                    (!fields.list[i].is_aggregate || e->kind == CLD_NODE_INIT_LIST);
        else
            plain = e->kind != CLD_NODE_INIT_LIST;
    }
    cld_fields_free(&fields);
    return plain;
}

/* Of a variable whose initialiser can't be followed nothing is known, also later. */
static void mark_initialiser(const struct cld_rewriter *r, struct cld_provenance *p, const struct cld_node *n)
{
    struct cld_companion *c = n->kind == CLD_NODE_VARIABLE ? find(p, n->cursor) : NULL;
    const struct cld_node *value = n->last;
    if (c && value && value->kind == CLD_NODE_INIT_LIST && !list_is_plain(r, n->type, value))
        c->escapes = true;
}

static void mark_escapes(const struct cld_rewriter *r, struct cld_provenance *p, const struct cld_node *n)
{
    mark_initialiser(r, p, n);
    if (is_path(n) && n->use == CLD_USE_ADDRESS && !n->inner) {
        const struct cld_node *variable = root(n);
        struct cld_companion *c = variable ? find(p, clang_getCursorReferenced(variable->cursor)) : NULL;
        if (c)
            c->escapes = true;
    }
    for (const struct cld_node *c = n->first; c; c = c->next)
        mark_escapes(r, p, c);
}

struct cld_provenance *cld_provenance_new(struct cld_rewriter *r, const struct cld_function *f)
{
    struct cld_provenance *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    add_parameters(p, f);
    add_variables(p, f->tree);
    mark_escapes(r, p, f->tree);
    return p;
}

void cld_provenance_free(struct cld_provenance *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->count; i++)
        free(p->list[i].name);
    for (size_t i = 0; i < p->n_moments; i++) {
        free(p->moments[i].bounds);
        free(p->moments[i].value);
    }
    free(p->list);
    free(p->moments);
    cld_text_free(&p->declarations);
    free(p);
}

/* ---- names
 * ------------------------------------------------------------------------------------------------------ */

static const struct cld_companion *known(struct cld_rewriter *r, const struct cld_node *name)
{
    if (!name || name->kind != CLD_NODE_NAME)
        return NULL;
    const struct cld_companion *c = find(r->provenance, clang_getCursorReferenced(name->cursor));
    return c && !c->escapes ? c : NULL;
}

const struct cld_companion *cld_companion_of_struct(struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_companion *c = known(r, cld_node_strip(n));
    return c && cld_is_struct(clang_getCursorType(c->variable)) ? c : NULL;
}

/* An index beyond the array is a fault of its own; here it must only do no harm. */
static char *element(struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_node *base = cld_subscript_base(n), *index = base == n->first ? n->last : n->first;
    const struct cld_companion *c = base ? known(r, cld_node_strip(base)) : NULL;
    long long elements = c ? pointers_in_array(clang_getCursorType(c->variable)) : 0;
    if (elements <= 0 || !(r->guard ? cld_is_simple(index) : cld_is_pure(index)))
        return NULL;
    const char *text = r->unit->text + index->begin;
    int size = (int)(index->end - index->begin);
    return cld_printf("%s[(ulong)(%.*s) < %lld ? (%.*s) : 0]", c->name, size, text, elements, size, text);
}

/* Members of anonymous members are spelled like the struct's own. */
static bool has_member(const struct cld_companion *c, const char *name)
{
    struct cld_names members = cld_pointer_members(clang_getCursorType(c->variable));
    bool has = !cld_names_add(&members, name, strlen(name));
    cld_names_free(&members);
    return has;
}

char *cld_companion_of(struct cld_rewriter *r, const struct cld_node *path)
{
    const struct cld_node *n = cld_node_strip(path);
    if (n->kind == CLD_NODE_SUBSCRIPT)
        return element(r, n);
    if (n->kind == CLD_NODE_MEMBER) {
        const struct cld_companion *c = cld_companion_of_struct(r, n->first);
        CXString member = clang_getCursorSpelling(n->cursor);
        char *name = c && has_member(c, clang_getCString(member))
                         ? cld_printf("%s_%s", c->name, clang_getCString(member))
                         : NULL;
        clang_disposeString(member);
        return name;
    }
    const struct cld_companion *c = known(r, n);
    return c && cld_variable_is_pointer(c->variable) ? cld_copy(c->name, strlen(c->name)) : NULL;
}

char *cld_provenance_temporary(struct cld_rewriter *r, const char *type)
{
    struct cld_provenance *p = r->provenance;
    char *name = cld_printf("__cld_t%u", p->temporaries++);
    cld_text_format(&p->declarations, " %s %s;", type, name);
    return name;
}

void cld_provenance_moment(struct cld_rewriter *r, const struct cld_node *n, char *bounds, char *value)
{
    struct cld_provenance *p = r->provenance;
    p->moments = cld_grow(p->moments, &p->moments_room, p->n_moments, sizeof *p->moments);
    p->moments[p->n_moments++] = (struct cld_moment){n, bounds, value};
}

const struct cld_moment *cld_provenance_find(const struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_provenance *p = r->provenance;
    for (size_t i = p->n_moments; i-- > 0;) /* the latest: a region may be written twice */
        if (p->moments[i].node == n)
            return &p->moments[i];
    return NULL;
}

void cld_provenance_start(struct cld_rewriter *r, const struct cld_function *f, const char *body,
                          struct cld_text *out)
{
    const char *declarations = cld_text_get(&r->provenance->declarations);
    struct cld_text all = {0};
    cld_text_format(&all, "%s%s", declarations, body);
    if (f->is_kernel)
        cld_provenance_kernel_start(r, f, all.data, out);
    if (strstr(body, "__cld_sink"))
        cld_text_add(out, " __cld_span __cld_sink;");
    cld_text_add(out, declarations);
    cld_text_free(&all);
}

/* ---- nodes that move bounds along
 * --------------------------------------------------------------------------------- */

/* The text of `n`, in which `child` assigns its bounds. */
static void emit_with(struct cld_rewriter *r, const struct cld_node *n, const struct cld_node *child,
                      const char *to, struct cld_text *out)
{
    unsigned at = n->begin;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        cld_emit_source(r, at, c->begin, out);
        if (c == child)
            cld_bounds_push(r, c, to, out);
        else
            cld_emit(r, c, out);
        at = c->end;
    }
    cld_emit_source(r, at, n->end, out);
}

/* "a_p = b_p, a_q = b_q, ": the members of a struct that is assigned. */
static char *member_bounds(struct cld_rewriter *r, CXType type, const char *to, const struct cld_node *from)
{
    struct cld_text t = {0};
    struct cld_names members = cld_pointer_members(type);
    const struct cld_companion *c = cld_companion_of_struct(r, from);
    cld_text_add(&t, "");
    for (size_t i = 0; i < members.count; i++) {
        const char *member = members.names[i];
        if (c)
            cld_text_format(&t, "%s_%s = %s_%s, ", to, member, c->name, member);
        else
            cld_text_format(&t, "%s_%s = %s, ", to, member, CLD_UNKNOWN_BOUNDS);
    }
    cld_names_free(&members);
    return t.data;
}

bool cld_provenance_assign(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_node *to = n->first, *from = n->last;
    if (cld_node_is_pointer(to)) {
        char *companion = cld_companion_of(r, to);
        if (companion)
            emit_with(r, n, from, companion, out);
        free(companion);
        return companion != NULL;
    }
    const struct cld_companion *c = cld_companion_of_struct(r, to);
    if (!c)
        return false;
    char *members = member_bounds(r, to->type, c->name, from);
    cld_text_format(out, "(%s", members);
    emit_with(r, n, NULL, NULL, out);
    cld_text_add(out, ")");
    free(members);
    return true;
}

static void emit_list(struct cld_rewriter *r, const struct cld_companion *c, const struct cld_node *list,
                      struct cld_text *out)
{
    bool is_struct = cld_is_struct(clang_getCursorType(c->variable));
    struct cld_fields fields = cld_fields(clang_getCursorType(c->variable));
    unsigned at = list->begin, index = 0;
    for (const struct cld_node *e = list->first; e; e = e->next, index++) {
        char *to = NULL;
        if (!is_struct)
            to = cld_printf("%s[%u]", c->name, index);
        else if (fields.list[index].is_pointer)
            to = cld_printf("%s_%s", c->name, fields.list[index].name);
        cld_emit_source(r, at, e->begin, out);
        if (to)
            cld_bounds_push(r, e, to, out);
        else
            cld_emit(r, e, out);
        at = e->end;
        free(to);
    }
    cld_emit_source(r, at, list->end, out);
    cld_fields_free(&fields);
}

static bool emit_variable(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_companion *c = find(r->provenance, n->cursor);
    CXCursor init = clang_Cursor_getVarDeclInitializer(n->cursor);
    const struct cld_node *value = n->last;
    if (!c || c->escapes || clang_Cursor_isNull(init) || !value || value->frozen)
        return false;
    cld_emit_source(r, n->begin, value->begin, out); /* array sizes are constants: nothing in them changes */
    if (value->kind == CLD_NODE_INIT_LIST && !cld_is_pointer(n->type)) {
        emit_list(r, c, value, out);
    } else if (cld_is_pointer(n->type)) {
        cld_bounds_push(r, value, c->name, out);
    } else if (cld_is_struct(n->type) && value->kind != CLD_NODE_INIT_LIST) {
        char *members = member_bounds(r, n->type, c->name, value);
        cld_text_format(out, "(%s", members);
        cld_emit(r, value, out);
        cld_text_add(out, ")");
        free(members);
    } else {
        cld_emit(r, value, out);
    }
    return true;
}

/* The pointer that a path begins with: the access will ask for its bounds when it has been evaluated. */
static bool begins_path(const struct cld_node *n)
{
    const struct cld_node *p = n->parent;
    if (!p || !cld_node_is_pointer(n))
        return false;
    return p->kind == CLD_NODE_DEREF || p->kind == CLD_NODE_ARROW ||
           (p->kind == CLD_NODE_SUBSCRIPT && cld_subscript_base(p) == n);
}

static bool emit_path_begin(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    char *bounds = cld_bounds(r, n);
    if (bounds) {
        free(bounds);
        return false;
    }
    char *temporary = cld_provenance_temporary(r, "__cld_span");
    cld_bounds_push(r, n, temporary, out);
    cld_provenance_moment(r, n, temporary, NULL);
    return true;
}

static bool is_result(const struct cld_rewriter *r, const struct cld_node *n)
{
    return n->parent && n->parent->kind == CLD_NODE_RETURN &&
           cld_is_pointer(clang_getCursorResultType(r->function->cursor));
}

enum cld_emitted cld_provenance_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_moment *m = cld_provenance_find(r, n);
    if (m && m->value) {
        cld_text_add(out, m->value);
        return CLD_EMITTED_WHOLE;
    }
    if (n == r->provenance->bare || n->frozen)
        return CLD_EMITTED_NOT;
    if (is_result(r, n)) {
        cld_bounds_push(r, n, "(*__cld_result_bounds)", out);
        return CLD_EMITTED_WHOLE;
    }
    if (begins_path(n))
        return emit_path_begin(r, n, out) ? CLD_EMITTED_WHOLE : CLD_EMITTED_NOT;
    if (n->kind == CLD_NODE_ASSIGN && cld_guard_store(r, n, out))
        return CLD_EMITTED_WHOLE;
    if (n->kind == CLD_NODE_ASSIGN)
        return cld_provenance_assign(r, n, out) ? CLD_EMITTED_BARE : CLD_EMITTED_NOT;
    if (n->kind == CLD_NODE_VARIABLE)
        return emit_variable(r, n, out) ? CLD_EMITTED_BARE : CLD_EMITTED_NOT;
    return CLD_EMITTED_NOT;
}
