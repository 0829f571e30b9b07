/* error_code.h - the error codes of OpenCL (lib/errors.def), for the tool. */
#ifndef CLD_CLI_ERROR_CODE_H
#define CLD_CLI_ERROR_CODE_H

#include <stddef.h>

struct cld_error_code {
    int value;
    const char *name, *text;
};

/* The table, in the order of the codes; *count of them. Any thread. */
const struct cld_error_code *cld_error_codes(size_t *count);
/* "CL_INVALID_VALUE"; "unknown error" for codes that nobody defined. */
const char *cld_error_code_name(int value);

#endif
