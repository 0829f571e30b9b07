#include "report/hang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *numbered(const struct cld_found *found, const char *name, unsigned number)
{
    char key[32];
    snprintf(key, sizeof(key), "%s_%u", name, number);
    return found->id == CLD_FINDING_KERNEL_HANG ? cld_found_value(found, key) : NULL;
}

bool cld_hang_argument(const struct cld_found *found, unsigned number, struct cld_hang_argument *out)
{
    const char *text = numbered(found, "argument", number);
    int rest = 0;
    if (!text || sscanf(text, "%u %n", &out->stack, &rest) != 1 || !rest)
        return false;
    out->text = text + rest;
    return true;
}

bool cld_hang_loop(const struct cld_found *found, unsigned number, struct cld_hang_loop *out)
{
    const char *text = numbered(found, "loop", number), *tab = text ? strchr(text, '\t') : NULL;
    int rest = 0;
    if (!tab || sscanf(text, "%c %d%n", &out->kind, &out->line, &rest) != 2 || text[rest] != ' ' ||
        text + rest + 1 > tab)
        return false;
    snprintf(out->file, sizeof(out->file), "%.*s", (int)(tab - text - rest - 1), text + rest + 1);
    out->text = tab + 1;
    return true;
}

bool cld_hang_wait(const struct cld_found *found, unsigned number, struct cld_hang_wait *out)
{
    unsigned long long ms;
    const char *text = numbered(found, "wait", number);
    if (!text || sscanf(text, "%u %u %u %llu", &out->stack, &out->thread, &out->fn, &ms) != 4)
        return false;
    out->ms = ms;
    return true;
}

uint64_t cld_hang_ran_ms(const struct cld_found *found)
{
    const char *text = cld_found_value(found, "ran_ms");
    return text ? strtoull(text, NULL, 10) : 0;
}

bool cld_hang_finished(const struct cld_found *found)
{
    const char *text = cld_found_value(found, "finished");
    return text && *text == '1';
}

const char *cld_hang_loop_does(char kind)
{
    switch (kind) {
    case 'e':
        return "nothing in it ends it";
    case 'l':
        return "waits until another work-item of the group writes to local memory; work-items need not go on "
               "while one "
               "of them waits (OpenCL 3.0, 3.2.2)";
    default:
        return "waits until another work-item, or the host, writes to global memory; there is no guarantee "
               "that work-groups "
               "make progress together, one may start when the other has ended (OpenCL 3.0, 3.2.4)";
    }
}
