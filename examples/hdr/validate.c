/*
 * Each kernel gets the device's own data to start from, so one kernel's rounding is not counted as the next
 * one's fault: before a launch its buffers are read back, after it its results, and the reference computes in
 * between.
 */
#include "validate.h"

#include "frame.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum element { FLOATS, UINTS, BYTES };

/* What a kernel's results may differ by: so many units in the last place, or so much in all (near zero a unit
 * in the last place is next to nothing). The OpenCL C specification (section 7.4) allows log2 3 ulp, exp2 3
 * ulp, pow 16 ulp and division 2.5 ulp; sums differ by the order of their terms. */
static const struct tolerance {
    enum element element;
    double ulps;
    double absolute;
} TOLERANCES[HDR_KERNEL_COUNT] = {
    [HDR_DECODE_RGBE] = {FLOATS, 0, 1.2e-38}, /* numbers too small to be normal may be flushed to 0 */
    [HDR_WHITE_BALANCE] = {FLOATS, 1, 1.2e-38},
    [HDR_LOG_LUMINANCE] = {FLOATS, 8, 4e-6},
    [HDR_LOG_SUM_GROUPS] = {FLOATS, 16, 2e-4},
    [HDR_LOG_SUM_TOTAL] = {FLOATS, 64, 1e-5},
    [HDR_HISTOGRAM] = {UINTS, 0, 0},
    [HDR_ADAPT_EXPOSURE] = {FLOATS, 4, 2e-6},
    [HDR_BOX_ROWS] = {FLOATS, 64, 1e-5},
    [HDR_TRANSPOSE] = {FLOATS, 0, 0},
    [HDR_EDGE_WEIGHTS] = {FLOATS, 8,
                          2e-3}, /* 1e-6 of the square, over HDR_EDGE: the variance is a difference */
    [HDR_TONE_CURVE] = {FLOATS, 256, 1e-6},
    [HDR_ENCODE_SRGB] = {BYTES, 0, 1},
};

enum { MAX_OPERANDS = 4 };

/* What has been seen of one kernel. */
struct result {
    unsigned launches;
    size_t values, wrong;
    double worst_ulps, worst_absolute;
};

struct hdr_validator {
    hdr_pipeline *pipeline;
    struct result results[HDR_KERNEL_COUNT];
    void *in[MAX_OPERANDS];
    void *out[MAX_OPERANDS]; /* the old content, then the reference's */
};

/* ---- comparing
 * ------------------------------------------------------------------------------------------------ */

/* The distance in representable floats; infinite if just one of them is NaN. */
static double ulps_between(float a, float b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b) ? 0 : INFINITY;
    int32_t bits[2];
    memcpy(&bits[0], &a, sizeof(a));
    memcpy(&bits[1], &b, sizeof(b));
    /* Floats are ordered as sign and magnitude, integers as two's complement. */
    const int64_t x = bits[0] < 0 ? INT32_MIN - (int64_t)bits[0] : bits[0];
    const int64_t y = bits[1] < 0 ? INT32_MIN - (int64_t)bits[1] : bits[1];
    return fabs((double)(x - y));
}

static void note(struct result *result, const struct tolerance *tolerance, double ulps, double difference)
{
    result->values++;
    if (ulps <= tolerance->ulps || difference <= tolerance->absolute) {
        if (difference > tolerance->absolute && ulps > result->worst_ulps)
            result->worst_ulps = ulps;
        if (ulps > tolerance->ulps && difference > result->worst_absolute)
            result->worst_absolute = difference;
        return;
    }
    result->wrong++;
    result->worst_ulps = fmax(result->worst_ulps, ulps);
    result->worst_absolute = fmax(result->worst_absolute, difference);
}

static void compare(struct result *result, const struct tolerance *tolerance, const void *expected,
                    const void *got, size_t bytes)
{
    if (tolerance->element == FLOATS) {
        const float *a = expected;
        const float *b = got;
        for (size_t i = 0; i < bytes / sizeof(float); i++)
            note(result, tolerance, ulps_between(a[i], b[i]),
                 a[i] == b[i] ? 0 : fabs((double)a[i] - (double)b[i]));
    } else if (tolerance->element == UINTS) {
        const cl_uint *a = expected;
        const cl_uint *b = got;
        for (size_t i = 0; i < bytes / sizeof(cl_uint); i++)
            note(result, tolerance, INFINITY, fabs((double)a[i] - (double)b[i]));
    } else {
        const uint8_t *a = expected;
        const uint8_t *b = got;
        for (size_t i = 0; i < bytes; i++)
            note(result, tolerance, INFINITY, abs(a[i] - b[i]));
    }
}

/* ---- watching
 * ------------------------------------------------------------------------------------------------- */

static size_t size_of(cl_mem buffer)
{
    size_t bytes = 0;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, NULL);
    return bytes;
}

/* A copy of a buffer, once the events are complete; the caller frees it. */
static cl_int copy_back(const hdr_validator *validator, cl_mem buffer, cl_uint wait_count,
                        const cl_event *wait, void **copy)
{
    const size_t bytes = size_of(buffer);
    *copy = malloc(bytes);
    if (!*copy)
        return CLD_CHECK(CL_OUT_OF_HOST_MEMORY);
    return CLD_CHECK(clEnqueueReadBuffer(cld_context_queue(validator->pipeline->context), buffer, CL_TRUE, 0,
                                         bytes, *copy, wait_count, wait_count ? wait : NULL, NULL));
}

static void free_copies(hdr_validator *validator)
{
    for (int i = 0; i < MAX_OPERANDS; i++) {
        free(validator->in[i]);
        free(validator->out[i]);
        validator->in[i] = validator->out[i] = NULL;
    }
}

/* Outputs that are no inputs have no content yet that one could read: they start as zeros. */
static bool is_input(const hdr_step *step, cl_mem buffer)
{
    for (cl_uint i = 0; i < step->in_count; i++) {
        if (step->in[i] == buffer)
            return true;
    }
    return false;
}

static cl_int before(void *watcher, const hdr_step *step, cl_uint wait_count, const cl_event *wait)
{
    hdr_validator *validator = watcher;
    cl_int err = CL_SUCCESS;
    for (cl_uint i = 0; i < step->in_count && err == CL_SUCCESS; i++)
        err = copy_back(validator, step->in[i], wait_count, wait, &validator->in[i]);
    for (cl_uint i = 0; i < step->out_count && err == CL_SUCCESS; i++) {
        if (is_input(step, step->out[i]))
            err = copy_back(validator, step->out[i], wait_count, wait, &validator->out[i]);
        else if (!(validator->out[i] = calloc(1, size_of(step->out[i]))))
            err = CLD_CHECK(CL_OUT_OF_HOST_MEMORY);
    }
    return err;
}

static cl_int after(void *watcher, const hdr_step *step, cl_event done)
{
    hdr_validator *validator = watcher;
    struct result *result = &validator->results[step->kernel];
    cl_int err = CL_SUCCESS;
    hdr_reference(step, (const void *const *)validator->in, validator->out);
    for (cl_uint i = 0; i < step->out_count && err == CL_SUCCESS; i++) {
        void *got = NULL;
        err = copy_back(validator, step->out[i], 1, &done, &got);
        if (err == CL_SUCCESS)
            compare(result, &TOLERANCES[step->kernel], validator->out[i], got, size_of(step->out[i]));
        free(got);
    }
    result->launches++;
    free_copies(validator);
    return err;
}

hdr_validator *hdr_validator_new(hdr_pipeline *pipeline)
{
    hdr_validator *validator = calloc(1, sizeof(*validator));
    if (!validator)
        return NULL;
    validator->pipeline = pipeline;
    pipeline->before = before;
    pipeline->after = after;
    pipeline->watcher = validator;
    return validator;
}

bool hdr_validator_report(const hdr_validator *validator, FILE *stream)
{
    bool good = true;
    fprintf(stream, "%-16s %8s %11s %9s %11s %11s   tolerance\n", "kernel", "launches", "values", "wrong",
            "worst ulps", "worst abs");
    for (int i = 0; i < HDR_KERNEL_COUNT; i++) {
        const struct result *result = &validator->results[i];
        const bool right = result->launches > 0 && result->values > 0 && result->wrong == 0;
        good = good && right;
        fprintf(stream, "%-16s %8u %11zu %9zu %11.3g %11.3g   %g ulp or %g  %s\n",
                hdr_kernel_name((hdr_kernel)i), result->launches, result->values, result->wrong,
                result->worst_ulps, result->worst_absolute, TOLERANCES[i].ulps, TOLERANCES[i].absolute,
                right              ? "ok"
                : result->launches ? "WRONG"
                                   : "NOT RUN");
    }
    fprintf(stream, good ? "Every kernel agrees with its reference.\n"
                         : "Some kernels differ from their reference.\n");
    return good;
}

void hdr_validator_free(hdr_validator *validator)
{
    if (!validator)
        return;
    validator->pipeline->before = NULL;
    validator->pipeline->after = NULL;
    free_copies(validator);
    free(validator);
}
