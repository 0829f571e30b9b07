/* The faults that --bug and --slow plant. Each sits in one place, marked with "BUG name" or "SLOW name". */
#ifndef HDR_FAULTS_H
#define HDR_FAULTS_H

#include <stdio.h>

typedef enum hdr_bug {
    HDR_BUG_NONE,
    HDR_BUG_OFF_BY_ONE,
    HDR_BUG_ARG_SIZE,
    HDR_BUG_MISSING_WAIT,
    HDR_BUG_UNROUNDED_SIZE,
    HDR_BUG_DIVERGENT_BARRIER,
    HDR_BUG_LOCAL_TOO_LARGE,
    HDR_BUG_MISSING_ATOMIC,
    HDR_BUG_NAN,
    HDR_BUG_BYTE_ORDER,
    HDR_BUG_LEAK,
    HDR_BUG_COUNT
} hdr_bug;

typedef enum hdr_slow {
    HDR_SLOW_NONE,
    HDR_SLOW_FINISH,
    HDR_SLOW_PAGEABLE,
    HDR_SLOW_COLUMNS,
    HDR_SLOW_NO_PADDING,
    HDR_SLOW_TINY_GROUPS,
    HDR_SLOW_REBUILD,
    HDR_SLOW_DIVERGENCE,
    HDR_SLOW_COUNT
} hdr_slow;

/* Names as on the command line, "" for HDR_BUG_NONE and HDR_SLOW_NONE. */
const char *hdr_bug_name(hdr_bug bug);
const char *hdr_slow_name(hdr_slow slow);

/* By name; HDR_BUG_NONE or HDR_SLOW_NONE if there is none of this name. */
hdr_bug hdr_bug_find(const char *name);
hdr_slow hdr_slow_find(const char *name);

/* The macro that plants it in the kernels' source; NULL if it sits in the host program. */
const char *hdr_bug_macro(hdr_bug bug);
const char *hdr_slow_macro(hdr_slow slow);

/* Lists all of them, with what each does. */
void hdr_faults_list(FILE *stream);

#endif
