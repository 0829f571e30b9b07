#include "cli/devices/fields.h"

#include <string.h>

const json_t *cld_field(const json_t *object, const char *group, const char *field)
{
    return json_object_get(*group ? json_object_get(object, group) : object, field);
}

const char *cld_field_text(const json_t *object, const char *group, const char *field)
{
    const char *text = json_string_value(cld_field(object, group, field));
    return text ? text : "";
}

long long cld_field_number(const json_t *object, const char *group, const char *field)
{
    return json_integer_value(cld_field(object, group, field));
}

bool cld_list_has(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *entry = json_string_value(json_array_get(list, i));
        if (entry && strcmp(entry, text) == 0)
            return true;
    }
    return false;
}
