#include "report/launches.h"

#include <stdio.h>

bool cld_named_launch(const struct cld_found *found, unsigned number, struct cld_named_launch *out)
{
    char key[24];
    int kernel = 0;
    unsigned long long launches;
    snprintf(key, sizeof(key), "launch_%u", number);
    const char *text = found->id == CLD_FINDING_GUARD_CORRUPTED ? cld_found_value(found, key) : NULL;
    if (!text || sscanf(text, "%u %llu %d %n", &out->stack, &launches, &out->argument, &kernel) != 3 ||
        !kernel)
        return false;
    out->launches = launches;
    out->kernel = text + kernel;
    return true;
}
