/* pass_barrier.c - do all work-items of a group come to its barriers? What the rewriter is given (voting.h).
 */
#include "instrument/guard.h"
#include "instrument/kernel_local.h"
#include "instrument/pass_bounds.h"
#include "instrument/voting.h"

#include <stdlib.h>
#include <string.h>

#define BOARD_WORDS 8
#define BOARD_BYTES (4ll * BOARD_WORDS)

/* NVIDIA's compiler, which takes its assembly. */
static bool has_ballot(const struct cld_rewriter *r)
{
    return !r->device->is_cpu && r->device->extensions &&
           strstr(r->device->extensions, "cl_nv_pragma_unroll");
}

static void before(struct cld_rewriter *r, struct cld_text *out)
{
    cld_text_format(out, "#define CLD_VOTED %s\n#define CLD_ROUNDS %d\n",
                    cld_voting_stops(r) ? "v->failed" : "0", !has_ballot(r));
    cld_text_add(out, cld_voting_runtime);
    cld_text_add(out, has_ballot(r) ? cld_voting_by_ballot : cld_voting_by_rounds);
}

/* ---- conditions
 * ------------------------------------------------------------------------------------------------- */

/* All have decided alike if they all have the same value. */
static void condition(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text)
{
    const struct cld_vote *vote = cld_voting_at(r, n);
    const struct cld_node *owner = vote ? cld_votes_owner(n) : NULL;
    char room[32];
    const char *type = cld_type_name(n->type, room);
    if (!vote || cld_type_kind(n->type) == CXType_Vector)
        return;
    bool of_sub_group = vote->of_sub_group;
    char *value, *voted;
    if (owner->kind == CLD_NODE_SWITCH && of_sub_group)
        return; /* not voted on */
    if (owner->kind == CLD_NODE_SWITCH) {
        value = cld_printf("(long)(%s)", cld_text_get(text));
        cld_rewriter_helper(r, "__cld_vote_value", cld_voting_value_runtime);
        voted = cld_voting_text(r, vote, "bs", "__cld_vote_value", value);
    } else {
        bool exits = owner->kind == CLD_NODE_IF && !cld_node_is_within(vote->barrier, owner);
        const char *kind = cld_node_is_loop(owner) ? of_sub_group ? "gl" : "bl"
                           : exits                 ? of_sub_group ? "ge" : "be"
                           : of_sub_group          ? "gi"
                                                   : "bi";
        value = cld_printf("(%s) ? 1 : 0", cld_text_get(text));
        voted = cld_voting_text(r, vote, kind, "__cld_vote", value);
    }
    cld_text_free(text);
    if (owner->kind == CLD_NODE_SWITCH && type)
        cld_text_format(text, "(%s)%s", type, voted);
    else
        cld_text_add(text, voted);
    free(value);
    free(voted);
}

/* ---- barriers, after a failed vote
 * ------------------------------------------------------------------------------ */

static void barrier(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *text)
{
    char *failed = cld_voting_failed(r);
    if (failed) {
        char *before = cld_printf("(%s ? (void)0 : (void)", failed);
        cld_text_wrap(text, before, ")");
        free(before);
    }
    (void)call;
    free(failed);
}

static void builtin(struct cld_rewriter *r, const struct cld_node *call, const char *name,
                    struct cld_text *text)
{
    if (strncmp(name, "work_group_", 11) != 0)
        return;
    char *failed = cld_voting_failed(r), *zero = failed ? cld_zero(call->type) : NULL;
    if (zero) {
        char *before = cld_printf("(%s ? %s : ", failed, zero);
        cld_text_wrap(text, before, ")");
        free(before);
    }
    free(zero);
    free(failed);
}

/* ---- kernels
 * ---------------------------------------------------------------------------------------------------- */

static void function_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text)
{
    const struct cld_voting *v = cld_voting_of(r);
    bool calls = f->is_kernel && cld_calls_functions(r, f->tree) && (v->votes.count || !v->alone);
    bool votes = f->is_kernel && cld_voting_in(r, f);
    bool has_board = votes && !cld_kernel_is_called(r, f->name) && cld_kernel_has_room(f, BOARD_BYTES);
    if (!calls && !votes)
        return;
    if (votes && !has_board && r->unchecked)
        cld_unchecked_access(r->unchecked, f->name, r->unit_index, f->tree, CLD_UNCHECKED_VOTES);
    if (has_board)
        cld_text_format(text,
                        " __local uint __cld_board[%d]; __cld_voting __cld_v; "
                        "__cld_voting_begin(&__cld_v, __cld_board + (__cld_key >> 31), 0);%s",
                        BOARD_WORDS, has_ballot(r) ? "" : " barrier(CLK_LOCAL_MEM_FENCE);");
    else
        cld_text_add(text, " __cld_voting __cld_v; __cld_voting_begin(&__cld_v, 0, 1);");
    if (calls)
        cld_text_add(text, " __cld_st.vote = &__cld_v;");
}

const struct cld_pass cld_pass_barrier = {
    .name = "barrier",
    .wants_log = true,
    .wants_launch = true,
    .types = cld_voting_types,
    .state = cld_voting_state,
    .before = before,
    .barrier = barrier,
    .builtin = builtin,
    .condition = condition,
    .emit = cld_voting_emit,
    .function_start = function_start,
};
