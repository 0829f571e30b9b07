/* passes.c - the passes that there are. */
#include "instrument/pass.h"

#include <string.h>

/* No check: the hidden arguments, and nothing else. */
const struct cld_pass cld_pass_identity = {.name = "identity"};

const struct cld_pass *cld_pass_find(const char *name)
{
    static const struct cld_pass *const passes[] = {&cld_pass_identity, &cld_pass_touch, &cld_pass_trace,
                                                    &cld_pass_bounds};
    if (strcmp(name, CLD_PASS_BOUNDS_GPU) == 0)
        return &cld_pass_bounds;
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
        if (strcmp(passes[i]->name, name) == 0)
            return passes[i];
    return NULL;
}
