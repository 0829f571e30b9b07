#include "instrument/tree.h"

#include "instrument/call_arguments.h"
#include "instrument/use.h"

#include <stdlib.h>
#include <string.h>

enum CXTypeKind cld_type_kind(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_ExtVector ? CXType_Vector : kind;
}

/* clang_getAddressSpace() crashes on a type that is none. The numbers are clang's own (LangAS). */
enum cld_space cld_type_space(CXType type)
{
    if (type.kind == CXType_Invalid)
        return CLD_SPACE_PRIVATE;
    /* the canonical type of an array has the qualifiers of its elements, which it then lacks */
    while ((cld_type_kind(type) == CXType_ConstantArray || cld_type_kind(type) == CXType_IncompleteArray) &&
           !clang_getAddressSpace(clang_getCanonicalType(type)))
        type = clang_getArrayElementType(clang_getCanonicalType(type));
    switch (clang_getAddressSpace(clang_getCanonicalType(type))) {
    case 1:
        return CLD_SPACE_GLOBAL;
    case 2:
        return CLD_SPACE_LOCAL;
    case 3:
        return CLD_SPACE_CONSTANT;
    case 5:
        return CLD_SPACE_GENERIC;
    default:
        return CLD_SPACE_PRIVATE;
    }
}

bool cld_tree_offset(const struct cld_tree *t, CXSourceLocation location, unsigned *offset)
{
    CXFile file, spelled_file;
    unsigned expanded, spelled;
    clang_getExpansionLocation(location, &file, NULL, NULL, &expanded);
    clang_getSpellingLocation(location, &spelled_file, NULL, NULL, &spelled);
    if (!file || !spelled_file || !clang_File_isEqual(file, spelled_file) || expanded != spelled ||
        clang_Location_isInSystemHeader(location) || expanded < t->offset)
        return false;
    *offset = expanded - t->offset;
    return *offset <= t->unit->size;
}

static bool is_array_parameter(const struct cld_node *n)
{
    return n->kind == CLD_NODE_NAME &&
           clang_getCursorKind(clang_getCursorReferenced(n->cursor)) == CXCursor_ParmDecl;
}

static bool is_array_kind(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
}

bool cld_node_is_array(const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    return is_array_kind(cld_type_kind(n->type)) && !is_array_parameter(n);
}

bool cld_node_is_pointer(const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    enum CXTypeKind kind = cld_type_kind(n->type);
    return kind == CXType_Pointer || (is_array_kind(kind) && is_array_parameter(n));
}

struct cld_node *cld_tree_node(struct cld_tree *t, enum cld_node_kind kind, CXCursor cursor)
{
    struct cld_node *n = calloc(1, sizeof *n);
    if (!n)
        abort();
    t->nodes = cld_grow(t->nodes, &t->nodes_room, t->n_nodes, sizeof *t->nodes);
    t->nodes[t->n_nodes++] = n;
    n->kind = kind;
    n->cursor = cursor;
    n->type = clang_getCursorType(cursor);
    return n;
}

void cld_tree_free(struct cld_tree *t)
{
    for (size_t i = 0; i < t->n_nodes; i++)
        free(t->nodes[i]);
    free(t->nodes);
    t->nodes = NULL;
    t->n_nodes = t->nodes_room = 0;
}

struct cld_node *cld_node_child(const struct cld_node *n, unsigned index)
{
    struct cld_node *c = n ? n->first : NULL;
    while (c && index--)
        c = c->next;
    return c;
}

const struct cld_node *cld_node_strip(const struct cld_node *n)
{
    while (n && n->kind == CLD_NODE_PAREN && n->first)
        n = n->first;
    return n;
}

/* Children in the order of the text; one that overlaps what comes before it has no text of its own. */
static void adopt(struct cld_node *parent, struct cld_node *child)
{
    struct cld_node **at = &parent->first;
    if (parent->last && parent->last->begin <= child->begin) /* as nearly always */
        at = &parent->last->next;
    while (*at && (*at)->begin <= child->begin)
        at = &(*at)->next;
    child->parent = parent;
    child->next = *at;
    *at = child;
    if (!child->next)
        parent->last = child;
}

static enum cld_node_kind unary_kind(CXCursor c)
{
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_Deref:
        return CLD_NODE_DEREF;
    case CXUnaryOperator_AddrOf:
        return CLD_NODE_ADDRESS;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return CLD_NODE_STEP;
    default:
        return CLD_NODE_UNARY;
    }
}

static enum cld_node_kind binary_kind(CXCursor c)
{
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Assign:
        return CLD_NODE_ASSIGN;
    case CXBinaryOperator_Comma:
        return CLD_NODE_COMMA;
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return CLD_NODE_LOGICAL;
    default:
        return CLD_NODE_BINARY;
    }
}

static enum cld_node_kind kind_of(CXCursor c)
{
    static const struct {
        enum CXCursorKind from;
        enum cld_node_kind to;
    } kinds[] = {
        {CXCursor_DeclRefExpr, CLD_NODE_NAME},
        {CXCursor_IntegerLiteral, CLD_NODE_LITERAL},
        {CXCursor_FloatingLiteral, CLD_NODE_LITERAL},
        {CXCursor_CharacterLiteral, CLD_NODE_LITERAL},
        {CXCursor_StringLiteral, CLD_NODE_LITERAL},
        {CXCursor_ParenExpr, CLD_NODE_PAREN},
        {CXCursor_ArraySubscriptExpr, CLD_NODE_SUBSCRIPT},
        {CXCursor_MemberRefExpr, CLD_NODE_MEMBER},
        {CXCursor_CompoundAssignOperator, CLD_NODE_COMPOUND_ASSIGN},
        {CXCursor_ConditionalOperator, CLD_NODE_CONDITIONAL},
        {CXCursor_CallExpr, CLD_NODE_CALL},
        {CXCursor_CStyleCastExpr, CLD_NODE_CAST},
        {CXCursor_CompoundLiteralExpr, CLD_NODE_CAST},
        {CXCursor_InitListExpr, CLD_NODE_INIT_LIST},
        {CXCursor_UnaryExpr, CLD_NODE_SIZEOF},
        {CXCursor_StmtExpr, CLD_NODE_STATEMENT_EXPRESSION},
        {CXCursor_CompoundStmt, CLD_NODE_BLOCK},
        {CXCursor_IfStmt, CLD_NODE_IF},
        {CXCursor_ForStmt, CLD_NODE_FOR},
        {CXCursor_WhileStmt, CLD_NODE_WHILE},
        {CXCursor_DoStmt, CLD_NODE_DO},
        {CXCursor_SwitchStmt, CLD_NODE_SWITCH},
        {CXCursor_CaseStmt, CLD_NODE_CASE},
        {CXCursor_ReturnStmt, CLD_NODE_RETURN},
        {CXCursor_DeclStmt, CLD_NODE_DECLARE},
        {CXCursor_VarDecl, CLD_NODE_VARIABLE},
        {CXCursor_TypedefDecl, CLD_NODE_DECLARATION},
        {CXCursor_StructDecl, CLD_NODE_DECLARATION},
        {CXCursor_UnionDecl, CLD_NODE_DECLARATION},
        {CXCursor_EnumDecl, CLD_NODE_DECLARATION},
        {CXCursor_FunctionDecl, CLD_NODE_DECLARATION},
        {CXCursor_GCCAsmStmt, CLD_NODE_LEAF},
        {CXCursor_BlockExpr, CLD_NODE_LEAF},
    };
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_UnaryOperator)
        return unary_kind(c);
    if (kind == CXCursor_BinaryOperator)
        return binary_kind(c);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].from == kind)
            return kinds[i].to;
    return CLD_NODE_OTHER;
}

/* Where it is expanded: M_PI_F is a macro of clang's header, and stands in the unit's text all the same. */
static bool expansion(const struct cld_tree *t, CXSourceLocation location, CXFile main, unsigned *offset)
{
    unsigned expanded;
    CXFile file;
    clang_getExpansionLocation(location, &file, NULL, NULL, &expanded);
    if (!file || !clang_File_isEqual(file, main) || expanded < t->offset ||
        expanded - t->offset > t->unit->size)
        return false;
    *offset = expanded - t->offset;
    return true;
}

bool cld_tree_range(const struct cld_tree *t, CXCursor c, unsigned *begin, unsigned *end)
{
    CXSourceRange range = clang_getCursorExtent(c);
    CXFile main = clang_getFile(clang_Cursor_getTranslationUnit(c), "program.cl");
    return expansion(t, clang_getRangeStart(range), main, begin) &&
           expansion(t, clang_getRangeEnd(range), main, end) && *end > *begin;
}

/* One word that is a macro of clang's header: M_PI_F, NULL, INFINITY. What it is made of has no text. */
static bool is_macro_word(const struct cld_tree *t, CXCursor c, unsigned begin, unsigned end)
{
    unsigned spelled;
    size_t token = cld_token_at(t->tokens, begin);
    return !cld_tree_offset(t, clang_getRangeStart(clang_getCursorExtent(c)), &spelled) &&
           token < t->tokens->count && t->tokens->list[token].begin == begin &&
           t->tokens->list[token].end == end;
}

/* A constant: what is written in it is not evaluated. */
static bool is_opaque(const struct cld_tree *t, unsigned begin)
{
    return cld_token_is(t->tokens, cld_token_at(t->tokens, begin), "__builtin_offsetof");
}

static struct cld_node *build(struct cld_tree *t, CXCursor c);

struct visit {
    struct cld_tree *tree;
    struct cld_node *parent;
};

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    struct visit *v = data;
    (void)parent;
    if (clang_isReference(clang_getCursorKind(c)) || clang_isAttribute(clang_getCursorKind(c)))
        return CXChildVisit_Continue;
    struct cld_node *n = build(v->tree, c);
    if (n)
        adopt(v->parent, n);
    return CXChildVisit_Continue;
}

/* Between the last child and the end there is ".xyz", or "->xyz" behind a pointer to a vector. */
static bool is_swizzle(const struct cld_tree *t, const struct cld_node *n)
{
    if (!n->first || n->first->next || n->first->begin != n->begin || n->first->end >= n->end)
        return false;
    size_t token = cld_token_at(t->tokens, n->first->end);
    return cld_token_is(t->tokens, token, ".") || cld_token_is(t->tokens, token, "->");
}

/* p->xy is (*p).xy: the dereference becomes a node, so that it is an access like any other. */
static void imply_dereference(struct cld_tree *t, struct cld_node *swizzle)
{
    struct cld_node *pointer = swizzle->first;
    if (!cld_node_is_pointer(pointer))
        return;
    struct cld_node *n = cld_tree_node(t, CLD_NODE_DEREF, pointer->cursor);
    n->begin = pointer->begin;
    n->end = pointer->end;
    CXType type = clang_getCanonicalType(cld_node_strip(pointer)->type);
    n->type = type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    n->implied = true;
    n->parent = swizzle;
    n->first = n->last = pointer;
    pointer->parent = n;
    swizzle->first = swizzle->last = n;
}

/* A variable covers its name, array sizes and initialiser: the type before it may belong to several. */
static void narrow_variable(const struct cld_tree *t, struct cld_node *n)
{
    unsigned name;
    if (cld_tree_offset(t, clang_getCursorLocation(n->cursor), &name) && name >= n->begin && name <= n->end)
        n->begin = name;
}

/* Children that the text does not have in this order, inside the parent, are what clang adds by itself. */
static void drop_strays(struct cld_node *n)
{
    unsigned at = n->begin;
    struct cld_node **link = &n->first;
    n->last = NULL;
    while (*link) {
        struct cld_node *c = *link;
        if (c->begin < at || c->end > n->end || c->begin == c->end) {
            *link = c->next;
        } else {
            at = c->end;
            n->last = c;
            link = &c->next;
        }
    }
}

static void classify(struct cld_tree *t, struct cld_node *n)
{
    if (n->kind == CLD_NODE_OTHER && clang_getCursorKind(n->cursor) == CXCursor_UnexposedExpr &&
        is_swizzle(t, n))
        n->kind = CLD_NODE_SWIZZLE;
    if (n->kind == CLD_NODE_SWIZZLE)
        imply_dereference(t, n);
    if (n->kind == CLD_NODE_MEMBER && n->first &&
        cld_type_kind(cld_node_strip(n->first)->type) != CXType_Record)
        n->kind = CLD_NODE_ARROW;
}

/* When the tree is complete: some children are visited, and then found to be another's. */
static void count(struct cld_tree *t, const struct cld_node *n)
{
    t->subscripts += n->kind == CLD_NODE_SUBSCRIPT;
    t->derefs += n->kind == CLD_NODE_DEREF && !n->implied;
    t->arrows += n->kind == CLD_NODE_ARROW || n->implied;
    for (const struct cld_node *c = n->first; c; c = c->next)
        count(t, c);
}

/* clang leaves the last parenthesis out of (uint4)(x), where one value fills the vector. */
static unsigned closed_end(const struct cld_tree *t, unsigned begin, unsigned end)
{
    int depth = 0;
    for (size_t i = cld_token_at(t->tokens, begin); i < t->tokens->count; i++) {
        if (t->tokens->list[i].begin >= end && depth <= 0)
            break;
        depth += cld_token_is(t->tokens, i, "(");
        depth -= cld_token_is(t->tokens, i, ")");
        if (t->tokens->list[i].begin >= end)
            end = t->tokens->list[i].end;
    }
    return end;
}

/* And then out of all that ends there. */
static void reach_over_children(struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->begin < n->end && c->end > n->end)
            n->end = c->end;
}

static struct cld_node *build(struct cld_tree *t, CXCursor c)
{
    unsigned begin, end;
    t->has_blocks |= clang_getCursorKind(c) == CXCursor_BlockExpr;
    t->has_assembly |=
        clang_getCursorKind(c) == CXCursor_GCCAsmStmt || clang_getCursorKind(c) == CXCursor_MSAsmStmt;
    if (!cld_tree_range(t, c, &begin, &end))
        return NULL;
    struct cld_node *n = cld_tree_node(t, kind_of(c), c);
    n->begin = begin;
    n->end = end;
    if (n->kind == CLD_NODE_CAST)
        n->end = closed_end(t, begin, end);
    if (n->kind == CLD_NODE_VARIABLE)
        narrow_variable(t, n);
    if (clang_isExpression(clang_getCursorKind(c)) && is_macro_word(t, c, begin, end))
        n->kind = CLD_NODE_LITERAL;
    else if (n->kind == CLD_NODE_OTHER && is_opaque(t, begin))
        n->kind = CLD_NODE_LEAF;
    if (n->kind != CLD_NODE_LEAF && n->kind != CLD_NODE_DECLARATION && n->kind != CLD_NODE_LITERAL) {
        struct visit v = {t, n};
        clang_visitChildren(c, visit, &v);
        reach_over_children(n);
        drop_strays(n);
        if (n->kind == CLD_NODE_CALL)
            cld_call_complete(t, n);
    }
    /* An implicit conversion is its operand, as far as the text goes. */
    if (n->kind == CLD_NODE_OTHER && clang_isExpression(clang_getCursorKind(c)) && n->first &&
        !n->first->next && n->first->begin == n->begin && n->first->end == n->end)
        return n->first;
    classify(t, n);
    return n;
}

struct cld_node *cld_tree_build(struct cld_tree *t, CXCursor body)
{
    struct cld_node *root = build(t, body);
    if (root) {
        cld_use_mark(t, root);
        count(t, root);
    }
    return root;
}

bool cld_node_is_loop(const struct cld_node *n)
{
    return n->kind == CLD_NODE_FOR || n->kind == CLD_NODE_WHILE || n->kind == CLD_NODE_DO;
}

const struct cld_node *cld_node_condition(const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->condition)
            return c;
    return NULL;
}

bool cld_node_is_within(const struct cld_node *n, const struct cld_node *outer)
{
    while (n && n != outer)
        n = n->parent;
    return n != NULL;
}

enum CXCursorKind cld_node_cursor_kind(const struct cld_node *n)
{
    return n->kind == CLD_NODE_LEAF ? CXCursor_UnexposedExpr : clang_getCursorKind(n->cursor);
}

bool cld_node_holds(const struct cld_node *n, enum CXCursorKind kind)
{
    if (cld_node_cursor_kind(n) == kind)
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (cld_node_holds(c, kind))
            return true;
    return false;
}
