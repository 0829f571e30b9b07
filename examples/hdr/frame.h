/* One frame: all kernels, chained by events. */
#ifndef HDR_FRAME_H
#define HDR_FRAME_H

#include "pipeline.h"

/* One launch of a kernel, and what it works on. */
typedef struct hdr_step {
    hdr_kernel kernel;
    const cl_mem *in;  /* the buffers it reads */
    const cl_mem *out; /* the buffers it writes; those that it also reads are in both lists */
    cl_uint in_count, out_count;
    cl_uint width, height; /* of the picture as this step sees it: the base layer's steps turn it */
    cl_uint radius;
    cl_uint frame;
    cl_float rate;
    cl_float4 gains;
    cl_uint dimensions;
    size_t size[2]; /* work-items with work to do */
    size_t local[2];
} hdr_step;

/* Enqueues frame number `frame` (from 0); the pixels go to `pipeline->landings[frame % HDR_LANDINGS]` when
 * its `arrived` is complete. Returns without waiting, except for the frame that used the same landing before.
 */
cl_int hdr_frame_enqueue(hdr_pipeline *pipeline, cl_uint frame);

/* Waits until the pixels of frame number `frame`, one of the last HDR_LANDINGS, have arrived, and gives them.
 */
cl_int hdr_frame_wait(hdr_pipeline *pipeline, cl_uint frame, const uint8_t **pixels);

#endif
