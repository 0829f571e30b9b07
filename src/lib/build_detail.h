/* What cld_error_detail() says of a failed build. */
#ifndef CLD_LIB_BUILD_DETAIL_H
#define CLD_LIB_BUILD_DETAIL_H

#include <cldoctor/base.h>

/*
 * Keeps, as cld_detail() does, the first errors of `log` with their lines of `source`, what causes and mends
 * them, the options and the log; returns `code`. The device tells which extensions may be switched on.
 */
cl_int cld_build_detail(cl_int code, cl_device_id device, const char *source, const char *options,
                        const char *log);

#endif
