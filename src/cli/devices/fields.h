/* fields.h - reading the document of `cldoctor devices`. */
#ifndef CLD_CLI_DEVICES_FIELDS_H
#define CLD_CLI_DEVICES_FIELDS_H

#include <jansson.h>
#include <stdbool.h>

/* A field of a group of `object`, or, with the group "", of itself. NULL, "" and 0 where it is not there. */
const json_t *cld_field(const json_t *object, const char *group, const char *field);
const char *cld_field_text(const json_t *object, const char *group, const char *field);
long long cld_field_number(const json_t *object, const char *group, const char *field);
/* Whether a list of strings has this one; NULL has none. */
bool cld_list_has(const json_t *list, const char *text);

#endif
