#include "instrument/guard_image.h"

#include "instrument/guard.h"

#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char *name, const char *prefix)
{
    static const char *const kinds[] = {"f", "i", "ui", "h"};
    size_t n = strlen(prefix);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strncmp(name, prefix, n) == 0 && strcmp(name + n, kinds[i]) == 0)
            return true;
    return false;
}

bool cld_is_image_call(const struct cld_node *call)
{
    const struct cld_node *callee = call->first ? cld_node_strip(call->first) : NULL;
    if (!callee || callee->kind != CLD_NODE_NAME)
        return false;
    CXString spelling = clang_getCursorSpelling(callee->cursor);
    const char *name = clang_getCString(spelling);
    bool is = is_one_of(name, "read_image") || is_one_of(name, "write_image");
    clang_disposeString(spelling);
    return is;
}

static bool is_image_call(struct cld_rewriter *r, const struct cld_node *n, enum cld_use *use)
{
    char *name;
    bool ours = cld_calls_program(r, n, &name);
    bool reads = name && !ours && is_one_of(name, "read_image");
    bool writes = name && !ours && is_one_of(name, "write_image");
    free(name);
    *use = writes ? CLD_USE_WRITE : CLD_USE_READ;
    return reads || writes;
}

/* The type that the function takes its argument `i` as. */
static CXType parameter_type(const struct cld_node *call, unsigned i, const struct cld_node *argument)
{
    CXCursor function = clang_getCursorReferenced(cld_node_strip(call->first)->cursor);
    CXCursor parameter = clang_Cursor_getArgument(function, i);
    return clang_getCanonicalType(clang_Cursor_isNull(parameter) ? argument->type
                                                                 : clang_getCursorType(parameter));
}

static bool is_vector(CXType type)
{
    return cld_type_kind(type) == CXType_Vector;
}

static void take_coordinates(struct cld_image_access *a, CXType type)
{
    a->components = is_vector(type) ? (unsigned)clang_getNumElements(type) : 1;
    CXType element = is_vector(type) ? clang_getCanonicalType(clang_getElementType(type)) : type;
    a->is_float = element.kind == CXType_Float || element.kind == CXType_Half;
}

/* The arguments of the call. False: not as we know them. */
static bool take_call(struct cld_rewriter *r, const struct cld_node *n, struct cld_image_access *a,
                      CXType *type)
{
    a->call = n;
    if (n->kind != CLD_NODE_CALL || !is_image_call(r, n, &a->use))
        return false;
    a->image = cld_node_child(n, 1);
    const struct cld_node *second = cld_node_child(n, 2);
    if (!a->image || !second || !cld_image_type(a->image->type, &a->type))
        return false;
    if (a->use == CLD_USE_READ && cld_is_sampler(parameter_type(n, 1, second)))
        a->sampler = second;
    a->coordinate = a->sampler ? cld_node_child(n, 3) : second;
    a->parameter = cld_parameter_named(r, a->image);
    if (!a->coordinate || a->parameter < 0)
        return false;
    *type = parameter_type(n, a->sampler ? 2 : 1, a->coordinate);
    take_coordinates(a, *type);
    return a->components >= a->type.dims + a->type.is_array;
}

/* write_image*(image, coordinate, level, colour): the size is the level's. */
static bool has_level(const struct cld_image_access *a)
{
    return a->use == CLD_USE_WRITE && cld_node_child(a->call, 4);
}

/* As the function takes them: integers become int, a scalar all components. */
static char *coordinates(struct cld_rewriter *r, const struct cld_image_access *a, CXType type)
{
    char room[32], *text = cld_frame_text(r, a->coordinate);
    const char *name = cld_type_name(type, room);
    bool converts = !is_vector(clang_getCanonicalType(cld_node_strip(a->coordinate)->type));
    char *at = converts && name ? cld_printf("((%s)(%s))", name, text) : cld_printf("(%s)", text);
    free(text);
    return at;
}

static bool judge(struct cld_rewriter *r, struct cld_image_access *a, CXType type, char **within,
                  char **missed)
{
    char *at = coordinates(r, a, type);
    a->at = at;
    a->site = cld_sites_add(r->sites, r->unit_index, a->call, r->function->name);
    r->sites->list[a->site - 1].use = a->use;
    r->guard->image(r, a, within, missed);
    free(at);
    return true;
}

static void write_access(const struct cld_image_access *a, const char *prelude, const char *within,
                         const char *missed, const char *made, struct cld_text *out)
{
    if (a->use == CLD_USE_WRITE || cld_is_unused(a->call))
        cld_text_format(out, "(%s(%s ? (void)(%s) : %s))", prelude, within, made, missed);
    else
        cld_guard_value(within, missed, made, a->call->type, prelude, out);
}

/* What is written is evaluated whether or not the access is made. */
static bool guard(struct cld_rewriter *r, struct cld_image_access *a, CXType type, struct cld_text *out)
{
    struct cld_frame f = {0}, *outer = r->frame;
    struct cld_text made = {0};
    char *within = NULL, *missed = NULL;
    for (const struct cld_node *c = a->coordinate; c; c = c->next)
        cld_frame_want(&f, c);
    r->frame = &f;
    if (!f.broken)
        cld_emit_bare(r, a->call, &made);
    bool can = !f.broken && judge(r, a, type, &within, &missed);
    r->frame = outer;
    if (can)
        write_access(a, cld_text_get(&f.prelude), within, missed, cld_text_get(&made), out);
    cld_text_free(&made);
    cld_frame_free(&f);
    free(within);
    free(missed);
    return can;
}

bool cld_guard_image(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_image_access a = {0};
    CXType type;
    if (!r->guard->image || !take_call(r, n, &a, &type))
        return false;
    char *rule = a.sampler ? cld_sampler_rule(r, a.sampler) : NULL;
    bool is_fine = rule && strcmp(rule, "0u") == 0, is_known = !a.sampler == !rule && !has_level(&a);
    a.rule = rule;
    bool done = !is_fine && is_known && guard(r, &a, type, out);
    if (!is_fine && !done && r->unchecked)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, n, CLD_UNCHECKED_IMAGE);
    free(rule);
    return done;
}
