#include "instrument/guard_pipe.h"

#include <stdlib.h>
#include <string.h>

void cld_note_pipe(struct cld_rewriter *r, const struct cld_node *call)
{
    char *name;
    bool ours = cld_calls_program(r, call, &name);
    const char *end = name && !ours ? strstr(name, "_pipe") : NULL;
    bool moves = end && strncmp(name, "get_", 4) != 0 && strcmp(end, "_pipe") == 0;
    free(name);
    if (moves && r->unchecked)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, call, CLD_UNCHECKED_PIPE);
}
