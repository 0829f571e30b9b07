/*
 * votes.h - which branches of a program decide whether a work-item comes to a barrier.
 *
 * All work-items of a group must come to the same barriers, equally often (OpenCL C 6.15.8,
 * work_group_barrier). So those that decide it must decide alike for all: the work-items vote before they
 * take such a branch. A vote is a barrier itself, and stands only where all come if they have agreed so far.
 *
 * That is so at a condition whose branches hold a barrier. A `return`, `break` or `continue` that leaves a
 * barrier out stands in a statement without barriers, where the work-items may be anywhere: there the vote is
 * on whether to leave, made behind the outermost such statement; at once, where that statement is an `if`
 * that ends in it.
 */
#ifndef CLD_INSTRUMENT_VOTES_H
#define CLD_INSTRUMENT_VOTES_H

#include "instrument/rewrite.h"

/* What a jump does to barriers. */
struct cld_jump {
    const struct cld_node *at;      /* the jump; NULL: none that matters */
    const struct cld_node *outer;   /* outermost statement around it that has no barrier */
    const struct cld_node *barrier; /* one that it leaves out */
    bool direct; /* `outer` is an `if` that ends in the jump, so that its condition is the question */
};

/* A barrier, or what waits for all work-items likewise: the call in `n` that comes first; NULL. */
const struct cld_node *cld_votes_barrier(const struct cld_rewriter *r, const struct cld_node *n);
/* It is an async copy or a wait for one, of which async-copy-misuse tells (async.h). */
bool cld_votes_is_copy(const struct cld_rewriter *r, const struct cld_node *barrier);
/* Only those of a sub-group have to come to it. */
bool cld_votes_is_of_sub_group(const struct cld_rewriter *r, const struct cld_node *barrier);
/* The statement or operator that a condition belongs to. */
const struct cld_node *cld_votes_owner(const struct cld_node *condition);
/* `n`: a return, break, continue or goto. */
bool cld_votes_is_jump(const struct cld_node *n);
struct cld_jump cld_votes_jump(const struct cld_rewriter *r, const struct cld_function *f,
                               const struct cld_node *n);

/* All conditions and jumps of a unit that decide about barriers. */
struct cld_votes {
    struct cld_vote {
        const struct cld_node *condition; /* or the jump, which is not direct */
        const struct cld_node *barrier;   /* the first that work-items come to, or not, as they decide here */
        const struct cld_node *outer;     /* of a jump; else NULL */
        bool of_sub_group;
    } *list; /* by the nodes' addresses */
    size_t count, room;
};

void cld_votes_find(struct cld_votes *v, const struct cld_rewriter *r);
void cld_votes_free(struct cld_votes *v);
/* NULL: it decides about none. */
const struct cld_vote *cld_votes_at(const struct cld_votes *v, const struct cld_node *n);

#endif
