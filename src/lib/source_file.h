/* Reading a source file whole. */
#ifndef CLD_LIB_SOURCE_FILE_H
#define CLD_LIB_SOURCE_FILE_H

#include "text.h"

/* Reads the file at `path` into `out` (empty before), less a byte order mark. CLD_FILE_NOT_READABLE,
 * CLD_SOURCE_HAS_NUL or CL_OUT_OF_HOST_MEMORY, with a detail; `out` is empty after a failure. */
cl_int cld_source_file_read(const char *path, struct cld_text *out);

#endif
