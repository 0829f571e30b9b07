#include "report/excerpt.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "report/out.h"

#define TAB 4
#define INDENT 4 /* kept of the line's own */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* `word` as a whole word of `line`, or NULL. */
static const char *find_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)); at++)
        if ((at == line || !in_word(at[-1])) && !in_word(at[length]))
            return at;
    return NULL;
}

/* Marks the call, or what stands in the column that the compiler noted. */
static void set_caret(struct cld_excerpt *excerpt, const char *call, int column)
{
    const char *at = call ? find_word(excerpt->text, call) : NULL;
    int end = (int)strlen(excerpt->text);
    excerpt->caret = at ? (int)(at - excerpt->text) : column - 1;
    excerpt->length = at ? (int)strlen(call) : 0;
    if (excerpt->caret < 0 || excerpt->caret >= end || !in_word(excerpt->text[excerpt->caret])) {
        excerpt->caret = -1;
        return;
    }
    for (int i = excerpt->caret;
         !at && i < end && (in_word(excerpt->text[i]) || strchr(":.", excerpt->text[i])); i++)
        excerpt->length++;
    if (excerpt->length == 0)
        excerpt->length = 1;
}

/* Makes columns of tabs. */
static void expand_tabs(struct cld_excerpt *excerpt)
{
    char *out = cld_xcalloc(strlen(excerpt->text) * TAB + 1, 1);
    int to = 0, caret = excerpt->caret;
    for (int i = 0; excerpt->text[i]; i++) {
        if (i == excerpt->caret)
            caret = to;
        int spaces = excerpt->text[i] == '\t' ? TAB - to % TAB : 0;
        for (int k = 0; k < spaces; k++)
            out[to++] = ' ';
        if (!spaces)
            out[to++] = excerpt->text[i];
    }
    free(excerpt->text);
    excerpt->text = out;
    excerpt->caret = caret;
}

static bool mid_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Replaces `bytes` at the beginning by "..." or nothing. */
static void cut_left(struct cld_excerpt *excerpt, int bytes, const char *dots)
{
    while (mid_character(excerpt->text[bytes]))
        bytes++;
    char *rest = cld_xprintf("%s%s", dots, excerpt->text + bytes);
    free(excerpt->text);
    excerpt->text = rest;
    if (excerpt->caret >= 0)
        excerpt->caret += (int)strlen(dots) - bytes;
}

/* The indentation says nothing here. What is too long for `room` columns is cut, and around the caret. */
static void fit(struct cld_excerpt *excerpt, int room)
{
    int indent = (int)strspn(excerpt->text, " ");
    if (indent > INDENT)
        cut_left(excerpt, indent - INDENT, "");
    if (excerpt->caret + excerpt->length > room - 3)
        cut_left(excerpt, excerpt->caret - room / 4, "...");
    if (cld_out_columns(excerpt->text) <= room)
        return;
    int end = 0;
    for (int columns = 0; columns < room - 3 || mid_character(excerpt->text[end]); end++)
        columns += !mid_character(excerpt->text[end]);
    excerpt->text[end] = '\0';
    if (excerpt->caret + excerpt->length > end)
        excerpt->length = excerpt->caret < end ? end - excerpt->caret : 0;
    char *dotted = cld_xprintf("%s...", excerpt->text);
    free(excerpt->text);
    excerpt->text = dotted;
}

/* Brings it into `room` columns. */
static void finish(struct cld_excerpt *excerpt, int room)
{
    expand_tabs(excerpt);
    fit(excerpt, room);
    if (excerpt->caret >= 0) { /* bytes until here */
        char *before = cld_xprintf("%.*s", excerpt->caret, excerpt->text);
        excerpt->caret = cld_out_columns(before);
        free(before);
    }
}

struct cld_excerpt cld_excerpt_make(const char *line, const char *call, int column, int room)
{
    struct cld_excerpt excerpt = {cld_xstrdup(line), -1, 0};
    set_caret(&excerpt, call, column);
    finish(&excerpt, room);
    return excerpt;
}

struct cld_excerpt cld_excerpt_mark(const char *line, int column, int length, int room)
{
    struct cld_excerpt excerpt = {cld_xstrdup(line), -1, 0};
    if (column > 0 && (size_t)column <= strlen(line)) {
        excerpt.caret = column - 1;
        excerpt.length = length;
    }
    finish(&excerpt, room);
    return excerpt;
}
