/*
 * build_report.h - findings of a build: why it failed, and what it was warned of.
 *
 * The log is read by src/buildlog. A failed call is one finding, of the first error, with the others listed
 * in it; where several devices fail in different ways, one each. Warnings of a build that succeeded are one
 * finding for each kind.
 */
#ifndef CLD_LAYER_BUILD_REPORT_H
#define CLD_LAYER_BUILD_REPORT_H

#include "layer/finding.h"
#include "layer/recipe.h"

#define CLD_BUILD_DEVICES 32

/* One call of clBuildProgram, clCompileProgram or clLinkProgram that has ended. */
struct cld_build_end {
    const cl_icd_dispatch *next;
    struct cld_call *call;      /* NULL: it ended in its callback, and `at` says where it began */
    struct cld_report_place at; /* `place` is not used */
    enum cld_fn fn;
    cl_int code;                   /* what the call gave, or would have given */
    cl_program program;            /* NULL: the driver left none */
    const struct cld_recipe *made; /* what from; NULL: not known */
    cl_device_id devices[CLD_BUILD_DEVICES];
    size_t n_devices; /* 0: all of the program */
};

/* Whether there may be something to report: then `made` is worth finding out. Asks the driver nothing about a
 * program that it has called invalid. */
bool cld_build_has_news(const struct cld_build_end *end);
/* Reports. True: the failure is told, and needs no other finding. */
bool cld_build_report(struct cld_build_end *end);

#endif
