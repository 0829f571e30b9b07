/* What cld_error_detail() gives: set by the library's functions when they fail. */
#ifndef CLD_LIB_DETAIL_H
#define CLD_LIB_DETAIL_H

#include <cldoctor/base.h>

/* Keeps a text about a failure for this thread and returns `code`, so that `return cld_detail(code, ...)`
 * works. */
cl_int cld_detail(cl_int code, const char *format, ...) CLD_PRINTF(2, 3);

/* The text for `code` if it has not been reported yet, else "". A text is reported once: a later failure of
 * another function with the same code must not get it. */
const char *cld_detail_take(cl_int code);

#endif
