/*
 * launches.h - the launches that a finding names as those which it can have been: its evidence launch_1,
 * launch_2,
 * ..., each "STACK LAUNCHES ARGUMENT KERNEL" as the layer writes it (layer/band_finding.c).
 */
#ifndef CLD_REPORT_LAUNCHES_H
#define CLD_REPORT_LAUNCHES_H

#include "rules/rules.h"

struct cld_named_launch {
    uint32_t stack;
    uint64_t launches;
    int argument;       /* -1: none */
    const char *kernel; /* of the finding's evidence */
};

/* The one of this number, from 1 on. False: there is none. */
bool cld_named_launch(const struct cld_found *found, unsigned number, struct cld_named_launch *out);

#endif
