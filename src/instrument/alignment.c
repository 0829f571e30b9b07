/* alignment.c - expressions: what the address is a multiple of that a pointer holds, or that an lvalue has.
 */
#include "instrument/alignment.h"

#include "instrument/access.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

long long cld_low_bit(long long n)
{
    return n && (n & -n) < CLD_ALIGNED_TO_ALL ? n & -n : CLD_ALIGNED_TO_ALL;
}

long long cld_type_alignment(CXType type)
{
    long long align = clang_Type_getAlignOf(type);
    return align > 0 ? align : 1; /* void, and what is not complete */
}

/* A typedef may have an alignment of its own: the canonical type does not tell. */
CXType cld_pointee(const struct cld_node *pointer)
{
    CXType type = cld_node_strip(pointer)->type;
    for (;;) {
        if (type.kind == CXType_Typedef)
            type = clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(type));
        else if (type.kind == CXType_Elaborated)
            type = clang_Type_getNamedType(type);
        else
            break;
    }
    CXType pointee = clang_getPointeeType(type);
    if (pointee.kind != CXType_Invalid)
        return pointee;
    pointee = clang_getArrayElementType(type);
    if (pointee.kind != CXType_Invalid)
        return pointee;
    CXType canonical = clang_getCanonicalType(type);
    return canonical.kind == CXType_Pointer ? clang_getPointeeType(canonical)
                                            : clang_getArrayElementType(canonical);
}

long long cld_element_alignment(const struct cld_node *pointer)
{
    return cld_type_alignment(cld_pointee(pointer));
}

static long long element_step(const struct cld_node *pointer)
{
    long long size = clang_Type_getSizeOf(cld_pointee(pointer));
    return size > 0 ? cld_low_bit(size) : 1;
}

static const struct cld_node *index_of(const struct cld_node *subscript, const struct cld_node *base)
{
    return subscript->first == base ? subscript->last : subscript->first;
}

/* `from` and `index` elements more. */
static long long moved(struct cld_aligning *s, long long from, const struct cld_node *base,
                       const struct cld_node *index)
{
    long long step = element_step(base);
    if (from <= step)
        return from;
    return least(from, least(step * cld_align_integer(s, index), CLD_ALIGNED_TO_ALL));
}

/* ---- what an access needs
 * --------------------------------------------------------------------------------------- */

/* Bytes from the beginning of its struct; -1: not known. */
static long long field_offset(const struct cld_node *member)
{
    long long bits = clang_Cursor_getOffsetOfField(clang_getCursorReferenced(member->cursor));
    return bits >= 0 && bits % 8 == 0 ? bits / 8 : -1;
}

static long long in_struct(const struct cld_node *member, long long of_struct)
{
    long long offset = field_offset(member);
    return least(of_struct, offset < 0 ? 1 : cld_low_bit(offset));
}

long long cld_needed_alignment(const struct cld_node *lvalue)
{
    const struct cld_node *n = cld_node_strip(lvalue), *base = n->first;
    long long own = cld_type_alignment(n->type);
    switch (n->kind) {
    case CLD_NODE_MEMBER:
        return base ? least(own, in_struct(n, cld_needed_alignment(base))) : own;
    case CLD_NODE_ARROW:
        return base ? least(own, in_struct(n, cld_element_alignment(base))) : own;
    case CLD_NODE_DEREF:
        return base ? least(own, cld_element_alignment(base)) : own;
    case CLD_NODE_SUBSCRIPT:
        base = cld_subscript_base(n);
        if (!base || cld_type_kind(cld_node_strip(base)->type) == CXType_Vector)
            return own;
        own = least(own, cld_element_alignment(base));
        return cld_node_is_array(base) ? least(own, cld_needed_alignment(base)) : own;
    default:
        return own;
    }
}

/* ---- what an lvalue has
 * ----------------------------------------------------------------------------------------- */

static long long of_subscript(struct cld_aligning *s, const struct cld_node *n, long long base_is)
{
    const struct cld_node *base = cld_subscript_base(n);
    if (!base)
        return 1;
    if (cld_type_kind(cld_node_strip(base)->type) == CXType_Vector)
        return least(cld_align_lvalue(s, base, base_is), cld_type_alignment(n->type));
    long long from = cld_node_is_array(base) ? cld_align_lvalue(s, base, base_is)
                     : base_is               ? base_is
                                             : cld_align_pointer(s, base);
    return moved(s, from, base, index_of(n, base));
}

long long cld_align_lvalue(struct cld_aligning *s, const struct cld_node *lvalue, long long base)
{
    const struct cld_node *n = cld_node_strip(lvalue);
    switch (n->kind) {
    case CLD_NODE_NAME:
        return cld_type_alignment(n->type);
    case CLD_NODE_SUBSCRIPT:
        return of_subscript(s, n, base);
    case CLD_NODE_DEREF:
        return base ? base : cld_align_pointer(s, n->first);
    case CLD_NODE_ARROW:
        return in_struct(n, base ? base : cld_align_pointer(s, n->first));
    case CLD_NODE_MEMBER:
        return n->first ? in_struct(n, cld_align_lvalue(s, n->first, base)) : 1;
    case CLD_NODE_SWIZZLE:
        return n->first ? least(cld_align_lvalue(s, n->first, base), cld_type_alignment(n->type)) : 1;
    case CLD_NODE_CAST: /* a compound literal */
        return cld_type_alignment(n->type);
    default:
        return 1;
    }
}

/* ---- what a pointer has
 * ----------------------------------------------------------------------------------------- */

/* Kernels are given memory that begins where the device aligns it - but for CPUs, which use the host's own
 * (CL_MEM_USE_HOST_PTR): that is where the program has put it. */
static long long of_parameter(struct cld_aligning *s, const struct cld_node *n, int index)
{
    const struct cld_function *f = s->r->function;
    CXCursor none = clang_getNullCursor();
    long long lowered = cld_align_lowered(s->r->alignments, f->name, index, none);
    enum cld_space space = cld_type_space(cld_pointee(n));
    bool is_buffer = space == CLD_SPACE_GLOBAL || space == CLD_SPACE_CONSTANT;
    long long own =
        f->is_kernel && is_buffer && !s->r->device->is_cpu ? CLD_ALIGNED_BUFFER : cld_element_alignment(n);
    return least(lowered, own > cld_element_alignment(n) ? own : cld_element_alignment(n));
}

static long long of_name(struct cld_aligning *s, const struct cld_node *n)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    int parameter = cld_parameter_index(s->r->function, variable);
    if (parameter >= 0)
        return cld_align_variable(s, variable, of_parameter(s, n, parameter));
    if (clang_getCursorKind(variable) != CXCursor_VarDecl)
        return 1;
    bool is_own = cld_type_space(clang_getCursorType(variable)) == CLD_SPACE_PRIVATE &&
                  clang_getCursorKind(clang_getCursorSemanticParent(variable)) != CXCursor_TranslationUnit;
    return is_own ? cld_align_variable(s, variable, CLD_ALIGNED_TO_ALL) : cld_element_alignment(n);
}

/* A pointer that lies in memory, or in a member of a struct. */
static long long of_stored(struct cld_aligning *s, const struct cld_node *n)
{
    const struct cld_alignments *a = s->r->alignments;
    long long own = cld_element_alignment(n);
    if (n->kind == CLD_NODE_MEMBER || n->kind == CLD_NODE_ARROW) {
        CXCursor field = clang_getCursorReferenced(n->cursor);
        if (clang_getCursorKind(clang_getCursorSemanticParent(field)) == CXCursor_UnionDecl)
            return 1; /* another member may have put it there */
        own = least(own, cld_align_lowered(a, NULL, 0, field));
    }
    return a->memory ? least(own, a->memory) : own;
}

static long long of_call(struct cld_aligning *s, const struct cld_node *n)
{
    char *name;
    bool ours = cld_calls_program(s->r, n, &name);
    long long own = cld_element_alignment(n);
    bool converts = name && strncmp(name, "to_", 3) == 0 && n->last != n->first;
    if (ours)
        own = least(own, cld_align_lowered(s->r->alignments, name, -1, clang_getNullCursor()));
    free(name);
    return !ours && converts ? cld_align_pointer(s, n->last) : own;
}

static long long of_binary(struct cld_aligning *s, const struct cld_node *n)
{
    const struct cld_node *base = n->first;
    if (!base || base == n->last)
        return 1;
    if (!cld_node_is_pointer(base) && !cld_node_is_array(base))
        base = n->last;
    const struct cld_node *index = index_of(n, base);
    if (!cld_node_is_pointer(base) && !cld_node_is_array(base))
        return 1;
    return moved(s, cld_align_pointer(s, base), base, index);
}

static long long of_cast(struct cld_aligning *s, const struct cld_node *n)
{
    const struct cld_node *from = n->last;
    if (!from)
        return 1;
    return cld_node_is_pointer(from) || cld_node_is_array(from) ? cld_align_pointer(s, from)
                                                                : cld_align_integer(s, from);
}

long long cld_align_pointer(struct cld_aligning *s, const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    if (cld_is_null_pointer(n))
        return CLD_ALIGNED_TO_ALL;
    if (cld_node_is_array(n))
        return cld_align_lvalue(s, n, 0);
    switch (n->kind) {
    case CLD_NODE_NAME:
        return of_name(s, n);
    case CLD_NODE_MEMBER:
    case CLD_NODE_ARROW:
    case CLD_NODE_SUBSCRIPT:
    case CLD_NODE_DEREF:
        return of_stored(s, n);
    case CLD_NODE_ADDRESS:
        return n->first ? cld_align_lvalue(s, n->first, 0) : 1;
    case CLD_NODE_BINARY:
        return of_binary(s, n);
    case CLD_NODE_STEP:
    case CLD_NODE_COMPOUND_ASSIGN: /* the variable has taken in what is added */
        return n->first ? cld_align_pointer(s, n->first) : 1;
    case CLD_NODE_CAST:
        return of_cast(s, n);
    case CLD_NODE_CALL:
        return of_call(s, n);
    case CLD_NODE_ASSIGN:
    case CLD_NODE_COMMA:
        return n->last ? cld_align_pointer(s, n->last) : 1;
    case CLD_NODE_CONDITIONAL:
        return n->first && n->first->next
                   ? least(cld_align_pointer(s, n->first->next), cld_align_pointer(s, n->last))
                   : 1;
    default:
        return 1;
    }
}

/* ---- for the function that is being rewritten
 * ------------------------------------------------------------------- */

long long cld_pointer_alignment(struct cld_rewriter *r, const struct cld_node *pointer)
{
    struct cld_aligning s = {.r = r};
    return cld_align_pointer(&s, pointer);
}

long long cld_lvalue_alignment(struct cld_rewriter *r, const struct cld_node *lvalue, long long base)
{
    struct cld_aligning s = {.r = r};
    return cld_align_lvalue(&s, lvalue, base);
}
