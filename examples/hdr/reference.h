/* What each kernel should compute, in plain C on the host. */
#ifndef HDR_REFERENCE_H
#define HDR_REFERENCE_H

#include "frame.h"

/* Computes a step: `in` and `out` point to copies of the buffers of step->in and step->out, in the same
 * order. For a buffer that is in both lists, `out` holds a copy of its old content. */
void hdr_reference(const hdr_step *step, const void *const in[], void *const out[]);

#endif
