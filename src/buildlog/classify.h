/* classify.h - what kind of mistake a diagnostic is about, what usually causes it and what helps. Any thread.
 */
#ifndef CLD_BUILDLOG_CLASSIFY_H
#define CLD_BUILDLOG_CLASSIFY_H

#include <stdbool.h>

enum cld_build_class {
    CLD_BUILD_OTHER, /* none of these, or not known */
    CLD_BUILD_SYNTAX,
    CLD_BUILD_TYPE,
    CLD_BUILD_UNDECLARED,
    CLD_BUILD_UNSUPPORTED,
    CLD_BUILD_RESOURCE,
    CLD_BUILD_ADDRESS,
    CLD_BUILD_LINK,
    CLD_BUILD_OPTIONS,
    CLD_BUILD_COMPILER /* it crashed, or is not installed properly */
};

/* "syntax", "address-space", ...: what findings say. */
const char *cld_build_class_name(enum cld_build_class class);

struct cld_text_info {
    enum cld_build_class class;
    const char *cause, *fix; /* one clause each, as of a sentence without its dot */
    bool is_bare;            /* an error even where no "error:" stands before it */
    bool is_summary;         /* "1 error generated.": says nothing of its own */
};

/* What is known of a message; never NULL. */
const struct cld_text_info *cld_text_of(const char *message);
bool cld_text_is_known(const char *message);

#endif
