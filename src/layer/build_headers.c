#include "layer/build_headers.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_FOLDERS 32
#define MOST_HEADERS 64
#define LARGEST_HEADER (1 << 20)
#define NAME_ROOM 256

struct search {
    const struct cld_unit *unit;
    char folders[MOST_FOLDERS][NAME_ROOM];
    size_t n_folders;
    char seen[MOST_HEADERS][NAME_ROOM];
    size_t n_seen;
    void (*found)(void *user, const char *name, const char *text);
    void *user;
};

/* ---- -I --------------------------------------------------------------------------------------------------
 */

static void add_folder(struct search *s, const char *at, size_t length)
{
    if (length >= 2 && (*at == '"' || *at == '\'') && at[length - 1] == *at) {
        at++;
        length -= 2;
    }
    if (s->n_folders < MOST_FOLDERS && length > 0 && length < NAME_ROOM)
        snprintf(s->folders[s->n_folders++], NAME_ROOM, "%.*s", (int)length, at);
}

/* Options are words between blanks; a word in quotes may have some. */
static size_t word(const char *at)
{
    size_t n = 0;
    for (char quote = '\0'; at[n] && (quote || !isspace((unsigned char)at[n])); n++)
        if (at[n] == '"' || at[n] == '\'')
            quote = quote ? (quote == at[n] ? '\0' : quote) : at[n];
    return n;
}

static void take_folders(struct search *s)
{
    const char *at = s->unit->options;
    while (*(at += strspn(at, " \t\r\n"))) {
        size_t n = word(at);
        if (strncmp(at, "-I", 2) == 0 && n == 2) {
            at += n + strspn(at + n, " \t\r\n");
            n = word(at);
            add_folder(s, at, n);
        } else if (strncmp(at, "-I", 2) == 0) {
            add_folder(s, at + 2, n - 2);
        }
        at += n;
    }
    add_folder(s, ".", 1);
}

/* ---- files ------------------------------------------------------------------------------------------------
 */

/* NULL: there is no such file. */
static char *read_header(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat st;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path || stat(path, &st) != 0 ||
        !S_ISREG(st.st_mode) || st.st_size > LARGEST_HEADER)
        return NULL;
    FILE *in = fopen(path, "re");
    char *text = in ? calloc(1, (size_t)st.st_size + 1) : NULL;
    if (text && fread(text, 1, (size_t)st.st_size, in) != (size_t)st.st_size) {
        free(text);
        text = NULL;
    }
    if (in)
        fclose(in);
    return text;
}

static bool is_known(const struct search *s, const char *name)
{
    for (size_t i = 0; i < s->unit->n_headers; i++)
        if (strcmp(s->unit->headers[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < s->n_seen; i++)
        if (strcmp(s->seen[i], name) == 0)
            return true;
    return false;
}

static void scan(struct search *s, const char *text, const char *below);

/* `name` as the specification's compilers look for it; true: it is there. */
static bool take_header(struct search *s, const char *name)
{
    char *text = NULL;
    if (is_known(s, name))
        return true;
    for (size_t i = 0; !text && i < s->n_folders; i++)
        text = read_header(s->folders[i], name);
    if (!text || s->n_seen == MOST_HEADERS) {
        free(text);
        return false;
    }
    snprintf(s->seen[s->n_seen++], NAME_ROOM, "%s", name);
    s->found(s->user, name, text);
    scan(s, text, name);
    free(text);
    return true;
}

/* ---- #include
 * ---------------------------------------------------------------------------------------------- */

/* The name between quotes or angles; false: this line includes nothing. */
static bool included(const char *line, char name[NAME_ROOM])
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "include", 7) != 0)
        return false;
    line += 7 + strspn(line + 7, " \t");
    size_t n = *line == '"' ? strcspn(line + 1, "\"\r\n") : *line == '<' ? strcspn(line + 1, ">\r\n") : 0;
    if (!n || n >= NAME_ROOM)
        return false;
    snprintf(name, NAME_ROOM, "%.*s", (int)n, line + 1);
    return true;
}

/* What `text` includes; `below` is its own name, whose folder comes first. NULL: the program's source. */
static void scan(struct search *s, const char *text, const char *below)
{
    const char *slash = below ? strrchr(below, '/') : NULL;
    char name[NAME_ROOM], near[NAME_ROOM];
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (!included(line, name))
            continue;
        bool fits =
            slash && snprintf(near, sizeof near, "%.*s/%s", (int)(slash - below), below, name) < NAME_ROOM;
        if (!fits || !take_header(s, near))
            take_header(s, name);
    }
}

void cld_build_headers(const struct cld_unit *u,
                       void (*found)(void *user, const char *name, const char *text), void *user)
{
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return;
    s->unit = u;
    s->found = found;
    s->user = user;
    take_folders(s);
    scan(s, u->source, NULL);
    for (size_t i = 0; i < u->n_headers; i++)
        scan(s, u->headers[i].text, u->headers[i].name);
    free(s);
}
