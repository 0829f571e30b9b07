/*
 * The pipeline: a device, the twelve kernels, and the buffers between them.
 *
 *   rgbe -> decode_rgbe -> white_balance -> log_luminance -+-> log_sum_groups -> log_sum_total -+
 *                                                          +-> histogram -----------------------+->
 * adapt_exposure -+
 *                                                          +-> box_rows, transpose, box_rows, transpose |
 *                                                              -> edge_weights -> box_rows, ... (the base
 * layer) ---+ tone_curve -> encode_srgb -> pixels  <--+
 */
#ifndef HDR_PIPELINE_H
#define HDR_PIPELINE_H

#include "options.h"
#include "picture.h"

#include <cldoctor/cldoctor.h>

typedef enum hdr_kernel {
    HDR_DECODE_RGBE,
    HDR_WHITE_BALANCE,
    HDR_LOG_LUMINANCE,
    HDR_LOG_SUM_GROUPS,
    HDR_LOG_SUM_TOTAL,
    HDR_HISTOGRAM,
    HDR_ADAPT_EXPOSURE,
    HDR_BOX_ROWS,
    HDR_TRANSPOSE,
    HDR_EDGE_WEIGHTS,
    HDR_TONE_CURVE,
    HDR_ENCODE_SRGB,
    HDR_KERNEL_COUNT
} hdr_kernel;

/* The device's memory. */
typedef struct hdr_buffers {
    cl_mem rgbe;      /* uint a pixel: the picture as it came */
    cl_mem color;     /* float4 a pixel: linear light */
    cl_mem luminance; /* float a pixel: log2 of it */
    cl_mem moments;   /* float2 a pixel: log luminance and its square */
    cl_mem ping;      /* float2 a pixel: what the base layer's steps hand to and fro */
    cl_mem pong;
    cl_mem toned;    /* float4 a pixel: display light, 0 to 1 */
    cl_mem pixels;   /* uchar4 a pixel: the result */
    cl_mem sums;     /* float a work-group of log_sum_groups */
    cl_mem mean;     /* one float */
    cl_mem bins;     /* HDR_BINS uints */
    cl_mem exposure; /* HDR_EXPOSURE_VALUES floats, kept from frame to frame */
} hdr_buffers;

/* Where the host gets a frame's pixels: memory that the device can write to directly ("pinned"). */
typedef struct hdr_landing {
    cl_mem pinned;    /* NULL for pageable memory */
    uint8_t *pixels;  /* four bytes a pixel */
    cl_event arrived; /* of the read into it; NULL if there was none yet */
} hdr_landing;

/* Frames that may be in flight: while the host looks at one, the device works on the next. */
enum { HDR_LANDINGS = 2 };

typedef struct hdr_pipeline hdr_pipeline;
struct hdr_step;

struct hdr_pipeline {
    const hdr_options *options;
    const hdr_picture *picture;
    cld_context *context;
    cld_program *program;
    cl_kernel kernels[HDR_KERNEL_COUNT];
    hdr_buffers buffers;
    hdr_landing landings[HDR_LANDINGS];
    cld_profile *profile;
    cl_uint width, height, count; /* count = width * height */
    cl_uint groups;               /* of log_sum_groups */
    cl_uint radius;               /* of the base layer's averages, in pixels */
    cl_event frame_done;          /* the last frame's last kernel; NULL before the first */
    cl_event pixels_read;         /* the last frame's read of `pixels`, retained; NULL before the first */

    /* Called before and after each kernel is enqueued, if set: how --validate looks on. */
    cl_int (*before)(void *watcher, const struct hdr_step *step, cl_uint wait_count, const cl_event *wait);
    cl_int (*after)(void *watcher, const struct hdr_step *step, cl_event done);
    void *watcher;
};

/* The kernel's name, which is also its section in the profile. */
const char *hdr_kernel_name(hdr_kernel kernel);

/* Opens the device, builds the kernels, and puts the picture on the device. `options` and `picture` must
 * outlive the pipeline. On failure *out is NULL and the reason has been reported. */
cl_int hdr_pipeline_new(const hdr_options *options, const hdr_picture *picture, hdr_pipeline **out);

/* Waits for what is still running, and releases everything. NULL is fine. */
void hdr_pipeline_free(hdr_pipeline *pipeline);

/* Builds the program and makes the kernels; those there were are released. */
cl_int hdr_pipeline_build(hdr_pipeline *pipeline);

#endif
