#include "cli/error_code.h"

static const struct cld_error_code codes[] = {
#define CLD_ERROR(name, value, text) {value, #name, text},
#include "lib/errors.def"
};

const struct cld_error_code *cld_error_codes(size_t *count)
{
    *count = sizeof codes / sizeof codes[0];
    return codes;
}

const char *cld_error_code_name(int value)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].value == value)
            return codes[i].name;
    return "unknown error";
}
