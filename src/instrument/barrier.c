#include "instrument/barrier.h"

#include "instrument/reach.h"

#include <stdlib.h>
#include <string.h>

/* Barriers, work-group and sub-group functions, async copies: all work-items come there, or none. */
static bool waits(const struct cld_rewriter *r, const struct cld_node *n, void *user)
{
    char *name = NULL;
    bool is = n->kind == CLD_NODE_CALL && !cld_calls_program(r, n, &name) &&
              (!name || strstr(name, "barrier") || strstr(name, "work_group_") ||
               strstr(name, "wait_group") || strstr(name, "sub_group"));
    (void)user;
    free(name);
    return is;
}

bool cld_has_barrier(const struct cld_rewriter *r, const struct cld_node *n)
{
    return cld_reach(r, n, true, waits, NULL) != NULL;
}
