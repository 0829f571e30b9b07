#include "rules/suppress.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "rules/rules.h"

#define ANY_FINDING (-1)

struct suppression {
    int finding; /* enum cld_finding */
    char *glob;  /* NULL: everywhere */
};

struct cld_suppressions {
    struct suppression *list;
    size_t count;
};

/* ---- reading ---------------------------------------------------------------------------------------- */

static char *trim(char *text)
{
    char *comment = strchr(text, '#');
    if (comment)
        *comment = '\0';
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool find_id(const char *id, int *finding)
{
    *finding = ANY_FINDING;
    if (strcmp(id, "*") == 0)
        return true;
    for (*finding = 0; *finding < CLD_FINDING_COUNT; ++*finding)
        if (strcmp(cld_finding_info((unsigned)*finding)->id, id) == 0)
            return true;
    return false;
}

static bool add_line(struct cld_suppressions *suppressions, char *line)
{
    int finding;
    char *id = trim(line);
    if (!*id)
        return true;
    size_t length = strcspn(id, " \t");
    char *glob = id + length;
    if (*glob)
        *glob++ = '\0';
    while (isspace((unsigned char)*glob))
        glob++;
    if (!find_id(id, &finding))
        return false;
    suppressions->list = cld_xgrow(suppressions->list, suppressions->count, sizeof(*suppressions->list));
    suppressions->list[suppressions->count++] =
        (struct suppression){finding, *glob ? cld_xstrdup(glob) : NULL};
    return true;
}

int cld_suppressions_load(const char *file, struct cld_suppressions **suppressions,
                          char error[CLD_SUPPRESS_ERROR_MAX])
{
    FILE *in = fopen(file, "re");
    char *line = NULL;
    size_t room = 0;
    unsigned number = 0;
    *suppressions = NULL;
    if (!in) {
        snprintf(error, CLD_SUPPRESS_ERROR_MAX, "can't read the suppressions in %s: %s", file,
                 strerror(errno));
        return -1;
    }
    struct cld_suppressions *read = cld_xcalloc(1, sizeof(*read));
    errno = 0;
    while (getline(&line, &room, in) >= 0) {
        number++;
        if (!add_line(read, line)) {
            snprintf(error, CLD_SUPPRESS_ERROR_MAX, "%s:%u: there is no finding called '%s'", file, number,
                     trim(line));
            goto failed;
        }
    }
    if (ferror(in)) {
        snprintf(error, CLD_SUPPRESS_ERROR_MAX, "can't read the suppressions in %s: %s", file,
                 strerror(errno));
        goto failed;
    }
    free(line);
    fclose(in);
    *suppressions = read;
    return 0;
failed:
    free(line);
    fclose(in);
    cld_suppressions_free(read);
    return -1;
}

void cld_suppressions_free(struct cld_suppressions *suppressions)
{
    if (!suppressions)
        return;
    for (size_t i = 0; i < suppressions->count; i++)
        free(suppressions->list[i].glob);
    free(suppressions->list);
    free(suppressions);
}

/* ---- matching --------------------------------------------------------------------------------------- */

static bool path_matches(const char *glob, const char *path)
{
    if (!path)
        return false;
    const char *slash = strrchr(path, '/');
    return fnmatch(glob, path, 0) == 0 || (slash && fnmatch(glob, slash + 1, 0) == 0);
}

static bool glob_matches(const char *glob, const struct cld_found *found, struct cld_symboliser *symboliser)
{
    if (found->kernel[0] && fnmatch(glob, found->kernel, 0) == 0)
        return true;
    if (path_matches(glob, cld_found_value(found, "source.file")))
        return true;
    const struct cld_frames *frames = cld_symbolise_stack(symboliser, found->process, found->stack);
    for (size_t i = 0; i < frames->count; i++)
        if (path_matches(glob, frames->list[i].file) || path_matches(glob, frames->list[i].module_path))
            return true;
    return false;
}

bool cld_suppressions_match(const struct cld_suppressions *suppressions, const struct cld_found *found,
                            struct cld_symboliser *symboliser)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        const struct suppression *suppression = &suppressions->list[i];
        if (suppression->finding != ANY_FINDING && (unsigned)suppression->finding != (unsigned)found->id)
            continue;
        if (!suppression->glob || glob_matches(suppression->glob, found, symboliser))
            return true;
    }
    return false;
}
