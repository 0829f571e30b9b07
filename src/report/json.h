/* json.h - the report that programs read: schema "cldoctor-1". Fields are added freely, and never renamed. */
#ifndef CLD_REPORT_JSON_H
#define CLD_REPORT_JSON_H

#include <stdio.h>

#include "report/document.h"

/* Returns 0, or -1 if writing failed (errno). */
int cld_json_write(const struct cld_document *document, FILE *out);

#endif
