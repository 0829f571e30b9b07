/* text.h - texts that grow. */
#ifndef CLD_INSTRUMENT_TEXT_H
#define CLD_INSTRUMENT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zero-initialised: empty. `data` is NUL-terminated once anything was added. Out of memory ends the process:
 * the instrumenter is one of its own, and the layer takes its death as an answer. */
struct cld_text {
    char *data;
    size_t size, room;
};

void cld_text_bytes(struct cld_text *t, const char *bytes, size_t size);
void cld_text_add(struct cld_text *t, const char *text);
void cld_text_format(struct cld_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Puts text before and behind what is there. */
void cld_text_wrap(struct cld_text *t, const char *before, const char *behind);
void cld_text_free(struct cld_text *t);
/* "" when nothing was added. */
const char *cld_text_get(const struct cld_text *t);

bool cld_begins(const char *text, const char *with);

void *cld_grow(void *array, size_t *room, size_t count, size_t size);
char *cld_copy(const char *text, size_t size);
/* As asprintf(); the caller frees it. */
char *cld_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
