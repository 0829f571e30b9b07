#include "cli/passes.h"

#include <string.h>

#include "report/checks.h"

/* A check that needs twins has a pass of its name. */
static bool is_known(const char *name)
{
    static const char *const others[] = {"identity", "touch", "trace"}; /* they find nothing */
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i], name) == 0)
            return true;
    return cld_check_needs_twins(name);
}

bool cld_passes_known(const char *text)
{
    char name[16];
    size_t size = strlen(text), end = size > 4 && strcmp(text + size - 4, "-gpu") == 0 ? size - 4 : size;
    for (size_t at = 0, length; at <= end; at += length + 1) {
        length = strcspn(text + at, "+");
        length = at + length < end ? length : end - at;
        if (length >= sizeof name)
            return false;
        memcpy(name, text + at, length);
        name[length] = '\0';
        if (!is_known(name))
            return false;
    }
    return true;
}
