#include "instrument/voting.h"

#include "instrument/kernel_local.h"
#include "instrument/reach.h"

#include <stdlib.h>
#include <string.h>

struct cld_voting *cld_voting_of(struct cld_rewriter *r)
{
    if (r->voting)
        return r->voting;
    struct cld_voting *v = calloc(1, sizeof *v);
    if (!v)
        exit(1);
    v->alone = r->alone;
    cld_votes_find(&v->votes, r);
    if (v->votes.count)
        v->uniform = cld_uniform_new(r, &v->votes, v->alone);
    r->voting = v;
    return v;
}

void cld_voting_free(struct cld_voting *v)
{
    if (!v)
        return;
    cld_votes_free(&v->votes);
    cld_uniform_free(v->uniform);
    free(v->sites);
    free(v);
}

/* ---- what is voted on
 * -------------------------------------------------------------------------------------------- */

const struct cld_vote *cld_voting_at(struct cld_rewriter *r, const struct cld_node *n)
{
    struct cld_voting *v = cld_voting_of(r);
    const struct cld_vote *vote = cld_votes_at(&v->votes, n);
    return vote && (vote->outer || !cld_is_uniform(v->uniform, n)) ? vote : NULL;
}

static bool votes(const struct cld_rewriter *r, const struct cld_node *n, void *user)
{
    (void)r;
    return cld_voting_at(user, n) != NULL;
}

bool cld_voting_in(struct cld_rewriter *r, const struct cld_function *f)
{
    return f->tree && cld_reach(r, f->tree, true, votes, r);
}

/* ---- texts
 * ------------------------------------------------------------------------------------------------------ */

/* Two sites, of the decision and of the barrier; the same in each copy of a region. */
static unsigned sites_of(struct cld_rewriter *r, const struct cld_vote *vote, const char *kind)
{
    struct cld_voting *v = cld_voting_of(r);
    for (size_t i = 0; i < v->n_sites; i++)
        if (v->sites[i].node == vote->condition)
            return v->sites[i].site;
    unsigned site = cld_sites_add(r->sites, r->unit_index, vote->condition, r->function->name);
    r->sites->list[site - 1].kind = kind;
    unsigned behind = cld_sites_add(r->sites, r->unit_index, vote->barrier, r->function->name);
    r->sites->list[behind - 1].kind = "bb";
    v->sites = cld_grow(v->sites, &v->room, v->n_sites, sizeof *v->sites);
    v->sites[v->n_sites++] = (struct cld_voted){vote->condition, site};
    return site;
}

char *cld_voting_text(struct cld_rewriter *r, const struct cld_vote *vote, const char *kind,
                      const char *function, const char *text)
{
    unsigned site = cld_votes_is_copy(r, vote->barrier) ? 0 : sites_of(r, vote, kind);
    if (vote->of_sub_group) {
        function = "__cld_vote_sub_group";
        cld_rewriter_helper(r, function, cld_voting_sub_group_runtime);
    }
    return r->function->is_kernel
               ? cld_printf("%s(&__cld_v, __cld_log, __cld_key, %uu, %s)", function, site, text)
               : cld_printf("%s(__cld_s->vote, __cld_s->log, __cld_s->key, %uu, %s)", function, site, text);
}

/* PoCL 3.1 compiles barriers wrong that only some rounds of a loop have. Intel's CPU runtime takes them, and
 * crashes where a barrier in a function is not reached by all. */
bool cld_voting_stops(const struct cld_rewriter *r)
{
    const char *extensions = r->device->extensions ? r->device->extensions : "";
    return !r->device->is_cpu || strstr(extensions, "cl_intel_exec_by_local_thread");
}

/* In functions the pointer is there whenever some kernel of the program may vote. */
char *cld_voting_failed(struct cld_rewriter *r)
{
    struct cld_voting *v = cld_voting_of(r);
    if (!cld_voting_stops(r) || (v->alone && !v->votes.count))
        return NULL;
    if (!r->function->is_kernel)
        return cld_copy("__cld_s->vote->failed", 21);
    return cld_voting_in(r, r->function) && !cld_kernel_is_called(r, r->function->name)
               ? cld_copy("__cld_v.failed", 14)
               : NULL;
}
