/* conditions.h - the names on which the conditional directives of a text depend. */
#ifndef CLD_INSTRUMENT_CONDITIONS_H
#define CLD_INSTRUMENT_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>

struct cld_names {
    char **names;
    size_t count, room;
};

/* Names in #if, #ifdef, #ifndef, #elif and, through the bodies of macros that these use, in #define lines.
 * Call with every text of a unit, then cld_conditions_close(). */
struct cld_conditions {
    struct cld_names used;
    struct cld_definition {
        char *name, *body;
    } *definitions;
    size_t n_definitions, definitions_room;
};

void cld_conditions_read(struct cld_conditions *c, const char *text);
void cld_conditions_close(struct cld_conditions *c);
void cld_conditions_free(struct cld_conditions *c);

bool cld_names_add(struct cld_names *n, const char *name, size_t size); /* true: it is new */
void cld_names_free(struct cld_names *n);

#endif
