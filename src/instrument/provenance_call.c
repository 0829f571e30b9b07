/* provenance_call.c - bounds over calls: hidden parameters, and what is passed for them. */
#include "instrument/provenance.h"

#include "instrument/image.h"

#include <stdlib.h>
#include <string.h>

bool cld_is_pointer(CXType type)
{
    return cld_type_kind(type) == CXType_Pointer;
}

bool cld_is_struct(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    return canonical.kind == CXType_Record &&
           clang_getCursorKind(clang_getTypeDeclaration(canonical)) == CXCursor_StructDecl;
}

bool cld_variable_is_pointer(CXCursor variable)
{
    enum CXTypeKind kind = cld_type_kind(clang_getCursorType(variable));
    bool is_array =
        kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
    return kind == CXType_Pointer || (is_array && clang_getCursorKind(variable) == CXCursor_ParmDecl);
}

static enum CXVisitorResult take_field(CXCursor c, CXClientData data)
{
    struct cld_fields *f = data;
    enum CXTypeKind kind = cld_type_kind(clang_getCursorType(c));
    CXString name = clang_getCursorSpelling(c);
    f->list = cld_grow(f->list, &f->room, f->count, sizeof *f->list);
    f->list[f->count++] =
        (struct cld_field){cld_copy(clang_getCString(name), strlen(clang_getCString(name))),
                           kind == CXType_Pointer, kind == CXType_Record || kind == CXType_ConstantArray};
    clang_disposeString(name);
    return CXVisit_Continue;
}

struct cld_fields cld_fields(CXType type)
{
    struct cld_fields f = {0};
    if (cld_is_struct(type))
        clang_Type_visitFields(clang_getCanonicalType(type), take_field, &f);
    return f;
}

void cld_fields_free(struct cld_fields *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->list[i].name);
    free(f->list);
    *f = (struct cld_fields){0};
}

struct cld_names cld_pointer_members(CXType type)
{
    struct cld_names members = {0};
    struct cld_fields f = cld_fields(type);
    for (size_t i = 0; i < f.count; i++)
        if (f.list[i].is_pointer && *f.list[i].name)
            cld_names_add(&members, f.list[i].name, strlen(f.list[i].name));
    cld_fields_free(&f);
    return members;
}

long long cld_provenance_unit(const struct cld_rewriter *r, CXCursor function, int i)
{
    CXType type =
        clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i)));
    CXType pointee =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    long long size = r->wants_launch ? clang_Type_getSizeOf(pointee) : 0;
    return size > 0 && size < 1 << 20 ? size : 0;
}

/* Parameter `i` of a function is a pointer. */
static bool takes_pointer(CXCursor function, int i)
{
    return cld_variable_is_pointer(clang_Cursor_getArgument(function, (unsigned)i));
}

static CXType parameter_type_of(CXCursor function, int i)
{
    return clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i));
}

/* ---- parameters
 * ------------------------------------------------------------------------------------------------- */

/* Bytes of a kernel's arguments, with ours, against what the device takes. */
static bool needs_table(const struct cld_rewriter *r, const struct cld_function *f)
{
    size_t bytes = 16;
    int n = clang_Cursor_getNumArguments(f->cursor);
    for (int i = 0; i < n; i++) {
        CXType type = clang_getCursorType(clang_Cursor_getArgument(f->cursor, (unsigned)i));
        long long size = clang_Type_getSizeOf(type);
        bytes += (size > 8 ? (size_t)size : 8) + (takes_pointer(f->cursor, i) ? 24 : 0) +
                 cld_image_hidden_bytes(type);
    }
    return r->device->max_parameter_size && bytes > r->device->max_parameter_size;
}

static void kernel_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    int n = clang_Cursor_getNumArguments(f->cursor);
    if (needs_table(r, f))
        cld_text_add(out, ", __global const ulong *__cld_sizes");
    for (int i = 0; i < n && !needs_table(r, f); i++) {
        if (!takes_pointer(f->cursor, i)) {
            cld_image_parameter(parameter_type_of(f->cursor, i), i, out);
            continue;
        }
        cld_text_format(out, ", ulong __cld_n%d", i);
        if (cld_provenance_unit(r, f->cursor, i))
            cld_text_format(out, ", ulong __cld_c%d, uint __cld_i%d", i, i);
    }
}

void cld_provenance_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    if (f->is_kernel) {
        kernel_parameters(r, f, out);
        return;
    }
    int n = clang_Cursor_getNumArguments(f->cursor);
    for (int i = 0; i < n; i++) {
        CXType type = clang_getCursorType(clang_Cursor_getArgument(f->cursor, (unsigned)i));
        struct cld_names members = cld_pointer_members(type);
        if (takes_pointer(f->cursor, i))
            cld_text_format(out, ", __cld_span __cld_p%d", i);
        cld_image_parameter(type, i, out);
        for (size_t k = 0; k < members.count; k++)
            cld_text_format(out, ", __cld_span __cld_p%d_%s", i, members.names[k]);
        cld_names_free(&members);
    }
    if (cld_is_pointer(clang_getCursorResultType(f->cursor)))
        cld_text_add(out, ", __private __cld_span *__cld_result_bounds");
}

void cld_provenance_hidden(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    int n = clang_Cursor_getNumArguments(f->cursor);
    bool table = needs_table(r, f);
    const char *before = table ? " T" : " S";
    for (int i = 0; i < n; i++) {
        CXType type = parameter_type_of(f->cursor, i);
        bool is_pointer = takes_pointer(f->cursor, i);
        if (!is_pointer && !cld_image_hidden_bytes(type))
            continue;
        if (is_pointer)
            cld_text_format(out, "%s%d", before, i);
        else
            cld_image_hidden(type, i, before, table, out);
        before = table ? "," : " S";
        if (!is_pointer)
            continue;
        long long unit = table ? 0 : cld_provenance_unit(r, f->cursor, i);
        if (unit)
            cld_text_format(out, " C%d,%lld I%d,%lld", i, unit, i, unit);
    }
}

static bool mentions(const char *text, const char *format, int i)
{
    char *name = cld_printf(format, i);
    size_t n = strlen(name);
    bool found = false;
    for (const char *at = text; !found && (at = strstr(at, name)); at += n)
        found = !strchr("0123456789_", at[n]) || !at[n];
    free(name);
    return found;
}

/* A kernel knows how many bytes there are behind each pointer that it was given. `body`: what of it is
 * needed. */
void cld_provenance_kernel_start(struct cld_rewriter *r, const struct cld_function *f, const char *body,
                                 struct cld_text *out)
{
    int n = clang_Cursor_getNumArguments(f->cursor), entry = 0;
    bool table = needs_table(r, f);
    for (int i = 0; i < n; i++) {
        CXCursor parameter = clang_Cursor_getArgument(f->cursor, (unsigned)i);
        CXString name = clang_getCursorSpelling(parameter);
        const char *text = clang_getCString(name);
        if (cld_variable_is_pointer(parameter) && *text) {
            long long unit = cld_provenance_unit(r, f->cursor, i);
            if (table)
                cld_text_format(out, " ulong __cld_n%d = __cld_sizes ? __cld_sizes[%d] : ~0UL;", i, entry);
            if (table && unit)
                cld_text_format(out,
                                " ulong __cld_c%d = __cld_n%d == ~0UL ? ~0UL : __cld_n%d / %lldUL;"
                                " uint __cld_i%d = (uint)min(__cld_c%d, 0x80000000UL);",
                                i, i, i, unit, i, i);
            if (mentions(body, "__cld_o%d", i)) /* the parameter changes */
                cld_text_format(out, " const ulong __cld_o%d = (ulong)%s;", i, text);
            if (!mentions(body, "__cld_p%d", i)) {
                clang_disposeString(name);
                entry++;
                continue;
            }
            char *unknown = r->guard ? cld_printf("__cld_find(__cld_ranges, (ulong)%s)", text)
                                     : cld_printf("%s", CLD_UNKNOWN_BOUNDS);
            cld_text_format(out,
                            " __cld_span __cld_p%d = __cld_n%d == ~0UL ? %s : __cld_mk((ulong)%s, (ulong)%s "
                            "+ __cld_n%d);",
                            i, i, unknown, text, text, i);
            free(unknown);
        }
        entry += cld_variable_is_pointer(parameter);
        if (table)
            entry += cld_image_from_table(clang_getCursorType(parameter), i, entry, out);
        clang_disposeString(name);
    }
}

/* ---- arguments
 * ---------------------------------------------------------------------------------------------------- */

static CXCursor callee(const struct cld_node *call)
{
    return clang_getCursorReferenced(cld_node_strip(call->first)->cursor);
}

/* The declared type of parameter `i`, as it is written; NULL: it has no name. The caller frees it. */
static char *parameter_type(const struct cld_node *call, int i)
{
    CXType type = clang_getCursorType(clang_Cursor_getArgument(callee(call), (unsigned)i));
    CXString spelling = clang_getTypeSpelling(clang_getUnqualifiedType(type));
    const char *text = clang_getCString(spelling);
    bool has_name = !strpbrk(text, "([");
    char *copy = has_name ? cld_copy(text, strlen(text)) : NULL;
    clang_disposeString(spelling);
    return copy;
}

static void hoist(struct cld_rewriter *r, const struct cld_node *call, const struct cld_node *argument, int i,
                  struct cld_text *out)
{
    char *bounds = cld_bounds(r, argument);
    char *type = bounds ? NULL : parameter_type(call, i);
    if (type) {
        char *value = cld_provenance_temporary(r, type), *to = cld_provenance_temporary(r, "__cld_span");
        cld_text_format(out, "%s = ", value);
        cld_bounds_push(r, argument, to, out);
        cld_text_add(out, ", ");
        cld_provenance_moment(r, argument, to, value);
    }
    free(type);
    free(bounds);
}

void cld_provenance_hoist(struct cld_rewriter *r, const struct cld_node *call, bool to_kernel,
                          struct cld_text *out)
{
    int i = 0, n = clang_Cursor_getNumArguments(callee(call));
    for (const struct cld_node *c = call->first->next; c && i < n && !to_kernel; c = c->next, i++)
        if (takes_pointer(callee(call), i))
            hoist(r, call, c, i, out);
}

static void pass_pointer(struct cld_rewriter *r, const struct cld_node *argument, struct cld_text *out)
{
    const struct cld_moment *m = cld_provenance_find(r, argument);
    char *bounds = m ? cld_copy(m->bounds, strlen(m->bounds)) : cld_bounds(r, argument);
    cld_text_format(out, ", %s", bounds ? bounds : CLD_UNKNOWN_BOUNDS);
    free(bounds);
}

static void pass_struct(struct cld_rewriter *r, CXType type, const struct cld_node *argument,
                        struct cld_text *out)
{
    struct cld_names members = cld_pointer_members(type);
    const struct cld_companion *c = cld_companion_of_struct(r, argument);
    for (size_t i = 0; i < members.count; i++) {
        if (c)
            cld_text_format(out, ", %s_%s", c->name, members.names[i]);
        else
            cld_text_format(out, ", %s", CLD_UNKNOWN_BOUNDS);
    }
    cld_names_free(&members);
}

static void pass_result(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out)
{
    const struct cld_provenance *p = r->provenance;
    if (p->result_call == call)
        cld_text_format(out, ", &%s", p->result_to);
    else
        cld_text_add(out, ", &__cld_sink");
}

/* What a kernel that is called as a function knows of its pointers: nothing. */
static void kernel_arguments(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out)
{
    struct cld_function f = {.cursor = callee(call)};
    int n = clang_Cursor_getNumArguments(f.cursor);
    if (needs_table(r, &f)) {
        cld_text_add(out, ", (__global const ulong *)0");
        return;
    }
    const struct cld_node *c = call->first->next;
    for (int i = 0; i < n && c; i++, c = c->next)
        if (takes_pointer(f.cursor, i))
            cld_text_add(out, cld_provenance_unit(r, f.cursor, i) ? ", ~0UL, ~0UL, 0x80000000u" : ", ~0UL");
        else
            cld_image_argument(r, parameter_type_of(f.cursor, i), c, out);
}

void cld_provenance_arguments(struct cld_rewriter *r, const struct cld_node *call, bool to_kernel,
                              struct cld_text *out)
{
    CXCursor function = callee(call);
    int i = 0, n = clang_Cursor_getNumArguments(function);
    if (to_kernel) {
        kernel_arguments(r, call, out);
        return;
    }
    for (const struct cld_node *c = call->first->next; c && i < n; c = c->next, i++) {
        CXType type = clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i));
        if (takes_pointer(function, i))
            pass_pointer(r, c, out);
        else
            pass_struct(r, type, c, out);
        cld_image_argument(r, type, c, out);
    }
    if (cld_is_pointer(clang_getCursorResultType(function)))
        pass_result(r, call, out);
}
