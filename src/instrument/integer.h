/* integer.h - the integer types of OpenCL C: how wide, and with which sign. */
#ifndef CLD_INSTRUMENT_INTEGER_H
#define CLD_INSTRUMENT_INTEGER_H

#include <clang-c/Index.h>
#include <stdbool.h>

struct cld_integer {
    unsigned bits; /* of bool: 1 */
    bool is_signed;
};

/* False: the type is none. */
bool cld_integer_of(CXType type, struct cld_integer *i);
/* What a constant expression comes to. False: it is none, or no integer; *value stays as it is. */
bool cld_integer_value(CXCursor expression, long long *value);

#endif
