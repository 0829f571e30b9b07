#include "instrument/build_options.h"

#include "instrument/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The next word without its quotes, and where it stood; NULL: no more. */
static char *next_word(const char **at, const char **begin, size_t *length)
{
    const char *p = *at + strspn(*at, " \t\r\n\v\f");
    struct cld_text word = {0};
    if (!*p)
        return NULL;
    *begin = p;
    cld_text_add(&word, "");
    for (char quote = 0; *p && (quote || !strchr(" \t\r\n\v\f", *p)); p++) {
        if (quote && *p == quote)
            quote = 0;
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
        else if (*p == '\\' && p[1] && strchr("\\\"' ", p[1]))
            cld_text_bytes(&word, ++p, 1);
        else
            cld_text_bytes(&word, p, 1);
    }
    *length = (size_t)(p - *begin);
    *at = p;
    return word.data;
}

static void add(struct cld_build_options *o, const char *word)
{
    o->preprocess = cld_grow(o->preprocess, &o->preprocess_room, o->n_preprocess, sizeof *o->preprocess);
    o->preprocess[o->n_preprocess++] = cld_copy(word, strlen(word));
}

/* -D NAME and -DNAME, -I DIR and -IDIR, ...; the length of the option's own name, 0: none of these. */
static size_t preprocessor_option(const char *word)
{
    static const char *const names[] = {"-D", "-U", "-I", "-include"};
    for (size_t i = sizeof names / sizeof names[0]; i-- > 0;) {
        size_t n = strlen(names[i]);
        if (strncmp(word, names[i], n) == 0)
            return n;
    }
    return 0;
}

void cld_build_options_read(struct cld_build_options *o, const char *text)
{
    const char *at = text, *begin;
    size_t length;
    struct cld_text rest = {0};
    *o = (struct cld_build_options){0};
    cld_text_add(&rest, "");
    for (char *word; (word = next_word(&at, &begin, &length)); free(word)) {
        size_t name = preprocessor_option(word);
        if (name) {
            char *value = word[name] ? NULL : next_word(&at, &begin, &length);
            add(o, word);
            if (value)
                add(o, value);
            free(value);
        } else if (strcmp(word, "-Werror") != 0) {
            if (strncmp(word, "-cl-std=", 8) == 0) {
                free(o->standard);
                o->standard = cld_copy(word + 8, strlen(word + 8));
            }
            cld_text_bytes(&rest, begin, length);
            cld_text_add(&rest, " ");
        }
    }
    cld_text_add(&rest, "-w");
    o->rest = rest.data;
}

void cld_build_options_free(struct cld_build_options *o)
{
    for (size_t i = 0; i < o->n_preprocess; i++)
        free(o->preprocess[i]);
    free(o->preprocess);
    free(o->standard);
    free(o->rest);
}
