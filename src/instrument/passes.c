/* passes.c - the passes that there are. */
#include "instrument/pass.h"

#include <string.h>

/* No check: the hidden arguments, and nothing else. */
const struct cld_pass cld_pass_identity = {.name = "identity"};

static const struct cld_pass *find(const char *name, size_t size)
{
    static const struct cld_pass *const passes[] = {&cld_pass_identity, &cld_pass_touch, &cld_pass_trace,
                                                    &cld_pass_bounds, &cld_pass_barrier};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
        if (strlen(passes[i]->name) == size && strncmp(passes[i]->name, name, size) == 0)
            return passes[i];
    return NULL;
}

static bool add(struct cld_pass_list *list, const struct cld_pass *pass)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->passes[i] == pass)
            return false;
    if (!pass || list->count == CLD_MOST_PASSES)
        return false;
    list->passes[list->count++] = pass;
    return true;
}

bool cld_pass_list_read(struct cld_pass_list *list, const char *text)
{
    static const char gpu[] = "-gpu";
    size_t size = strlen(text), tail = sizeof gpu - 1;
    *list = (struct cld_pass_list){.for_gpus = size > tail && strcmp(text + size - tail, gpu) == 0};
    const char *end = text + size - (list->for_gpus ? tail : 0);
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, "+");
        length = length < (size_t)(end - at) ? length : (size_t)(end - at);
        if (!add(list, find(at, length)))
            return false;
        at += length;
        if (at == end)
            return true;
    }
}
