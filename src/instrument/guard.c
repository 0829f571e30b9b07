#include "instrument/guard.h"

#include "instrument/access.h"
#include "instrument/prove.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is simple
 * ----------------------------------------------------------------------------------------------- */

static bool is_private_variable(const struct cld_node *n)
{
    CXCursor c = clang_getCursorReferenced(n->cursor);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_EnumConstantDecl)
        return true;
    CXType type = clang_getCursorType(c);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && !clang_isVolatileQualifiedType(type) &&
           (kind == CXCursor_ParmDecl || cld_type_space(type) == CLD_SPACE_PRIVATE) &&
           clang_getCursorKind(clang_getCursorSemanticParent(c)) != CXCursor_TranslationUnit;
}

/* get_global_id(0) and the like. */
static bool is_id(const struct cld_node *n)
{
    CXString name = clang_getCursorSpelling(cld_node_strip(n->first)->cursor);
    bool is = strncmp(clang_getCString(name), "get_", 4) == 0;
    clang_disposeString(name);
    for (const struct cld_node *c = n->first->next; c && is; c = c->next)
        is = c->constant;
    return is;
}

static unsigned weigh(const struct cld_node *n)
{
    const unsigned never = 1000;
    unsigned sum = 1;
    switch (n->kind) {
    case CLD_NODE_CALL:
        return n->first && is_id(n) ? 2 : never;
    case CLD_NODE_NAME:
        return is_private_variable(n) || cld_node_is_array(n) ? 1 : never;
    case CLD_NODE_LITERAL:
    case CLD_NODE_SIZEOF:
        return 1;
    case CLD_NODE_PAREN:
    case CLD_NODE_BINARY:
    case CLD_NODE_UNARY:
    case CLD_NODE_CAST:
    case CLD_NODE_MEMBER:
    case CLD_NODE_SWIZZLE:
        break;
    default:
        return never;
    }
    if (n->implied || (n->first && n->first->implied))
        return never;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->kind != CLD_NODE_LEAF) /* a cast's type */
            sum += weigh(c);
    return sum;
}

bool cld_is_simple(const struct cld_node *n)
{
    return weigh(n) <= 9;
}

bool cld_is_unused(const struct cld_node *n)
{
    const struct cld_node *p = n->parent;
    if (!p)
        return false;
    switch (p->kind) {
    case CLD_NODE_BLOCK:
    case CLD_NODE_IF:
    case CLD_NODE_FOR:
    case CLD_NODE_WHILE:
    case CLD_NODE_DO:
        return !n->condition;
    case CLD_NODE_COMMA:
        return n != p->last || cld_is_unused(p);
    default:
        return false;
    }
}

/* ---- types
 * ---------------------------------------------------------------------------------------------------------
 */

/* Declared inside a function: it has no name at the function's start. */
static bool is_local_type(CXType type)
{
    CXType t = clang_getCanonicalType(type);
    while (t.kind == CXType_Pointer || t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t)
                                                            : clang_getArrayElementType(t));
    if (t.kind != CXType_Record && t.kind != CXType_Enum)
        return false;
    CXCursor parent = clang_getCursorSemanticParent(clang_getTypeDeclaration(t));
    return clang_getCursorKind(parent) != CXCursor_TranslationUnit;
}

char *cld_variable_type(CXType type)
{
    char room[32];
    const char *simple = cld_type_name(type, room);
    if (simple)
        return cld_copy(simple, strlen(simple));
    CXType plain = clang_getUnqualifiedType(clang_getCanonicalType(type));
    enum CXTypeKind kind = plain.kind;
    if (kind == CXType_Bool)
        return cld_copy("bool", 4);
    if ((kind != CXType_Record && kind != CXType_Pointer) || is_local_type(plain))
        return NULL;
    CXString spelling = clang_getTypeSpelling(plain);
    const char *text = clang_getCString(spelling);
    const char *end = strrchr(text, '*');
    bool good = !strpbrk(text, "([") && !strstr(text, "_Atomic") && !strstr(text, "unnamed");
    char *name = NULL;
    if (good && kind == CXType_Pointer && end) /* what stands behind the last star is of the variable */
        name = cld_copy(text, (size_t)(end + 1 - text));
    else if (good && kind == CXType_Record) {
        const char *skip = strncmp(text, "__", 2) == 0 ? strchr(text, ' ') : NULL; /* its address space */
        name = cld_copy(skip ? skip + 1 : text, strlen(skip ? skip + 1 : text));
    }
    clang_disposeString(spelling);
    return name;
}

char *cld_zero(CXType type)
{
    CXType plain = clang_getCanonicalType(type);
    char *name = cld_variable_type(type), *zero = NULL;
    if (name && plain.kind == CXType_Record)
        zero = cld_printf("(%s){0}", name);
    else if (name)
        zero = cld_printf("(%s)(0)", name);
    free(name);
    return zero;
}

/* ---- frames
 * -------------------------------------------------------------------------------------------------------- */

void cld_frame_want(struct cld_frame *f, const struct cld_node *n)
{
    if (cld_is_simple(n))
        return;
    if (f->n_kept == sizeof f->kept / sizeof f->kept[0])
        f->broken = true;
    else
        f->kept[f->n_kept++] = (struct cld_kept){n, NULL};
}

void cld_frame_free(struct cld_frame *f)
{
    cld_text_free(&f->prelude);
    for (size_t i = 0; i < f->n_kept; i++)
        free(f->kept[i].text);
}

/* clang writes "uint (__private *)[8]", and takes it only as "__private uint (*)[8]". */
static char *pointer_text(const char *text)
{
    const char *open = strstr(text, "(__"), *star = open ? strstr(open, " *") : NULL;
    if (!star)
        return cld_copy(text, strlen(text));
    return cld_printf("%.*s %.*s(%s", (int)(star - open - 1), open + 1, (int)(open - text), text, star + 1);
}

/* A pointer is kept without its type, which may have no name where the variable is declared. */
static char *keep_pointer(struct cld_rewriter *r, const struct cld_node *n, const char *value,
                          struct cld_text *prelude)
{
    CXType type = clang_getCanonicalType(cld_node_strip(n)->type);
    if (type.kind != CXType_Pointer)
        return NULL;
    CXString spelling = clang_getTypeSpelling(clang_getUnqualifiedType(cld_node_strip(n)->type));
    const char *text = clang_getCString(spelling);
    enum cld_space space = cld_type_space(clang_getPointeeType(type));
    bool good = !strstr(text, "(unnamed") && !strstr(text, "(anonymous");
    char *kept = NULL;
    char *type_text = good ? pointer_text(text) : NULL;
    if (good) {
        char *any = cld_printf("%s%s const %svoid *", space == CLD_SPACE_GENERIC ? "" : "__",
                               space == CLD_SPACE_GENERIC ? "" : cld_space_name(space),
                               space == CLD_SPACE_CONSTANT ? "" : "volatile ");
        char *name = cld_provenance_temporary(r, any);
        cld_text_format(prelude, "%s = (%s), ", name, value);
        kept = cld_printf("((%s)%s)", type_text, name);
        free(name);
        free(any);
    }
    free(type_text);
    clang_disposeString(spelling);
    return kept;
}

static char *keep_value(struct cld_rewriter *r, const struct cld_node *n, const char *value,
                        struct cld_text *prelude)
{
    char *type = cld_variable_type(n->type);
    if (!type)
        return NULL;
    char *name = cld_provenance_temporary(r, type);
    cld_text_format(prelude, "%s = (%s), ", name, value);
    free(type);
    return name;
}

static void keep(struct cld_rewriter *r, struct cld_frame *f, struct cld_kept *k)
{
    struct cld_text value = {0};
    r->frame = NULL;
    char *bounds = cld_node_is_pointer(k->node) ? cld_bounds(r, k->node) : NULL;
    if (cld_node_is_pointer(k->node) && !bounds) { /* known only while it is evaluated */
        char *to = cld_provenance_temporary(r, "__cld_span");
        cld_bounds_push(r, k->node, to, &value);
        cld_provenance_moment(r, k->node, to, NULL);
    } else {
        cld_emit(r, k->node, &value);
    }
    free(bounds);
    r->frame = f;
    k->text = cld_node_is_pointer(k->node) ? keep_pointer(r, k->node, cld_text_get(&value), &f->prelude)
                                           : keep_value(r, k->node, cld_text_get(&value), &f->prelude);
    if (!k->text) {
        f->broken = true;
        k->text = cld_copy(cld_text_get(&value), value.size);
    }
    cld_text_free(&value);
}

bool cld_frame_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_frame *f = r->frame;
    for (size_t i = 0; f && i < f->n_kept; i++) {
        if (f->kept[i].node != n)
            continue;
        if (!f->kept[i].text)
            keep(r, f, &f->kept[i]);
        cld_text_add(out, f->kept[i].text);
        return true;
    }
    return false;
}

char *cld_frame_text(struct cld_rewriter *r, const struct cld_node *n)
{
    struct cld_text t = {0};
    cld_text_add(&t, "");
    if (r->frame && r->frame->root == n)
        cld_emit_bare(r, n, &t);
    else
        cld_emit(r, n, &t);
    return t.data;
}

/* Of a subscript: what is in the brackets. */
static const struct cld_node *index_of(const struct cld_node *n, const struct cld_node *base)
{
    return base == n->first ? n->last : n->first;
}

/* s.a[i], where a is the struct's last member: may be meant to go on behind it. */
static bool is_open_ended(const struct cld_node *array, long long size)
{
    const struct cld_node *n = cld_node_strip(array);
    return size <= 1 && (n->kind == CLD_NODE_MEMBER || n->kind == CLD_NODE_ARROW);
}

static bool add_step(struct cld_guarded *g, const struct cld_node *base, const struct cld_node *index)
{
    long long size = -1;
    if (cld_node_is_array(base)) {
        size = clang_getArraySize(clang_getCanonicalType(cld_node_strip(base)->type));
        if (size < 0 || is_open_ended(base, size))
            return true;
    }
    if (g->n_steps == CLD_MOST_STEPS)
        return false;
    g->steps[g->n_steps++] = (struct cld_step){base, index, size};
    return true;
}

bool cld_frame_path(struct cld_frame *f, const struct cld_node *node, struct cld_guarded *g)
{
    for (const struct cld_node *n = cld_node_strip(node); n; n = cld_node_strip(n)) {
        const struct cld_node *base = n->first, *index = NULL;
        if (n->kind == CLD_NODE_NAME)
            return true;
        if (n->kind == CLD_NODE_SUBSCRIPT) {
            base = cld_subscript_base(n);
            if (!base)
                return false;
            index = index_of(n, base);
            cld_frame_want(f, index);
        } else if (n->kind != CLD_NODE_DEREF && n->kind != CLD_NODE_ARROW && n->kind != CLD_NODE_MEMBER) {
            return false;
        }
        if (n->kind != CLD_NODE_MEMBER) {
            if (!base || !add_step(g, base, index))
                return false;
            if (cld_node_is_pointer(base)) {
                cld_frame_want(f, base);
                return true;
            }
        }
        n = base;
    }
    return false;
}

/* ---- what the pass says
 * -------------------------------------------------------------------------------------------- */

char *cld_guard_within(struct cld_rewriter *r, const struct cld_guarded *g)
{
    return r->guard->within(r, g);
}

char *cld_guard_missed(struct cld_rewriter *r, const struct cld_guarded *g)
{
    return r->guard->missed(r, g);
}

/* Of v.xz and the like: the first component and how many from there to the last. */
static bool components(const struct cld_rewriter *r, const struct cld_node *swizzle, unsigned width,
                       unsigned *first, unsigned *count)
{
    static const char *const letters[] = {"xyzw", "rgba"};
    const char *text = r->unit->text + swizzle->end;
    size_t length = 0;
    while (length < 17 && strchr("xyzwrgbasSABCDEFabcdef0123456789", text[-1 - (int)length]))
        length++;
    unsigned low = width, high = 0;
    text -= length;
    bool numbered = length > 1 && (*text == 's' || *text == 'S');
    for (size_t i = numbered; i < length; i++) {
        unsigned c = width;
        for (unsigned k = 0; k < 2 && !numbered; k++) {
            const char *at = strchr(letters[k], text[i]);
            c = at ? (unsigned)(at - letters[k]) : c;
        }
        if (numbered) {
            char digit[2] = {text[i], '\0'}, *end;
            c = (unsigned)strtoul(digit, &end, 16);
            c = *end ? width : c;
        }
        if (c >= width)
            return false; /* hi, lo, odd, even */
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    *first = low;
    *count = high - low + 1;
    return length > numbered;
}

/* What of a vector is touched: the components that are named, and not the fourth of three. */
static void take_components(const struct cld_rewriter *r, struct cld_guarded *g, char **address, char **size)
{
    const struct cld_node *n = g->access.node, *parent = n->parent;
    if (cld_type_kind(n->type) != CXType_Vector)
        return;
    CXType canonical = clang_getCanonicalType(n->type);
    unsigned width = (unsigned)clang_getNumElements(canonical), first = 0, count = width;
    long long bytes = clang_Type_getSizeOf(clang_getElementType(canonical));
    while (parent && parent->kind == CLD_NODE_PAREN)
        parent = parent->parent;
    bool part = parent && parent->kind == CLD_NODE_SWIZZLE && components(r, parent, width, &first, &count);
    if ((!part && width != 3) || bytes <= 0)
        return;
    char *exact = cld_printf("(%s + %lldUL)", *address, first * bytes);
    free(*address);
    free(*size);
    *address = exact;
    *size = cld_printf("%lldUL", count * bytes);
    g->partial = count * bytes;
}

/* "c ? made : missed", of the access under the frame. False: nothing guards it. */
static bool judge(struct cld_rewriter *r, struct cld_frame *f, struct cld_guarded *g, char **within,
                  char **missed)
{
    const struct cld_node *n = f->root;
    char *lvalue = cld_frame_text(r, n);
    *within = *missed = NULL;
    if (f->broken || !cld_access_of(r, n, &g->access)) {
        free(lvalue);
        return false;
    }
    char *address = cld_printf("(ulong)&(%s)", lvalue), *size = cld_printf("sizeof(%s)", lvalue);
    take_components(r, g, &address, &size);
    g->lvalue = lvalue;
    g->address = address;
    g->size = size;
    *within = cld_guard_within(r, g);
    *missed = *within ? cld_guard_missed(r, g) : NULL;
    cld_access_done(&g->access);
    g->lvalue = g->address = g->size = NULL;
    free(address);
    free(size);
    free(lvalue);
    return *within != NULL;
}

/* ---- reads
 * ---------------------------------------------------------------------------------------------------------
 */

static bool is_root(const struct cld_node *n)
{
    bool is_path = n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_MEMBER ||
                   n->kind == CLD_NODE_ARROW;
    return is_path && !n->inner && !n->frozen;
}

void cld_guard_value(const char *within, const char *missed, const char *made, CXType type,
                     const char *prelude, struct cld_text *out)
{
    char *zero = cld_zero(type), *name = cld_variable_type(type);
    bool is_struct = cld_type_kind(type) == CXType_Record;
    cld_text_format(out, "(%s", prelude);
    if (zero && !is_struct)
        cld_text_format(out, "(%s)", name);
    cld_text_format(out, "(%s ? %s : (%s, %s)))", within, made, missed, zero ? zero : "0");
    free(zero);
    free(name);
}

static bool guard_read(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_frame f = {.root = n};
    struct cld_guarded g = {0};
    char *within = NULL, *missed = NULL;
    /* a struct of a type that has no name has no 0 */
    if (cld_is_proven(r, n))
        return false;
    bool can = cld_frame_path(&f, n, &g) && g.n_steps &&
               (cld_type_kind(n->type) != CXType_Record || !is_local_type(n->type));
    if (!can) {
        cld_frame_free(&f);
        return false;
    }
    struct cld_frame *outer = r->frame;
    r->frame = &f;
    struct cld_text lvalue = {0};
    cld_emit_bare(r, n, &lvalue);
    if (judge(r, &f, &g, &within, &missed)) {
        cld_guard_value(within, missed, lvalue.data, n->type, cld_text_get(&f.prelude), out);
    } else {
        cld_text_format(out, f.prelude.size ? "(%s%s)" : "%s%s", cld_text_get(&f.prelude),
                        cld_text_get(&lvalue));
    }
    r->frame = outer;
    cld_text_free(&lvalue);
    cld_frame_free(&f);
    free(within);
    free(missed);
    return true;
}

/* ---- writes
 * ---------------------------------------------------------------------------------------------------------
 */

/* What is accessed of an assignment's left side: p[i] of p[i].xy. */
static const struct cld_node *target(const struct cld_node *n)
{
    for (n = cld_node_strip(n); n; n = cld_node_strip(n->first))
        if (n->kind != CLD_NODE_SWIZZLE)
            break;
    return n && is_root(n) ? n : NULL;
}

struct store {
    const struct cld_node *node;
    const char *lvalue, *within, *missed, *prelude;
    char *type; /* of a variable that can hold the value; NULL */
    bool unused;
};

static void write_assign(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    const struct cld_node *to = s->node->first, *from = s->node->last;
    char *companion = cld_node_is_pointer(to) ? cld_companion_of(r, to) : NULL;
    struct cld_text value = {0};
    if (companion)
        cld_bounds_push(r, from, companion, &value);
    else
        cld_emit(r, from, &value);
    const char *text = cld_text_get(&value);
    if (cld_is_simple(from) && s->unused && !companion) {
        cld_text_format(out, "(%s(%s ? (void)(%s = %s) : %s))", s->prelude, s->within, s->lvalue, text,
                        s->missed);
    } else if (s->type) {
        char *name = cld_provenance_temporary(r, s->type);
        cld_text_format(out, "(%s = %s, %s(%s ? (void)(%s = %s) : %s)", name, text, s->prelude, s->within,
                        s->lvalue, name, s->missed);
        cld_text_format(out, s->unused ? ")" : ", %s)", name);
        free(name);
    } else {
        cld_text_format(out, "(%s(%s ? (void)(%s = %s) : ((void)(%s), %s)))", s->prelude, s->within,
                        s->lvalue, text, text, s->missed);
    }
    free(companion);
    cld_text_free(&value);
}

/* += and the like: "+" */
static char *operator_of(const struct cld_rewriter *r, const struct cld_node *n)
{
    size_t at = cld_token_at(r->tree->tokens, n->first->end);
    const struct cld_token *t = &r->tree->tokens->list[at];
    return cld_copy(r->unit->text + t->begin, t->end - t->begin - 1);
}

/* A product in the value must stay beside the sum, or it can't be fused into it any more. */
static void write_compound(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    const struct cld_node *from = s->node->last;
    struct cld_text value = {0};
    cld_emit(r, from, &value);
    char *operator= operator_of(r, s->node), *zero = cld_zero(s->node->first->type);
    const char *text = cld_text_get(&value);
    if (cld_is_simple(from) && s->unused) {
        cld_text_format(out, "(%s(%s ? (void)(%s %s= %s) : %s))", s->prelude, s->within, s->lvalue, operator,
                        text, s->missed);
    } else if (s->type && zero) {
        char *ok = cld_provenance_temporary(r, "int"), *name = cld_provenance_temporary(r, s->type);
        cld_text_format(out, "(%s%s = (%s), %s = (%s ? %s : %s) %s (%s), (%s ? (void)(%s = %s) : %s)",
                        s->prelude, ok, s->within, name, ok, s->lvalue, zero, operator, text, ok, s->lvalue,
                        name, s->missed);
        cld_text_format(out, s->unused ? ")" : ", %s)", name);
        free(ok);
        free(name);
    } else {
        cld_text_format(out, "(%s(%s ? (void)(%s %s= %s) : ((void)(%s), %s)))", s->prelude, s->within,
                        s->lvalue, operator, text, text, s->missed);
    }
    free(operator);
    free(zero);
    cld_text_free(&value);
}

static void write_step(struct cld_rewriter *r, const struct store *s, struct cld_text *out)
{
    struct cld_text made = {0};
    const struct cld_node *n = s->node;
    cld_emit_source(r, n->begin, n->first->begin, &made);
    cld_text_add(&made, s->lvalue);
    cld_emit_source(r, n->first->end, n->end, &made);
    if (s->unused)
        cld_text_format(out, "(%s(%s ? (void)(%s) : %s))", s->prelude, s->within, cld_text_get(&made),
                        s->missed);
    else
        cld_guard_value(s->within, s->missed, cld_text_get(&made), n->first->type, s->prelude, out);
    cld_text_free(&made);
}

bool cld_is_guarded(const struct cld_node *n)
{
    return is_root(n) && n->use <= CLD_USE_READ_WRITE;
}

static bool is_store(const struct cld_node *n)
{
    return n->kind == CLD_NODE_ASSIGN || n->kind == CLD_NODE_COMPOUND_ASSIGN || n->kind == CLD_NODE_STEP;
}

bool cld_guard_store(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_node *root = r->guard && is_store(n) && !n->frozen ? target(n->first) : NULL;
    struct cld_frame f = {.root = root};
    struct cld_guarded g = {0};
    struct store s = {.node = n};
    char *within = NULL, *missed = NULL;
    if (!root || cld_is_proven(r, root) || !cld_frame_path(&f, root, &g) || !g.n_steps) {
        cld_frame_free(&f);
        return false;
    }
    s.type = cld_variable_type(n->first->type);
    s.unused = cld_is_unused(n);
    bool can = s.type || s.unused || n->kind == CLD_NODE_STEP;
    struct cld_frame *outer = r->frame;
    struct cld_text lvalue = {0};
    r->frame = &f;
    if (can)
        cld_emit(r, n->first, &lvalue);
    if (can)
        can = judge(r, &f, &g, &within, &missed);
    r->frame = outer;
    if (can) {
        s.lvalue = cld_text_get(&lvalue);
        s.within = within;
        s.missed = missed;
        s.prelude = cld_text_get(&f.prelude);
        if (n->kind == CLD_NODE_ASSIGN)
            write_assign(r, &s, out);
        else if (n->kind == CLD_NODE_COMPOUND_ASSIGN)
            write_compound(r, &s, out);
        else
            write_step(r, &s, out);
    }
    free(s.type);
    free(within);
    free(missed);
    cld_text_free(&lvalue);
    cld_frame_free(&f);
    return can;
}

bool cld_guard_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    if (n->frozen)
        return false;
    if (r->frame && r->frame->root == n) {
        cld_emit_bare(r, n, out);
        return true;
    }
    if (cld_guard_store(r, n, out))
        return true;
    if (n->kind == CLD_NODE_CALL)
        return cld_guard_call(r, n, out);
    return is_root(n) && n->use == CLD_USE_READ && guard_read(r, n, out);
}
