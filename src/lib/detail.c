#include "detail.h"

#include <cldoctor/check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DETAIL_BYTES = 4096 };
static const char CUT[] = "\n[...]";

static _Thread_local char detail_text[DETAIL_BYTES];
static _Thread_local cl_int detail_code = CL_SUCCESS;

cl_int cld_detail(cl_int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(detail_text, sizeof(detail_text), format, args);
    va_end(args);
    if (length < 0)
        detail_text[0] = '\0';
    else if ((size_t)length >= sizeof(detail_text))
        memcpy(detail_text + sizeof(detail_text) - sizeof(CUT), CUT, sizeof(CUT));
    detail_code = code;
    return code;
}

const char *cld_detail_take(cl_int code)
{
    if (detail_code != code)
        return "";
    detail_code = CL_SUCCESS;
    return detail_text;
}

const char *cld_error_detail(void)
{
    return detail_text;
}
