#include "pipeline.h"

#include "kernels/constants.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const KERNEL_NAMES[HDR_KERNEL_COUNT] = {
    [HDR_DECODE_RGBE] = "decode_rgbe",       [HDR_WHITE_BALANCE] = "white_balance",
    [HDR_LOG_LUMINANCE] = "log_luminance",   [HDR_LOG_SUM_GROUPS] = "log_sum_groups",
    [HDR_LOG_SUM_TOTAL] = "log_sum_total",   [HDR_HISTOGRAM] = "histogram",
    [HDR_ADAPT_EXPOSURE] = "adapt_exposure", [HDR_BOX_ROWS] = "box_rows",
    [HDR_TRANSPOSE] = "transpose",           [HDR_EDGE_WEIGHTS] = "edge_weights",
    [HDR_TONE_CURVE] = "tone_curve",         [HDR_ENCODE_SRGB] = "encode_srgb",
};

const char *hdr_kernel_name(hdr_kernel kernel)
{
    return KERNEL_NAMES[kernel];
}

/* ---- the program
 * ---------------------------------------------------------------------------------------------- */

/* The kernels' folder, beside the program's own file: it is found wherever the program is started. */
static void kernel_folder(const hdr_options *options, char *folder, size_t size)
{
    if (options->kernels) {
        snprintf(folder, size, "%s", options->kernels);
        return;
    }
    char program[3072];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    snprintf(folder, size, "%s/hdr-kernels", slash ? program : ".");
}

static cl_int add_sources(cld_program *program, const hdr_options *options)
{
    static const char *const FILES[] = {"decode.cl", "exposure.cl", "base.cl", "tone.cl"};
    char folder[3200];
    kernel_folder(options, folder, sizeof(folder));
    for (size_t i = 0; i < sizeof(FILES) / sizeof(FILES[0]); i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", folder, FILES[i]);
        const cl_int err = CLD_CHECK(cld_program_add_file(program, path));
        if (err != CL_SUCCESS)
            return err;
    }
    return CL_SUCCESS;
}

/* Some of the faults sit in the kernels, behind a macro. */
static cl_int define_faults(cld_program *program, const hdr_options *options)
{
    cl_int err = CL_SUCCESS;
    if (hdr_bug_macro(options->bug))
        err = CLD_CHECK(cld_program_define(program, hdr_bug_macro(options->bug), "1"));
    if (err == CL_SUCCESS && hdr_slow_macro(options->slow)) {
        /* SLOW no-padding: HDR_TILE_PADDING is 0; the others' macros just have to be there. */
        const int value = options->slow == HDR_SLOW_NO_PADDING ? 0 : 1;
        err = CLD_CHECK(cld_program_define(program, hdr_slow_macro(options->slow), "%d", value));
    }
    return err;
}

static void release_kernels(hdr_pipeline *pipeline)
{
    for (int i = 0; i < HDR_KERNEL_COUNT; i++) {
        if (pipeline->kernels[i])
            clReleaseKernel(pipeline->kernels[i]);
        pipeline->kernels[i] = NULL;
    }
    cld_program_free(pipeline->program);
    pipeline->program = NULL;
}

cl_int hdr_pipeline_build(hdr_pipeline *pipeline)
{
    cl_int err = CL_SUCCESS;
    release_kernels(pipeline);
    CLD_TRY(err = cld_program_new(cld_context_cl(pipeline->context), cld_context_device(pipeline->context),
                                  &pipeline->program),
            done);
    err = add_sources(pipeline->program, pipeline->options);
    if (err == CL_SUCCESS)
        err = define_faults(pipeline->program, pipeline->options);
    if (err != CL_SUCCESS)
        goto done; /* reported where it happened */
    /* The oldest version that is enough: such a program runs on every device. */
    CLD_TRY(err = cld_program_option(pipeline->program, "-cl-std=CL1.2"), done);
    CLD_TRY(err = cld_program_build(pipeline->program), done);
    for (int i = 0; i < HDR_KERNEL_COUNT; i++)
        CLD_TRY(err = cld_program_kernel(pipeline->program, KERNEL_NAMES[i], &pipeline->kernels[i]), done);
done:
    return err;
}

/* ---- memory
 * --------------------------------------------------------------------------------------------------- */

static cl_int create_buffer(const hdr_pipeline *pipeline, const char *name, size_t bytes, cl_mem *buffer)
{
    cl_int err = CL_SUCCESS;
    *buffer = clCreateBuffer(cld_context_cl(pipeline->context), CL_MEM_READ_WRITE, bytes, NULL, &err);
    if (CLD_CHECK_NAMED(err, "clCreateBuffer") != CL_SUCCESS) {
        fprintf(stderr, "hdr: no buffer \"%s\" of %zu bytes. Try a smaller picture.\n", name, bytes);
        *buffer = NULL;
    }
    return err;
}

static cl_int create_buffers(hdr_pipeline *pipeline)
{
    hdr_buffers *b = &pipeline->buffers;
    const size_t count = pipeline->count;
    const struct {
        const char *name;
        cl_mem *buffer;
        size_t bytes;
    } wanted[] = {
        {"rgbe", &b->rgbe, count * sizeof(cl_uint)},
        {"color", &b->color, count * sizeof(cl_float4)},
        {"luminance", &b->luminance, count * sizeof(cl_float)},
        {"moments", &b->moments, count * sizeof(cl_float2)},
        {"ping", &b->ping, count * sizeof(cl_float2)},
        {"pong", &b->pong, count * sizeof(cl_float2)},
        {"toned", &b->toned, count * sizeof(cl_float4)},
        {"pixels", &b->pixels, count * sizeof(cl_uchar4)},
        {"sums", &b->sums, pipeline->groups * sizeof(cl_float)},
        {"mean", &b->mean, sizeof(cl_float)},
        {"bins", &b->bins, HDR_BINS * sizeof(cl_uint)},
        {"exposure", &b->exposure, HDR_EXPOSURE_VALUES * sizeof(cl_float)},
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        const cl_int err = create_buffer(pipeline, wanted[i].name, wanted[i].bytes, wanted[i].buffer);
        if (err != CL_SUCCESS)
            return err;
    }
    return CL_SUCCESS;
}

/* The picture does not change, so it goes to the device once. Blocking: afterwards the host may free it. */
static cl_int upload(hdr_pipeline *pipeline)
{
    /* An eye used to a sunny day; the first frame replaces this at once. Never left unset: adapt_exposure
     * reads it. */
    const cl_float exposure[HDR_EXPOSURE_VALUES] = {
        [HDR_ADAPTED] = 8.0F, [HDR_DARK] = 0.0F, [HDR_BRIGHT] = 16.0F};
    cl_command_queue queue = cld_context_queue(pipeline->context);
    cl_event done = NULL;
    const size_t bytes = pipeline->count * sizeof(cl_uint);
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = clEnqueueWriteBuffer(queue, pipeline->buffers.exposure, CL_TRUE, 0, sizeof(exposure),
                                       exposure, 0, NULL, NULL),
            finish);
    CLD_TRY(err = clEnqueueWriteBuffer(queue, pipeline->buffers.rgbe, CL_TRUE, 0, bytes,
                                       pipeline->picture->rgbe, 0, NULL, &done),
            finish);
    CLD_TRY(err = cld_profile_transfer(pipeline->profile, "write picture", done, bytes), finish);
finish:
    if (done)
        clReleaseEvent(done);
    return err;
}

static cl_int create_landing(hdr_pipeline *pipeline, hdr_landing *landing)
{
    const size_t bytes = pipeline->count * sizeof(cl_uchar4);
    if (pipeline->options->slow == HDR_SLOW_PAGEABLE) {
        /* SLOW pageable: the driver must copy what it reads through memory of its own. */
        landing->pixels = calloc(bytes, 1);
        return landing->pixels ? CL_SUCCESS : CLD_CHECK(CL_OUT_OF_HOST_MEMORY);
    }
    /* OpenCL has no call for pinned memory, but this is how every driver understands the wish: a buffer in
     * host memory that stays mapped and is never used as a buffer. */
    cl_int err = CL_SUCCESS;
    landing->pinned = clCreateBuffer(cld_context_cl(pipeline->context),
                                     CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &err);
    CLD_TRY_NAMED(err, "clCreateBuffer (pinned)", done);
    landing->pixels = clEnqueueMapBuffer(cld_context_queue(pipeline->context), landing->pinned, CL_TRUE,
                                         CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &err);
    CLD_TRY_NAMED(err, "clEnqueueMapBuffer (pinned)", done);
    memset(landing->pixels, 0, bytes);
done:
    return err;
}

static void free_landing(hdr_pipeline *pipeline, hdr_landing *landing)
{
    if (landing->arrived)
        clReleaseEvent(landing->arrived);
    if (landing->pinned) {
        if (landing->pixels)
            clEnqueueUnmapMemObject(cld_context_queue(pipeline->context), landing->pinned, landing->pixels, 0,
                                    NULL, NULL);
        clReleaseMemObject(landing->pinned); /* waits, inside the driver, for the unmapping */
    } else {
        free(landing->pixels);
    }
}

/* ---- all of it
 * ------------------------------------------------------------------------------------------------ */

static cl_int set_up(hdr_pipeline *pipeline)
{
    const hdr_options *options = pipeline->options;
    const cld_device_request request = {.name = options->device, .features = CLD_FEATURE_COMPILER};
    const unsigned queue = CLD_QUEUE_OUT_OF_ORDER | (options->no_profile ? 0U : CLD_QUEUE_PROFILING);
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_context_new(&request, queue, &pipeline->context), done);
    CLD_TRY(err = cld_profile_new(&pipeline->profile), done);
    err = hdr_pipeline_build(pipeline);
    if (err == CL_SUCCESS)
        err = create_buffers(pipeline);
    for (int i = 0; i < HDR_LANDINGS && err == CL_SUCCESS; i++)
        err = create_landing(pipeline, &pipeline->landings[i]);
    if (err == CL_SUCCESS)
        err = upload(pipeline);
done:
    return err;
}

static cl_uint choose_radius(const hdr_picture *picture)
{
    const cl_uint longer = picture->width > picture->height ? picture->width : picture->height;
    const cl_uint radius = longer / 40;
    return radius < 4 ? 4 : radius > 32 ? 32 : radius;
}

cl_int hdr_pipeline_new(const hdr_options *options, const hdr_picture *picture, hdr_pipeline **out)
{
    *out = NULL;
    hdr_pipeline *pipeline = calloc(1, sizeof(*pipeline));
    if (!pipeline)
        return CLD_CHECK(CL_OUT_OF_HOST_MEMORY);
    pipeline->options = options;
    pipeline->picture = picture;
    pipeline->width = picture->width;
    pipeline->height = picture->height;
    pipeline->count = picture->width * picture->height;
    pipeline->groups = (cl_uint)(cld_round_up(pipeline->count, HDR_GROUP) / HDR_GROUP);
    pipeline->radius = choose_radius(picture);
    const cl_int err = set_up(pipeline);
    if (err != CL_SUCCESS) {
        hdr_pipeline_free(pipeline);
        return err;
    }
    *out = pipeline;
    return CL_SUCCESS;
}

static void release_buffers(hdr_buffers *b)
{
    const cl_mem all[] = {b->rgbe,  b->color,  b->luminance, b->moments, b->ping, b->pong,
                          b->toned, b->pixels, b->sums,      b->mean,    b->bins, b->exposure};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (all[i])
            clReleaseMemObject(all[i]);
    }
}

void hdr_pipeline_free(hdr_pipeline *pipeline)
{
    if (!pipeline)
        return;
    /* Commands may still write to the host's memory. */
    if (pipeline->context)
        clFinish(cld_context_queue(pipeline->context));
    for (int i = 0; i < HDR_LANDINGS; i++)
        free_landing(pipeline, &pipeline->landings[i]);
    if (pipeline->frame_done)
        clReleaseEvent(pipeline->frame_done);
    if (pipeline->pixels_read)
        clReleaseEvent(pipeline->pixels_read);
    release_buffers(&pipeline->buffers);
    release_kernels(pipeline);
    cld_profile_free(pipeline->profile);
    cld_context_free(pipeline->context);
    free(pipeline);
}
