#include "cli/libraries.h"

#include "cli/options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *in_folder(const char *folder, const char *relative, const char *name)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s/%s", folder, relative, name) >= PATH_MAX ||
        access(path, R_OK) != 0)
        return NULL;
    return realpath(path, NULL);
}

char *cld_library_find(const char *name)
{
    /* From bin/ of an installed prefix, wherever it was moved, and from bin/ of a build folder. */
    static const char *const relative[] = {"../" CLD_LIBDIR "/cldoctor", "../lib/cldoctor", "../lib"};
    const char *given = getenv("CLDOCTOR_LIBDIR");
    char self[PATH_MAX] = "", *found = NULL;
    if (given && *given) {
        found = in_folder(given, ".", name);
        if (!found)
            cld_cli_error("%s is not in CLDOCTOR_LIBDIR (%s)", name, given);
        return found;
    }
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash = n > 0 ? strrchr(self, '/') : NULL;
    if (slash)
        *slash = '\0';
    for (size_t i = 0; slash && !found && i < sizeof relative / sizeof relative[0]; i++)
        found = in_folder(self, relative[i], name);
    if (!found)
        cld_cli_error("%s is not beside %s: install cldoctor whole, or set CLDOCTOR_LIBDIR to its folder",
                      name, self);
    return found;
}
