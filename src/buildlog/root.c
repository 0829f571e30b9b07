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

/* Whether a message has `name`, of `size` bytes, in quotes. */
static bool names(const char *message, const char *name, size_t size)
{
    for (const char *at = message; (at = strchr(at, '\'')); at++)
        if (strncmp(at + 1, name, size) == 0 && at[1 + size] == '\'')
            return true;
    return false;
}

static bool is_behind_an_error(const struct cld_build_log *log, const char *name, size_t size)
{
    for (const struct cld_diagnostic *d = NULL; (d = cld_build_log_next(log, d, CLD_LEVEL_ERROR));)
        if (names(d->message, name, size))
            return true;
    return false;
}

void cld_build_log_promote(struct cld_build_log *log)
{
    static const char before[] = "implicit declaration of function '";
    for (size_t i = 0; log->errors && i < log->count; i++) {
        struct cld_diagnostic *d = &log->list[i];
        if (d->level != CLD_LEVEL_WARNING || strncmp(d->message, before, sizeof before - 1) != 0)
            continue;
        const char *name = d->message + sizeof before - 1;
        if (!is_behind_an_error(log, name, strcspn(name, "'")))
            continue;
        d->level = CLD_LEVEL_ERROR;
        log->errors++;
        log->warnings--;
    }
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

/* "... overflowed (65544 bytes required, max 32764 bytes allowed) in function k": NVIDIA's, without quotes.
 */
static const char *last_word_after(const char *message, const char *before)
{
    const char *at = strstr(message, before);
    at = at ? at + strlen(before) : NULL;
    return at && !strpbrk(at, " ,") ? at : NULL;
}

bool cld_diagnostic_function(const struct cld_diagnostic *d, char *out, size_t room)
{
    const char *at = *d->kernel ? d->kernel : NULL;
    if (!at && (at = strcasestr(d->message, "function '")))
        at += strlen("function '");
    if (!at)
        at = last_word_after(d->message, ") in function ");
    if (!at)
        return false;
    size_t n = 0;
    while (n + 1 < room && (isalnum((unsigned char)at[n]) || at[n] == '_'))
        n++;
    memcpy(out, at, n);
    out[n] = '\0';
    return n > 0;
}
