/* strings.h - texts of the session (kernel names), each written once. */
#ifndef CLD_LAYER_STRINGS_H
#define CLD_LAYER_STRINGS_H

#include <stdint.h>

/* Id of `text` in the session; 0: no room. Thread-safe. */
uint32_t cld_string_id(const char *text);

void cld_strings_lock(void);
void cld_strings_unlock(void);
void cld_strings_forked(void);

#endif
