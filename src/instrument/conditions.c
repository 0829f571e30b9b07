#include "instrument/conditions.h"

#include "instrument/text.h"
#include "instrument/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool cld_names_add(struct cld_names *n, const char *name, size_t size)
{
    for (size_t i = 0; i < n->count; i++)
        if (strlen(n->names[i]) == size && memcmp(n->names[i], name, size) == 0)
            return false;
    n->names = cld_grow(n->names, &n->room, n->count, sizeof *n->names);
    n->names[n->count++] = cld_copy(name, size);
    return true;
}

void cld_names_free(struct cld_names *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->names[i]);
    free(n->names);
    *n = (struct cld_names){0};
}

/* The logical line that begins at *at, without comments and continuations; moves on to the next. */
static void take_line(const char **at, struct cld_text *line)
{
    const char *p = *at;
    line->size = 0;
    cld_text_add(line, "");
    while (*p && *p != '\n') {
        if (p[0] == '\\' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n'))) {
            p += p[1] == '\n' ? 2 : 3;
        } else if (p[0] == '/' && p[1] == '/') {
            while (*p && *p != '\n')
                p += p[0] == '\\' && p[1] == '\n' ? 2 : 1;
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            p = end ? end + 2 : p + strlen(p);
            cld_text_add(line, " ");
        } else if (*p == '"' || *p == '\'') {
            const char *end = cld_past_literal(p);
            cld_text_bytes(line, p, (size_t)(end - p));
            p = end;
        } else {
            cld_text_bytes(line, p++, 1);
        }
    }
    *at = *p ? p + 1 : p;
}

static size_t word_at(const char *p)
{
    size_t n = 0;
    if (isdigit((unsigned char)*p))
        return 0;
    while (is_word(p[n]))
        n++;
    return n;
}

static void add_words(struct cld_names *names, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = word_at(p);
        if (*p == '"' || *p == '\'') {
            p = cld_past_literal(p);
        } else if (n) {
            if (!(n == 7 && memcmp(p, "defined", 7) == 0))
                cld_names_add(names, p, n);
            p += n;
        } else {
            do /* a number's suffix is no name */
                p++;
            while (is_word(p[-1]) && is_word(*p));
        }
    }
}

static void add_definition(struct cld_conditions *c, const char *text)
{
    size_t n = word_at(text);
    if (!n)
        return;
    c->definitions = cld_grow(c->definitions, &c->definitions_room, c->n_definitions, sizeof *c->definitions);
    c->definitions[c->n_definitions++] =
        (struct cld_definition){cld_copy(text, n), cld_copy(text + n, strlen(text + n))};
}

static void read_directive(struct cld_conditions *c, const char *text)
{
    const char *name = text + strspn(text, " \t");
    size_t n = word_at(name);
    const char *rest = name + n + strspn(name + n, " \t");
    if ((n == 2 && memcmp(name, "if", 2) == 0) || (n == 4 && memcmp(name, "elif", 4) == 0) ||
        (n == 5 && memcmp(name, "ifdef", 5) == 0) || (n == 6 && memcmp(name, "ifndef", 6) == 0))
        add_words(&c->used, rest);
    else if (n == 6 && memcmp(name, "define", 6) == 0)
        add_definition(c, rest);
}

void cld_conditions_read(struct cld_conditions *c, const char *text)
{
    struct cld_text line = {0};
    for (const char *at = text; *at;) {
        take_line(&at, &line);
        const char *first = line.data + strspn(line.data, " \t\r");
        if (*first == '#')
            read_directive(c, first + 1);
    }
    cld_text_free(&line);
}

void cld_conditions_close(struct cld_conditions *c)
{
    for (size_t i = 0; i < c->used.count; i++)
        for (size_t j = 0; j < c->n_definitions; j++)
            if (strcmp(c->definitions[j].name, c->used.names[i]) == 0)
                add_words(&c->used, c->definitions[j].body);
}

void cld_conditions_free(struct cld_conditions *c)
{
    for (size_t i = 0; i < c->n_definitions; i++) {
        free(c->definitions[i].name);
        free(c->definitions[i].body);
    }
    free(c->definitions);
    cld_names_free(&c->used);
    *c = (struct cld_conditions){0};
}
