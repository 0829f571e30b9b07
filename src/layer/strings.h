/* strings.h - texts of the session (kernel names), each written once. */
#ifndef CLD_LAYER_STRINGS_H
#define CLD_LAYER_STRINGS_H

#include <stddef.h>
#include <stdint.h>

/* Id of `text` in the session; 0: no room. Thread-safe. */
uint32_t cld_string_id(const char *text);

/* The text of an id, cut to `room`; "": there is none. */
void cld_string_text(uint32_t id, char *out, size_t room);

void cld_strings_lock(void);
void cld_strings_unlock(void);
void cld_strings_forked(void);

#endif
