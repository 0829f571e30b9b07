/*
 * pass_touch.c - wraps every access, branch, barrier and operation in a function that does nothing: the test
 * that a check can be put anywhere, and that the program still does what it did.
 */
#include "instrument/rewrite.h"

#include <stdlib.h>
#include <string.h>

static const char runtime[] = "CLD_FN void __cld_touch(void) { }\n"
                              "CLD_FN int __cld_touch_condition(int c) { return c; }\n";

/* The qualifiers of any lvalue; a cast puts its own type back. */
static void address_helper(struct cld_rewriter *r, enum cld_space space)
{
    char *name = cld_printf("__cld_touch_%s", cld_space_name(space));
    const char *volatile_or_const = space == CLD_SPACE_CONSTANT ? "" : "volatile ";
    char *text =
        cld_printf("CLD_FN __%s const %svoid *%s(__%s const %svoid *p) { return p; }\n",
                   cld_space_name(space), volatile_or_const, name, cld_space_name(space), volatile_or_const);
    cld_rewriter_helper(r, name, text);
    free(text);
    free(name);
}

static void access(struct cld_rewriter *r, const struct cld_access *a, struct cld_text *text)
{
    if (!a->has_address) {
        if (a->node->use == CLD_USE_READ)
            cld_text_wrap(text, "(__cld_touch(), ", ")");
        return;
    }
    address_helper(r, a->space);
    char *before = cld_printf("(*(%s *)__cld_touch_%s(&(", a->type, cld_space_name(a->space));
    cld_text_wrap(text, before, ")))");
    free(before);
}

static bool takes_pointer(const struct cld_node *call)
{
    for (const struct cld_node *c = call->first->next; c; c = c->next)
        if (cld_node_is_pointer(c) || cld_node_is_array(c))
            return true;
    return false;
}

static void builtin(struct cld_rewriter *r, const struct cld_node *call, const char *name,
                    struct cld_text *text)
{
    (void)r;
    if (takes_pointer(call) && strcmp(name, "printf") != 0)
        cld_text_wrap(text, "(__cld_touch(), ", ")");
}

static void barrier(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *text)
{
    (void)r;
    (void)call;
    cld_text_wrap(text, "(__cld_touch(), ", ")");
}

static void condition(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    char room[32];
    const char *type = cld_type_name(n->type, room);
    bool is_vector = cld_type_kind(n->type) == CXType_Vector;
    if (is_vector || n->parent->kind == CLD_NODE_SWITCH ||
        (!type && cld_type_kind(n->type) != CXType_Pointer))
        cld_text_wrap(text, "(__cld_touch(), ", ")");
    else
        cld_text_wrap(text, "__cld_touch_condition((", ") ? 1 : 0)");
    (void)r;
}

static void operation(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    char room[32];
    const char *type = cld_type_name(n->type, room);
    /* Of pointers, of bool; and a product that goes through a function can't become part of a fused
       multiply-add (FP_CONTRACT): the sum would be another. */
    if (!type || strstr(type, "float") || strstr(type, "double") || strstr(type, "half")) {
        cld_text_wrap(text, "(__cld_touch(), ", ")");
        return;
    }
    char *name = cld_printf("__cld_touch_%s", type);
    char *definition = cld_printf("CLD_FN %s %s(%s x) { return x; }\n", type, name, type);
    char *before = cld_printf("%s(", name);
    cld_rewriter_helper(r, name, definition);
    cld_text_wrap(text, before, ")");
    free(name);
    free(definition);
    free(before);
}

static void function_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    (void)f;
    cld_text_add(text, " __cld_touch();");
}

static void function_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    (void)r;
    (void)f;
    cld_text_add(text, " __cld_touch();");
}

const struct cld_pass cld_pass_touch = {
    .name = "touch",
    .runtime = runtime,
    .access = access,
    .builtin = builtin,
    .barrier = barrier,
    .condition = condition,
    .operation = operation,
    .function_start = function_start,
    .function_end = function_end,
};
