#include "instrument/program.h"

#include "instrument/alignment.h"
#include "instrument/async.h"
#include "instrument/claims.h"
#include "instrument/clang.h"
#include "instrument/preprocess.h"
#include "instrument/struct_layout.h"

#include <stdlib.h>
#include <string.h>

/* What a unit is while it is worked on. */
struct work {
    CXTranslationUnit tu;
    struct cld_tokens tokens;
    struct cld_tree tree;
    struct cld_functions functions;
};

struct cld_unit *cld_program_unit(struct cld_program *p)
{
    p->units = cld_grow(p->units, &p->units_room, p->n_units, sizeof *p->units);
    p->units[p->n_units] = (struct cld_unit){0};
    return &p->units[p->n_units++];
}

/* An instrumented text may not already hold ours. */
/* A block is a value: also a variable of the program may be one. */
static bool has_block_type(const struct cld_tokens *t)
{
    for (size_t i = 0; i + 1 < t->count; i++)
        if (cld_token_is(t, i, "(") && cld_token_is(t, i + 1, "^"))
            return true;
    return false;
}

static void understand(struct work *w, struct cld_unit *u, CXIndex index, const struct cld_device *device)
{
    cld_tokens_read(&w->tokens, u->text, u->size);
    if (strstr(u->text, "__cld_"))
        cld_unit_fail(u, "it uses names that begin with __cld_");
    else if (strncmp(cld_clang_standard(u, device), "CLC++", 5) == 0)
        cld_unit_fail(u, "it is written in C++ for OpenCL");
    else
        w->tu = cld_clang_parse(index, u, device, &w->tree.offset);
    if (!w->tu)
        return;
    w->tree.unit = u;
    w->tree.tokens = &w->tokens;
    if (cld_functions_find(&w->functions, w->tu, u, &w->tree) &&
        (w->tree.has_blocks || has_block_type(&w->tokens)))
        cld_unit_fail(u, "it has blocks");
    if (!u->error && w->tree.has_assembly) /* what that reads and writes nobody sees */
        cld_unit_fail(u, "it has inline assembly");
    if (!u->error)
        cld_claims_check(u, &w->tree, &w->functions);
}

static void add_defined(struct cld_names *defined, const struct cld_functions *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->list[i].is_definition)
            cld_names_add(defined, f->list[i].name, strlen(f->list[i].name));
}

static struct cld_rewriter rewriter(struct cld_program *p, size_t i, struct work *w,
                                    const struct cld_names *defined)
{
    return (struct cld_rewriter){.unit = &p->units[i],
                                 .unit_index = (unsigned)i,
                                 .device = &p->device,
                                 .tree = &w->tree,
                                 .functions = &w->functions,
                                 .defined = defined,
                                 .sites = &p->sites,
                                 .unchecked = &p->unchecked,
                                 .alone = p->n_units == 1};
}

/* Functions of one unit may give pointers to those of another. */
static void learn_alignments(struct cld_program *p, struct work *works, const struct cld_names *defined,
                             struct cld_alignments *a)
{
    bool learning = false;
    for (size_t i = 0; i < p->passes.count; i++)
        learning |= p->passes.passes[i]->wants_bounds;
    while (learning) {
        learning = false;
        for (size_t i = 0; i < p->n_units; i++) {
            struct cld_rewriter r = rewriter(p, i, &works[i], defined);
            learning |= cld_alignments_learn(a, &r);
        }
    }
}

static void rewrite(struct cld_program *p, size_t i, struct work *w, const struct cld_names *defined,
                    struct cld_alignments *alignments)
{
    struct cld_rewriter r = rewriter(p, i, w, defined);
    r.alignments = alignments;
    for (size_t k = 0; k < w->functions.count; k++)
        if (w->functions.list[k].is_kernel && w->functions.list[k].is_definition)
            cld_struct_layouts(&w->functions.list[k], &p->structs);
    bool checks_async = false;
    for (size_t k = 0; k < p->passes.count; k++) {
        cld_rewriter_add(&r, p->passes.passes[k]);
        checks_async |= p->passes.passes[k]->checks_async;
    }
    if (checks_async)
        r.async = cld_async_use_of(p->units, p->n_units);
    cld_rewrite(&r, &p->twins[i]);
    for (size_t k = 0; k < r.n_kernels; k++) {
        p->kernels = cld_grow(p->kernels, &p->kernels_room, p->n_kernels, sizeof *p->kernels);
        p->kernels[p->n_kernels++] = r.kernels[k];
    }
    r.n_kernels = 0; /* theirs now */
    cld_rewriter_free(&r);
}

static void work_free(struct work *w)
{
    cld_functions_free(&w->functions);
    cld_tree_free(&w->tree);
    cld_tokens_free(&w->tokens);
    if (w->tu)
        clang_disposeTranslationUnit(w->tu);
}

static bool preprocess_all(struct cld_program *p)
{
    for (size_t i = 0; i < p->n_units; i++) {
        cld_preprocess(&p->units[i], &p->device, p->folder);
        for (size_t k = 0; k < p->units[i].n_needed; k++)
            cld_names_add(&p->needed, p->units[i].needed[k], strlen(p->units[i].needed[k]));
    }
    return p->needed.count == 0;
}

static void take_error(struct cld_program *p)
{
    for (size_t i = 0; i < p->n_units && !p->error; i++)
        if (p->units[i].error)
            p->error = cld_copy(p->units[i].error, strlen(p->units[i].error));
}

static void instrument_units(struct cld_program *p)
{
    struct cld_names defined = {0};
    struct cld_alignments alignments = {0};
    struct work *works = calloc(p->n_units + 1, sizeof *works);
    CXIndex index = clang_createIndex(0, 0);
    for (size_t i = 0; i < p->n_units && works; i++) {
        understand(&works[i], &p->units[i], index, &p->device);
        add_defined(&defined, &works[i].functions);
    }
    take_error(p);
    p->twins = calloc(p->n_units + 1, sizeof *p->twins);
    if (works && !p->error)
        learn_alignments(p, works, &defined, &alignments);
    for (size_t i = 0; i < p->n_units && works && p->twins && !p->error; i++)
        rewrite(p, i, &works[i], &defined, &alignments);
    take_error(p);
    for (size_t i = 0; i < p->n_units && works; i++)
        work_free(&works[i]);
    free(works);
    clang_disposeIndex(index);
    cld_names_free(&defined);
    cld_alignments_free(&alignments);
}

void cld_program_instrument(struct cld_program *p)
{
    if (!cld_pass_list_read(&p->passes, p->pass ? p->pass : ""))
        p->error = cld_printf("there is no pass `%s`", p->pass ? p->pass : "");
    if (!p->n_units && !p->error)
        p->error = cld_copy("it has no source", 16);
    p->device.is_cpu &= !p->passes.for_gpus;
    if (p->error || !preprocess_all(p))
        return;
    take_error(p);
    if (!p->error)
        instrument_units(p);
}

void cld_program_free(struct cld_program *p)
{
    for (size_t i = 0; i < p->n_units && p->twins; i++)
        cld_text_free(&p->twins[i]);
    for (size_t i = 0; i < p->n_units; i++)
        cld_unit_free(&p->units[i]);
    for (size_t i = 0; i < p->n_kernels; i++) {
        free(p->kernels[i].name);
        free(p->kernels[i].hidden);
        free(p->kernels[i].uses);
        free(p->kernels[i].loops);
    }
    free(p->kernels);
    free(p->twins);
    free(p->units);
    free(p->pass);
    free(p->folder);
    free(p->error);
    cld_names_free(&p->needed);
    cld_names_free(&p->structs);
    cld_sites_free(&p->sites);
    cld_unchecked_free(&p->unchecked);
    cld_device_free(&p->device);
    *p = (struct cld_program){0};
}
