/* source.h - single lines of source files, for reports. */
#ifndef CLD_REPORT_SOURCE_H
#define CLD_REPORT_SOURCE_H

#include <stdbool.h>

/* Line `number` of a file, without its newline; NULL if it can't be had. The caller frees it. */
char *cld_source_line(const char *file, int number);
/* True if the source was changed after the program was built: its lines may be others. */
bool cld_source_newer(const char *file, const char *module);

#endif
