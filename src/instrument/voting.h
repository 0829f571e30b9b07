/*
 * voting.h - where the work-items of a group vote (votes.h), in the text of the twin.
 *
 * Each leaves its number under its decision in local memory, passes a barrier, and looks whether somebody has
 * decided otherwise. Only where the decision is not known to be uniform (uniform.h). After a failed vote the
 * later votes and barriers of the group do nothing, so that the launch ends on devices where it would hang.
 */
#ifndef CLD_INSTRUMENT_VOTING_H
#define CLD_INSTRUMENT_VOTING_H

#include "instrument/uniform.h"

/* Of a unit. */
struct cld_voting {
    struct cld_votes votes;
    struct cld_uniform *uniform;
    bool alone; /* the program has no other unit */
    struct cld_voted {
        const struct cld_node *node;
        unsigned site;
    } *sites;
    size_t n_sites, room;
    /* of the statements being written that hold jumps (pass_barrier_jump.c) */
    const struct cld_node *outer;
    unsigned number; /* of its label and its variable */
};

/* Made when it is first asked for. */
struct cld_voting *cld_voting_of(struct cld_rewriter *r);
void cld_voting_free(struct cld_voting *v);
/* What the work-items vote on at this condition or jump; NULL: nothing. */
const struct cld_vote *cld_voting_at(struct cld_rewriter *r, const struct cld_node *n);
/* The function votes, or calls one that does or may. */
bool cld_voting_in(struct cld_rewriter *r, const struct cld_function *f);
/* A vote on `text`, an expression: "__cld_vote(...)". `kind`: of its site. */
char *cld_voting_text(struct cld_rewriter *r, const struct cld_vote *vote, const char *kind,
                      const char *function, const char *text);
/* After a failed vote the barriers of the group do nothing. */
bool cld_voting_stops(const struct cld_rewriter *r);
/* An expression that says that a vote has failed; NULL: it can't have, here. The caller frees it. */
char *cld_voting_failed(struct cld_rewriter *r);
/* Jumps that are voted on, and the statements that hold them. False: `n` is none, and nothing was emitted. */
bool cld_voting_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

extern const char cld_voting_types[], cld_voting_state[], cld_voting_runtime[], cld_voting_by_rounds[],
    cld_voting_by_ballot[], cld_voting_value_runtime[], cld_voting_sub_group_runtime[];

#endif
