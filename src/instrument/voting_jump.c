/*
 * voting_jump.c - a return, break or continue that leaves a barrier out, from a place where the work-items
 * may be anywhere: a loop that some of them leave earlier, a branch that only some of them take.
 *
 * It becomes a goto behind the outermost statement without barriers, where all come; there they vote on
 * whether to jump, and those who want to do it there.
 */
#include "instrument/versions.h"
#include "instrument/voting.h"

#include <stdlib.h>
#include <string.h>

/* A goto has its target; a value would have to be kept, and a label may not stand behind a variable's scope.
 */
static bool can_wait(struct cld_rewriter *r, const struct cld_vote *vote)
{
    const struct cld_node *n = vote->condition;
    bool is_goto = cld_node_cursor_kind(n) == CXCursor_GotoStmt;
    return !is_goto && !(n->kind == CLD_NODE_RETURN && n->first) && cld_can_be_a_block(r, vote->outer);
}

static bool holds_jumps(struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_votes *v = &cld_voting_of(r)->votes;
    for (size_t i = 0; i < v->count; i++)
        if (v->list[i].outer == n && can_wait(r, &v->list[i]))
            return true;
    return false;
}

/* 1, 2, ... in the order of the table. */
static unsigned ordinal(struct cld_rewriter *r, const struct cld_vote *vote)
{
    const struct cld_votes *v = &cld_voting_of(r)->votes;
    unsigned n = 1;
    for (const struct cld_vote *one = v->list; one != vote; one++)
        n += one->outer == vote->outer && can_wait(r, one);
    return n;
}

/* Behind the statement: the vote on each of its jumps, and the jump. */
static void emit_jumps(struct cld_rewriter *r, const struct cld_node *n, unsigned number,
                       struct cld_text *out)
{
    const struct cld_votes *v = &cld_voting_of(r)->votes;
    for (size_t i = 0; i < v->count; i++) {
        const struct cld_vote *vote = &v->list[i];
        if (vote->outer != n || !can_wait(r, vote))
            continue;
        char *left = cld_printf("__cld_left%u == %u", number, ordinal(r, vote));
        char *voted = cld_voting_text(r, vote, vote->of_sub_group ? "gj" : "bj", "__cld_vote", left);
        cld_text_format(out, " if (%s) {", voted);
        cld_emit_bare(r, vote->condition, out);
        cld_text_add(out, ";}");
        free(left);
        free(voted);
    }
}

static void emit_outer(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_voting *v = cld_voting_of(r);
    unsigned number = r->names++;
    cld_text_format(out, "{ uint __cld_left%u = 0; ", number);
    v->outer = n;
    v->number = number;
    cld_emit(r, n, out);
    v->outer = NULL;
    cld_text_format(out, "; __cld_out%u: ;", number);
    emit_jumps(r, n, number, out);
    cld_text_add(out, "}");
}

bool cld_voting_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_voting *v = cld_voting_of(r);
    if (!v->votes.count || n->frozen)
        return false;
    if (n != v->outer && holds_jumps(r, n)) {
        emit_outer(r, n, out);
        return true;
    }
    const struct cld_vote *vote = cld_votes_is_jump(n) ? cld_votes_at(&v->votes, n) : NULL;
    if (vote && !can_wait(r, vote) && r->unchecked)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, n, CLD_UNCHECKED_JUMP);
    if (vote && v->outer && vote->outer == v->outer && can_wait(r, vote)) {
        cld_text_format(out, "{__cld_left%u = %u; goto __cld_out%u;}", v->number, ordinal(r, vote),
                        v->number);
        return true;
    }
    return false;
}
