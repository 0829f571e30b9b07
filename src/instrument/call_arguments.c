#include "instrument/call_arguments.h"

static unsigned children(const struct cld_node *n)
{
    unsigned count = 0;
    for (const struct cld_node *c = n->first; c; c = c->next)
        count++;
    return count;
}

/* The words from `at` to the comma or parenthesis that ends the argument; where that is. */
static size_t argument_end(const struct cld_tokens *t, size_t at)
{
    int depth = 0;
    for (; at < t->count; at++) {
        if (depth == 0 && (cld_token_is(t, at, ",") || cld_token_is(t, at, ")")))
            break;
        depth += cld_token_is(t, at, "(") || cld_token_is(t, at, "[") || cld_token_is(t, at, "{");
        depth -= cld_token_is(t, at, ")") || cld_token_is(t, at, "]") || cld_token_is(t, at, "}");
    }
    return at;
}

static void insert(struct cld_tree *t, struct cld_node *call, struct cld_node *before, CXCursor cursor,
                   unsigned begin, unsigned end)
{
    struct cld_node *n = cld_tree_node(t, CLD_NODE_LITERAL, cursor);
    n->begin = begin;
    n->end = end;
    n->parent = call;
    n->next = before->next;
    before->next = n;
    if (!n->next)
        call->last = n;
}

void cld_call_complete(struct cld_tree *t, struct cld_node *call)
{
    const struct cld_tokens *words = t->tokens;
    int n = clang_Cursor_getNumArguments(call->cursor);
    if (n <= 0 || !call->first || children(call) >= (unsigned)n + 1)
        return;
    size_t at = cld_token_at(words, call->first->end);
    struct cld_node *before = call->first;
    if (!cld_token_is(words, at, "("))
        return;
    for (int i = 0; i < n && at + 1 < words->count; i++) {
        size_t first = at + 1, end = argument_end(words, first);
        if (end == first || end >= words->count || words->list[end].end > call->end)
            return;
        unsigned to = words->list[end - 1].end;
        if (!before->next || before->next->begin >= to)
            insert(t, call, before, clang_Cursor_getArgument(call->cursor, (unsigned)i),
                   words->list[first].begin, to);
        before = before->next;
        at = end;
    }
}
