/* text.h - the report that people read. */
#ifndef CLD_REPORT_TEXT_H
#define CLD_REPORT_TEXT_H

#include "report/document.h"
#include "report/out.h"

enum cld_verbosity { CLD_QUIET, CLD_NORMAL, CLD_VERBOSE };

void cld_text_write(const struct cld_document *document, const struct cld_out *out,
                    enum cld_verbosity verbosity);

/* text_finding.c: one finding, followed by an empty line. */
void cld_text_finding(const struct cld_document *document, const struct cld_out *out,
                      const struct cld_found *found, enum cld_verbosity verbosity);
/* What was not checked, and why. */
void cld_text_coverage(const struct cld_document *document, const struct cld_out *out,
                       enum cld_verbosity verbosity);
/* On one line: "app.c:12: error[id]: message". */
void cld_text_finding_line(const struct cld_document *document, const struct cld_out *out,
                           const struct cld_found *found);

#endif
