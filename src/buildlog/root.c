/* root.c - which diagnostic of a log is which: see log.h. */
#include "buildlog/classify.h"
#include "buildlog/log.h"

#include <ctype.h>
#include <string.h>

const struct cld_diagnostic *cld_build_log_next(const struct cld_build_log *log,
                                                const struct cld_diagnostic *after,
                                                enum cld_diagnostic_level level)
{
    for (size_t i = after ? (size_t)(after - log->list) + 1 : 0; i < log->count; i++)
        if (log->list[i].level == level)
            return &log->list[i];
    return NULL;
}

const struct cld_diagnostic *cld_build_log_note(const struct cld_build_log *log,
                                                const struct cld_diagnostic *after)
{
    size_t i = (size_t)(after - log->list) + 1;
    return i < log->count && log->list[i].level == CLD_LEVEL_NOTE ? &log->list[i] : NULL;
}

static bool is_misreading(enum cld_build_class class)
{
    return class == CLD_BUILD_TYPE || class == CLD_BUILD_ADDRESS;
}

/*
 * `for (int i = 0, i < n; i++)` is first "redefinition of 'i'", then "expected ';'", on one line: where a
 * line could not even be read, what its words mean is not the point.
 */
const struct cld_diagnostic *cld_build_log_root(const struct cld_build_log *log)
{
    const struct cld_diagnostic *root = cld_build_log_next(log, NULL, CLD_LEVEL_ERROR), *d = root;
    if (!root || !root->line || !is_misreading(cld_text_of(root->message)->class))
        return root;
    while ((d = cld_build_log_next(log, d, CLD_LEVEL_ERROR)) && d->line == root->line &&
           strcmp(d->file, root->file) == 0)
        if (cld_text_of(d->message)->class == CLD_BUILD_SYNTAX)
            return d;
    return root;
}

bool cld_diagnostic_function(const struct cld_diagnostic *d, char *out, size_t room)
{
    const char *at = d->kernel;
    if (!*at) {
        at = strcasestr(d->message, "function '");
        if (!at)
            return false;
        at += strlen("function '");
    }
    size_t n = 0;
    while (n + 1 < room && (isalnum((unsigned char)at[n]) || at[n] == '_'))
        n++;
    memcpy(out, at, n);
    out[n] = '\0';
    return n > 0;
}
