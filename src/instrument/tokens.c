#include "instrument/tokens.h"

#include "instrument/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t mark_length(const char *p)
{
    static const char *const marks[] = {
        "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "::", "<:", ":>", "<%", "%>"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strncmp(p, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

const char *cld_past_literal(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

static size_t number_length(const char *p)
{
    size_t n = 1;
    while (is_word(p[n]) || p[n] == '.' || ((p[n] == '+' || p[n] == '-') && strchr("eEpP", p[n - 1])))
        n++;
    return n;
}

static size_t length_of(const char *p, enum cld_token_kind *kind)
{
    size_t n = 0;
    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        *kind = CLD_TOKEN_NUMBER;
        return number_length(p);
    }
    if (*p == '"' || *p == '\'') {
        *kind = CLD_TOKEN_STRING;
        return (size_t)(cld_past_literal(p) - p);
    }
    while (is_word(p[n]))
        n++;
    *kind = n ? CLD_TOKEN_WORD : CLD_TOKEN_MARK;
    return n ? n : mark_length(p);
}

void cld_tokens_read(struct cld_tokens *t, const char *text, size_t size)
{
    bool line_start = true;
    *t = (struct cld_tokens){.text = text};
    for (const char *p = text; p < text + size;) {
        if (*p == '\n') {
            line_start = true;
            p++;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (line_start && *p == '#') {
            p += strcspn(p, "\n");
        } else {
            enum cld_token_kind kind;
            size_t n = length_of(p, &kind);
            t->list = cld_grow(t->list, &t->room, t->count, sizeof *t->list);
            t->list[t->count++] = (struct cld_token){(unsigned)(p - text), (unsigned)(p - text + n), kind};
            p += n;
            line_start = false;
        }
    }
}

void cld_tokens_free(struct cld_tokens *t)
{
    free(t->list);
    *t = (struct cld_tokens){0};
}

/* Digraphs are other spellings of brackets and braces (C11 6.4.6). */
static const char *digraph(const char *p)
{
    static const char *const pairs[][2] = {{"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}};
    for (size_t i = 0; i < 4; i++)
        if (memcmp(p, pairs[i][0], 2) == 0)
            return pairs[i][1];
    return NULL;
}

bool cld_token_is(const struct cld_tokens *t, size_t i, const char *spelling)
{
    if (i >= t->count)
        return false;
    const char *other = t->list[i].end - t->list[i].begin == 2 ? digraph(t->text + t->list[i].begin) : NULL;
    if (other)
        return strcmp(other, spelling) == 0;
    size_t n = t->list[i].end - t->list[i].begin;
    return strlen(spelling) == n && memcmp(t->text + t->list[i].begin, spelling, n) == 0;
}

size_t cld_token_at(const struct cld_tokens *t, unsigned offset)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->list[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t cld_token_match(const struct cld_tokens *t, size_t i)
{
    int depth = 0;
    for (; i < t->count; i++) {
        const char *other = digraph(t->text + t->list[i].begin);
        if (t->list[i].end - t->list[i].begin != (other ? 2 : 1))
            continue;
        char c = other ? *other : t->text[t->list[i].begin];
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        if (depth == 0)
            return i;
    }
    return t->count;
}
