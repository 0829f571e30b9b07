/* guard_frame.c - the parts of an access that are evaluated once, ahead of it. */
#include "instrument/guard.h"

#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

void cld_frame_break(struct cld_frame *f, enum cld_unchecked_reason why)
{
    if (!f->broken)
        f->why = why;
    f->broken = true;
}

void cld_frame_want(struct cld_frame *f, const struct cld_node *n)
{
    if (cld_is_simple(n))
        return;
    if (f->n_kept == sizeof f->kept / sizeof f->kept[0])
        cld_frame_break(f, CLD_UNCHECKED_PATH);
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
        cld_frame_break(f, CLD_UNCHECKED_TYPE);
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
