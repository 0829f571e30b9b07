/* log.c - see log.h. Lines are cut out of one copy of the log, in place. */
#include "buildlog/log.h"

#include "buildlog/classify.h"
#include "buildlog/noise.h"
#include "buildlog/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- words that say how bad it is -----------------------------------------------------------------------
 */

enum { DROPPED = CLD_LEVEL_NOTE + 1 }; /* remarks: what the compiler is proud of */

static const struct {
    const char *word;
    int level;
} levels[] = {
    {"fatal error", CLD_LEVEL_ERROR},
    {"error", CLD_LEVEL_ERROR},
    {"fatal", CLD_LEVEL_ERROR},
    {"warning", CLD_LEVEL_WARNING},
    {"note", CLD_LEVEL_NOTE},
    {"remark", DROPPED},
    {"info", DROPPED},
};

/* "error:" or "error   :" at `at`; what follows it, or NULL. */
static char *level_at(char *at, int *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        size_t n = strlen(levels[i].word);
        if (strncasecmp(at, levels[i].word, n) != 0)
            continue;
        n += strspn(at + n, " ");
        if (at[n] != ':' || (at[n + 1] && at[n + 1] != ' '))
            continue;
        *level = levels[i].level;
        return at + n + 1 + strspn(at + n + 1, " ");
    }
    return NULL;
}

/* What stands before the word: nothing, a place and a colon, or the name of a tool. */
static bool is_prefix(const char *line, size_t n)
{
    if (n == 0)
        return true;
    if (line[n - 1] != ' ' || n < 2)
        return false;
    return line[n - 2] == ':' || line[n - 2] == ';' || !memchr(line, ' ', n - 1);
}

static char *find_level(char *line, size_t *prefix, int *level)
{
    for (char *at = line; *at; at++) {
        if (at > line && at[-1] != ' ')
            continue;
        char *message = is_prefix(line, (size_t)(at - line)) ? level_at(at, level) : NULL;
        if (message) {
            *prefix = (size_t)(at - line);
            return message;
        }
    }
    return NULL;
}

#define LONGEST 1000    /* bytes of a message */
#define MOST_BARE 10000 /* lines */

/* ---- lines ----------------------------------------------------------------------------------------------
 */

struct parser {
    struct cld_build_log *log;
    char *next, *end; /* of the text */
    const char *from; /* "In file included from ..." has been read, and its diagnostic not yet */
    unsigned from_line;
    bool dropping; /* the last warning was noise: so are its notes */
    bool wrapped;  /* the last diagnostic's message begins on the next line */
    unsigned bare; /* lines looked at for what they say themselves */
    size_t room;
};

/* The next line, without its end and the blanks there. */
static char *take_line(struct parser *p)
{
    char *line = p->next, *end = line < p->end ? memchr(line, '\n', (size_t)(p->end - line)) : NULL;
    if (line >= p->end)
        return NULL;
    end = end ? end : p->end;
    p->next = end + 1;
    *end = '\0';
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return line;
}

/* "    ^~~~", and with the line numbers of clang 17: "      |    ^". */
static bool is_marks(const char *line, size_t n)
{
    bool caret = false;
    for (size_t i = 0; i < n; i++) {
        caret |= line[i] == '^';
        if (!strchr(" \t|^~\r", line[i]))
            return false;
    }
    return caret;
}

/* Whether the next line is one of marks: then this one is source. */
static bool marks_follow(const struct parser *p)
{
    const char *end = p->next < p->end ? memchr(p->next, '\n', (size_t)(p->end - p->next)) : NULL;
    return p->next < p->end && is_marks(p->next, (size_t)((end ? end : p->end) - p->next));
}

/* "   12 | source" */
static bool is_numbered(const char *line)
{
    line += strspn(line, " ");
    line += strspn(line, "0123456789");
    return strncmp(line, " |", 2) == 0;
}

static struct cld_diagnostic *last(const struct parser *p)
{
    return p->log->count ? &p->log->list[p->log->count - 1] : NULL;
}

static void add(struct parser *p, const struct cld_diagnostic *d)
{
    struct cld_build_log *log = p->log;
    log->errors += d->level == CLD_LEVEL_ERROR;
    log->warnings += d->level == CLD_LEVEL_WARNING;
    if (log->count == CLD_MOST_DIAGNOSTICS)
        return;
    if (log->count == p->room) {
        size_t room = p->room ? 2 * p->room : 16;
        struct cld_diagnostic *list = realloc(log->list, room * sizeof *list);
        if (!list)
            return;
        log->list = list;
        p->room = room;
    }
    log->list[log->count++] = *d;
}

/* "... [-Wsome-flag]", "... [-Werror,-Wsome-flag]" */
static void take_flag(struct cld_diagnostic *d, char *message)
{
    char *flag = NULL, *end = message + strlen(message);
    for (char *at = message; (at = strstr(at, " [-W")); at++)
        flag = at;
    if (!flag || end[-1] != ']')
        return;
    end[-1] = *flag = '\0';
    char *comma = strrchr(flag + 2, ',');
    d->flag = comma ? comma + 1 : flag + 2;
}

static struct cld_diagnostic nothing(enum cld_diagnostic_level level)
{
    return (struct cld_diagnostic){
        .level = level, .file = "", .from = "", .message = "", .flag = "", .kernel = ""};
}

static void read_diagnostic(struct parser *p, char *line, size_t prefix, char *message, int level)
{
    struct cld_diagnostic d = nothing((enum cld_diagnostic_level)level);
    d.from = p->from ? p->from : "";
    d.from_line = p->from_line;
    p->from = NULL;
    p->from_line = 0;
    if (level == DROPPED)
        return;
    if (prefix > 0 && line[prefix - 2] == ':')
        cld_position_before(&d, line, prefix);
    if (!d.line)
        message = cld_position_after(&d, message);
    take_flag(&d, message);
    if (strlen(message) > LONGEST)
        message[LONGEST] = '\0';
    d.message = message;
    if (p->dropping && d.level == CLD_LEVEL_NOTE)
        return;
    p->dropping = d.level == CLD_LEVEL_WARNING && cld_warning_is_noise(message);
    if (p->dropping)
        return;
    if (p->log->count < CLD_MOST_DIAGNOSTICS && cld_text_of(message)->is_summary)
        return;
    add(p, &d);
    p->wrapped = !*message;
}

/* The first of several such lines is about the source, the others about headers on the way. */
static bool read_inclusion(struct parser *p, char *line)
{
    static const char before[] = "In file included from ";
    struct cld_diagnostic place = {.file = ""};
    size_t n = strlen(line);
    if (strncmp(line, before, sizeof before - 1) != 0)
        return false;
    while (n && strchr(":,", line[n - 1]))
        n--;
    if (!p->from && n >= sizeof before) {
        cld_position_before(&place, line + sizeof before - 1, n - (sizeof before - 1));
        p->from = place.file;
        p->from_line = place.line;
    }
    return true;
}

/* Intel's compiler for GPUs names the kernel on the next line. */
static bool read_kernel(struct parser *p, char *line)
{
    static const char before[] = "in kernel: '";
    struct cld_diagnostic *d = last(p);
    if (!d || strncmp(line, before, sizeof before - 1) != 0)
        return false;
    char *name = line + sizeof before - 1, *end = strrchr(name, '\'');
    if (end)
        *end = '\0';
    d->kernel = name;
    return true;
}

/* Linkers and readers of options say what they have to say and no word before it. */
static void read_bare(struct parser *p, char *line)
{
    if (strlen(line) > LONGEST || p->bare++ > MOST_BARE)
        return; /* a driver that prints its assembly, or whole sources */
    const struct cld_text_info *info = cld_text_of(line);
    if (!info->is_bare || info->is_summary)
        return;
    struct cld_diagnostic d = nothing(CLD_LEVEL_ERROR);
    d.message = line;
    add(p, &d);
}

static void read_line(struct parser *p, char *line)
{
    size_t prefix = 0;
    int level = DROPPED;
    line += strspn(line, " \t");
    if (p->wrapped && *line) {
        if (last(p))
            last(p)->message = line;
        p->wrapped = false;
        return;
    }
    if (!*line || is_numbered(line) || is_marks(line, strlen(line)) || (last(p) && marks_follow(p)))
        return;
    if (read_inclusion(p, line))
        return;
    char *message = find_level(line, &prefix, &level);
    if (message)
        read_diagnostic(p, line, prefix, message, level);
    else if (!read_kernel(p, line))
        read_bare(p, line);
}

struct cld_build_log *cld_build_log_parse(const char *log, size_t size)
{
    struct parser p = {.log = calloc(1, sizeof *p.log)};
    if (!p.log || !(p.log->text = malloc(size + 1))) {
        free(p.log);
        return NULL;
    }
    while (size && !log[size - 1]) /* drivers count the NUL at the end */
        size--;
    for (size_t i = 0; i < size; i++)
        p.log->text[i] = log[i] ? log[i] : ' ';
    p.log->text[size] = '\0';
    p.next = p.log->text;
    p.end = p.next + size;
    for (char *line; (line = take_line(&p));)
        read_line(&p, line);
    cld_build_log_promote(p.log);
    return p.log;
}

void cld_build_log_free(struct cld_build_log *log)
{
    if (!log)
        return;
    free(log->list);
    free(log->text);
    free(log);
}
