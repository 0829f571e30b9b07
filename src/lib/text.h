/* A text that grows. A failed allocation makes it "bad": later additions do nothing, and one check at the end
 * is enough. */
#ifndef CLD_LIB_TEXT_H
#define CLD_LIB_TEXT_H

#include <cldoctor/base.h>
#include <stdbool.h>

struct cld_text {
    char *bytes; /* zero-terminated, or NULL while empty */
    size_t length;
    size_t capacity;
    bool bad;
};

void cld_text_add(struct cld_text *text, const char *bytes, size_t length);
void cld_text_format(struct cld_text *text, const char *format, ...) CLD_PRINTF(2, 3);

/* The text, or "" if it is empty. */
const char *cld_text_get(const struct cld_text *text);

/* Frees the text and makes it empty and good again. */
void cld_text_clear(struct cld_text *text);

#endif
