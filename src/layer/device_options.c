/* device_options.c - which build options can change what a device's compiler defines. */
#include "layer/device_macros.h"
#include "layer/device_probe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Past one option: quotes and backslashes as clang takes them. */
static const char *past_option(const char *p)
{
    char quote = '\0';
    for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (quote && *p == quote)
            quote = '\0';
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
    }
    return p;
}

/* How many words the option that begins here takes that can't matter: 0, 1, 2. */
static int irrelevant_words(const char *p, size_t size)
{
    if (size >= 2 && p[0] == '-' && strchr("DUI", p[1]))
        return size == 2 ? 2 : 1;
    if (size == 8 && memcmp(p, "-include", 8) == 0)
        return 2;
    return size >= 7 && memcmp(p, "-Werror", 7) == 0 ? 1 : 0;
}

char *cld_relevant_options(const char *options)
{
    char *kept = malloc(strlen(options) + 2), *end = kept;
    int drop = 0;
    if (!kept)
        return NULL;
    for (const char *p = options + strspn(options, " \t\r\n\v\f"); *p; p += strspn(p, " \t\r\n\v\f")) {
        size_t size = (size_t)(past_option(p) - p);
        if (drop == 0)
            drop = irrelevant_words(p, size);
        if (drop > 0) {
            drop--;
        } else {
            if (end != kept)
                *end++ = ' ';
            memcpy(end, p, size);
            end += size;
        }
        p += size;
    }
    *end = '\0';
    return kept;
}

/* What every compiler knows: of relevant options, those of the specification. */
void cld_keep_standard_options(char *options)
{
    char *end = options;
    for (const char *p = options; *p; p += strspn(p, " ")) {
        size_t size = (size_t)(past_option(p) - p);
        if (strncmp(p, "-cl-", 4) == 0) {
            if (end != options)
                *end++ = ' ';
            memmove(end, p, size);
            end += size;
        }
        p += size;
    }
    *end = '\0';
}
