/*
 * through.h - the functions that a test calls: libOpenCL's; or, built with DIRECT, those of the layer above
 * the fake driver, both linked into the test, as an ICD loader would wire them.
 */
#ifndef CLD_STRESS_THROUGH_H
#define CLD_STRESS_THROUGH_H

#include "layer/opencl.h"

/* Exits with a message when there is nothing to call. */
const cl_icd_dispatch *through_what(void);

#endif
