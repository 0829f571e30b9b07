#include "layer/arg_use.h"

#include <ctype.h>
#include <stdlib.h>

/* "r14": false where it is something else. */
static bool take_number(const char **text, char what, bool *does, uint32_t *number)
{
    char *end;
    if (**text != what)
        return true;
    if (!isdigit((unsigned char)(*text)[1]))
        return false;
    *does = true;
    *number = (uint32_t)strtoul(*text + 1, &end, 10);
    *text = end;
    return true;
}

static bool take_images(const char **text, struct cld_arg_use *use)
{
    for (size_t k = 0; k < sizeof use->image / sizeof use->image[0]; k++)
        if (!take_number(text, "fiuhFIUH"[k], &use -> image[k], &use -> image_line[k]))
            return false;
    return true;
}

struct cld_arg_use *cld_arg_uses_read(const char *text, uint32_t n_args)
{
    struct cld_arg_use *uses = calloc((size_t)n_args + 1, sizeof *uses);
    while (uses && *text) {
        char *end;
        unsigned long i = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : n_args;
        if (i >= n_args)
            break;
        text = end;
        if (!take_number(&text, 'r', &uses[i].reads, &uses[i].read_line) ||
            !take_number(&text, 'w', &uses[i].writes, &uses[i].write_line) || !take_images(&text, &uses[i]) ||
            !take_number(&text, 's', &uses[i].is_struct, &uses[i].struct_bytes) || (*text && *text != ' '))
            break;
        text += *text == ' ';
    }
    if (uses && !*text)
        return uses;
    free(uses);
    return NULL;
}
