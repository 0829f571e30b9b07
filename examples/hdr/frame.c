/*
 * The queue is out of order: what must come after what is said by events, and by nothing else. Three rules
 * make that complete: a step waits for those that write what it reads; a step waits for those that still read
 * what it overwrites; and a frame begins when the last kernel of the frame before, which follows on all its
 * others, is done.
 */
#include "frame.h"

#include "kernels/constants.h"

#include <math.h>

enum { MAX_EVENTS = 24 };

/* The frame being enqueued: its events are released together when the whole chain stands. */
struct frame {
    hdr_pipeline *pipeline;
    cl_uint number;
    cl_event events[MAX_EVENTS];
    size_t event_count;
};

/* ---- enqueuing one command
 * ------------------------------------------------------------------------------------ */

static cl_event keep_event(struct frame *frame, cl_event event)
{
    if (event)
        frame->events[frame->event_count++] = event;
    return event;
}

/* A wait list without the events that there are none of: the first frame has no frame before it. */
static cl_uint wait_list(cl_event a, cl_event b, cl_event list[2])
{
    cl_uint count = 0;
    if (a)
        list[count++] = a;
    if (b)
        list[count++] = b;
    return count;
}

/* What every command gets once it has been enqueued. */
static cl_int enqueued(struct frame *frame, const char *name, size_t bytes, cl_event event)
{
    hdr_pipeline *pipeline = frame->pipeline;
    keep_event(frame, event);
    cl_int err = CLD_CHECK(cld_profile_transfer(pipeline->profile, name, event, bytes));
    if (err == CL_SUCCESS && pipeline->options->slow == HDR_SLOW_FINISH) {
        /* SLOW finish: the host waits for every single command, and the device for the host. */
        err = CLD_CHECK(clFinish(cld_context_queue(pipeline->context)));
    }
    return err;
}

/* Enqueues a kernel, whose arguments are set, after `a` and `b` (each may be NULL); its event is *done. */
static cl_int enqueue(struct frame *frame, const hdr_step *step, cl_event a, cl_event b, cl_event *done)
{
    hdr_pipeline *pipeline = frame->pipeline;
    cl_event wait[2] = {NULL, NULL};
    const cl_uint wait_count = wait_list(a, b, wait);
    cl_int err = CL_SUCCESS;
    *done = NULL;
    if (pipeline->before)
        err = pipeline->before(pipeline->watcher, step, wait_count, wait);
    if (err != CL_SUCCESS)
        return err;
    err = CLD_CHECK(cld_launch(cld_context_queue(pipeline->context), pipeline->kernels[step->kernel],
                               step->dimensions, step->size, step->local, wait_count,
                               wait_count ? wait : NULL, done));
    if (err == CL_SUCCESS)
        err = enqueued(frame, hdr_kernel_name(step->kernel), 0, *done);
    if (err == CL_SUCCESS && pipeline->after)
        err = pipeline->after(pipeline->watcher, step, *done);
    return err;
}

/* ---- steps of each kind
 * --------------------------------------------------------------------------------------- */

/* One work-item a pixel, in a row. */
static hdr_step row_of_pixels(const struct frame *frame, hdr_kernel kernel)
{
    const hdr_pipeline *pipeline = frame->pipeline;
    hdr_step step = {.kernel = kernel,
                     .width = pipeline->width,
                     .height = pipeline->height,
                     .frame = frame->number,
                     .dimensions = 1,
                     .size = {pipeline->count, 1},
                     .local = {HDR_GROUP, 1}};
    if (pipeline->options->slow == HDR_SLOW_TINY_GROUPS)
        step.local[0] = 1; /* SLOW tiny-groups: one lane works, the others of its compute unit look on */
    return step;
}

/* One work-item a pixel, in a rectangle. */
static hdr_step rectangle_of_pixels(const struct frame *frame, hdr_kernel kernel)
{
    const hdr_pipeline *pipeline = frame->pipeline;
    hdr_step step = row_of_pixels(frame, kernel);
    step.dimensions = 2;
    step.size[0] = pipeline->width;
    step.size[1] = pipeline->height;
    step.local[0] = step.local[1] = HDR_GROUP_2D;
    if (pipeline->options->slow == HDR_SLOW_TINY_GROUPS)
        step.local[0] = step.local[1] = 1; /* SLOW tiny-groups */
    return step;
}

static void set_operands(hdr_step *step, const cl_mem *in, size_t in_count, const cl_mem *out,
                         size_t out_count)
{
    step->in = in;
    step->in_count = (cl_uint)in_count;
    step->out = out;
    step->out_count = (cl_uint)out_count;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* ---- light and exposure
 * --------------------------------------------------------------------------------------- */

static cl_int decode(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->rgbe};
    const cl_mem out[] = {b->color};
    hdr_step step = row_of_pixels(frame, HDR_DECODE_RGBE);
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->rgbe, b->color, frame->pipeline->count),
            done);
    err = enqueue(frame, &step, after, frame->pipeline->pixels_read, done);
done:
    return err;
}

/* A cloud passes the sun in the middle of the sequence. */
static float daylight(cl_uint frame, cl_uint frames)
{
    const float t = frames > 1 ? 2.0F * (float)frame / (float)(frames - 1) - 0.5F : 0.0F; /* -0.5 to 1.5 */
    const float cloud = t > 0.0F && t < 1.0F ? sinf(3.14159265F * t) : 0.0F;
    return 1.0F - 0.75F * cloud * cloud;
}

static cl_int balance(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem color[] = {b->color};
    const float light = daylight(frame->number, frame->pipeline->options->frames);
    hdr_step step = row_of_pixels(frame, HDR_WHITE_BALANCE);
    set_operands(&step, color, COUNT(color), color, COUNT(color));
    step.gains =
        (cl_float4){{0.96F * light, 1.0F * light, 1.05F * light, 1.0F}}; /* a warm light, made less so */
    cl_int err = CL_SUCCESS;
    CLD_TRY(err =
                cld_args(frame->pipeline->kernels[step.kernel], b->color, frame->pipeline->count, step.gains),
            done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

static cl_int luminance(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->color};
    const cl_mem out[] = {b->luminance, b->moments};
    hdr_step step = row_of_pixels(frame, HDR_LOG_LUMINANCE);
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->color, b->luminance, b->moments,
                           frame->pipeline->count),
            done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

static cl_int sum_groups(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->luminance};
    const cl_mem out[] = {b->sums};
    hdr_step step = row_of_pixels(frame, HDR_LOG_SUM_GROUPS);
    step.local[0] = HDR_GROUP; /* whatever else: the number of groups is the number of sums */
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->luminance, frame->pipeline->count,
                           b->sums, cld_local(HDR_GROUP * sizeof(cl_float))),
            done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

static cl_int sum_total(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->sums};
    const cl_mem out[] = {b->mean};
    hdr_step step = row_of_pixels(frame, HDR_LOG_SUM_TOTAL);
    step.size[0] = step.local[0] = HDR_GROUP; /* one work-group */
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->sums, frame->pipeline->groups,
                           frame->pipeline->count, b->mean, cld_local(HDR_GROUP * sizeof(cl_float))),
            done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

static cl_int clear_bins(struct frame *frame, cl_event after, cl_event *done)
{
    const cl_uint zero = 0;
    const size_t bytes = HDR_BINS * sizeof(zero);
    cl_event wait[2] = {NULL, NULL};
    const cl_uint wait_count = wait_list(after, NULL, wait);
    *done = NULL;
    const cl_int err = CLD_CHECK(clEnqueueFillBuffer(cld_context_queue(frame->pipeline->context),
                                                     frame->pipeline->buffers.bins, &zero, sizeof(zero), 0,
                                                     bytes, wait_count, wait_count ? wait : NULL, done));
    return err == CL_SUCCESS ? enqueued(frame, "clear bins", bytes, *done) : err;
}

static cl_int histogram(struct frame *frame, cl_event after, cl_event cleared, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->luminance, b->bins};
    const cl_mem out[] = {b->bins};
    hdr_step step = row_of_pixels(frame, HDR_HISTOGRAM);
    step.local[0] = HDR_GROUP;
    step.size[0] = cld_round_up(frame->pipeline->count, HDR_PIXELS_PER_ITEM) / HDR_PIXELS_PER_ITEM;
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(
        err = cld_args(frame->pipeline->kernels[step.kernel], b->luminance, frame->pipeline->count, b->bins),
        done);
    err = enqueue(frame, &step, after, cleared, done);
done:
    return err;
}

static cl_int set_exposure_args(const hdr_pipeline *pipeline, cl_float rate)
{
    const hdr_buffers *b = &pipeline->buffers;
    cl_kernel kernel = pipeline->kernels[HDR_ADAPT_EXPOSURE];
    if (pipeline->options->bug == HDR_BUG_ARG_SIZE) {
        /* BUG arg-size: a pointer's size for a float's, and nobody looks at what the call returns. */
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &b->bins);
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &b->mean);
        clSetKernelArg(kernel, 2, sizeof(cl_mem), &b->exposure);
        clSetKernelArg(kernel, 3, sizeof(cl_float *), &rate);
        return CL_SUCCESS;
    }
    return CLD_CHECK(cld_args(kernel, b->bins, b->mean, b->exposure, rate));
}

static cl_int adapt(struct frame *frame, cl_event averaged, cl_event counted, cl_event *done)
{
    hdr_pipeline *pipeline = frame->pipeline;
    const hdr_buffers *b = &pipeline->buffers;
    const cl_mem in[] = {b->bins, b->mean, b->exposure};
    const cl_mem out[] = {b->exposure};
    hdr_step step = row_of_pixels(frame, HDR_ADAPT_EXPOSURE);
    step.size[0] = step.local[0] = HDR_BINS; /* one work-group, one work-item a bin */
    step.rate = frame->number == 0 ? 1.0F : 0.15F;
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    const cl_int err = set_exposure_args(pipeline, step.rate);
    if (err != CL_SUCCESS)
        return err;
    if (pipeline->options->bug == HDR_BUG_ARG_SIZE) {
        /* BUG arg-size, continued: so the launch fails, unseen, and the exposure stays what it was. */
        cl_event wait[2];
        const cl_uint wait_count = wait_list(averaged, counted, wait);
        clEnqueueNDRangeKernel(cld_context_queue(pipeline->context), pipeline->kernels[step.kernel], 1, NULL,
                               step.size, step.local, wait_count, wait, done);
        keep_event(frame, *done);
        return CL_SUCCESS;
    }
    return enqueue(frame, &step, averaged, counted, done);
}

/* ---- the base layer
 * ------------------------------------------------------------------------------------------- */

static size_t box_tile_bytes(const hdr_pipeline *pipeline, const hdr_step *step)
{
    if (pipeline->options->bug == HDR_BUG_LOCAL_TOO_LARGE) {
        /* BUG local-too-large: room for the window of each pixel of the picture, not for one work-group's
         * tile. */
        return (size_t)step->width * step->height * (2 * pipeline->radius + 1) * sizeof(cl_float2);
    }
    return (HDR_BOX_GROUP + 2 * (size_t)pipeline->radius) * sizeof(cl_float2);
}

/* The launch as someone writes it who does not look at errors: for the two bugs that make it fail. */
static cl_int box_rows_carelessly(struct frame *frame, const hdr_step *step, cl_event after, cl_event *done)
{
    hdr_pipeline *pipeline = frame->pipeline;
    size_t global[2] = {step->width,
                        step->height}; /* BUG unrounded-size: HDR_BOX_GROUP need not divide the width */
    if (pipeline->options->bug != HDR_BUG_UNROUNDED_SIZE)
        global[0] = cld_round_up(step->width, HDR_BOX_GROUP);
    *done = NULL;
    clEnqueueNDRangeKernel(cld_context_queue(pipeline->context), pipeline->kernels[HDR_BOX_ROWS], 2, NULL,
                           global, step->local, after ? 1 : 0, after ? &after : NULL, done);
    keep_event(frame, *done);
    return CL_SUCCESS;
}

static cl_int box_rows(struct frame *frame, const cl_mem *in, const cl_mem *out, cl_uint width,
                       cl_uint height, cl_event after, cl_event *done)
{
    hdr_pipeline *pipeline = frame->pipeline;
    hdr_step step = {.kernel = HDR_BOX_ROWS,
                     .width = width,
                     .height = height,
                     .radius = pipeline->radius,
                     .frame = frame->number,
                     .dimensions = 2,
                     .size = {width, height},
                     .local = {HDR_BOX_GROUP, 1}};
    set_operands(&step, in, 1, out, 1);
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(pipeline->kernels[HDR_BOX_ROWS], *in, *out, width, pipeline->radius,
                           cld_local(box_tile_bytes(pipeline, &step))),
            done);
    if (pipeline->options->bug == HDR_BUG_UNROUNDED_SIZE || pipeline->options->bug == HDR_BUG_LOCAL_TOO_LARGE)
        err = box_rows_carelessly(frame, &step, after, done);
    else
        err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

static cl_int transpose(struct frame *frame, const cl_mem *in, const cl_mem *out, cl_uint width,
                        cl_uint height, cl_event after, cl_event *done)
{
    /* A tile has fewer rows of work-items than rows of pixels. */
    const size_t tiles_down = cld_round_up(height, HDR_TRANSPOSE_TILE) / HDR_TRANSPOSE_TILE;
    hdr_step step = {.kernel = HDR_TRANSPOSE,
                     .width = width,
                     .height = height,
                     .frame = frame->number,
                     .dimensions = 2,
                     .size = {width, tiles_down * HDR_TRANSPOSE_ROWS},
                     .local = {HDR_TRANSPOSE_TILE, HDR_TRANSPOSE_ROWS}};
    set_operands(&step, in, 1, out, 1);
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[HDR_TRANSPOSE], *in, *out, width, height), done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

/* Averages over squares: along rows, then along columns. From *in by way of *spare to *out; *in may be *out.
 */
static cl_int box(struct frame *frame, const cl_mem *in, const cl_mem *spare, const cl_mem *out,
                  cl_event after, cl_event *done)
{
    const cl_uint width = frame->pipeline->width;
    const cl_uint height = frame->pipeline->height;
    cl_event rows = NULL;
    cl_event turned = NULL;
    cl_event columns = NULL;
    cl_int err = box_rows(frame, in, spare, width, height, after, &rows);
    if (err == CL_SUCCESS)
        err = transpose(frame, spare, out, width, height, rows, &turned);
    if (err == CL_SUCCESS)
        err = box_rows(frame, out, spare, height, width, turned, &columns);
    if (err == CL_SUCCESS)
        err = transpose(frame, spare, out, height, width, columns, done);
    return err;
}

static cl_int edge_weights(struct frame *frame, const cl_mem *in, const cl_mem *out, cl_event after,
                           cl_event *done)
{
    hdr_step step = row_of_pixels(frame, HDR_EDGE_WEIGHTS);
    set_operands(&step, in, 1, out, 1);
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], *in, *out, frame->pipeline->count), done);
    err = enqueue(frame, &step, after, NULL, done);
done:
    return err;
}

/* From the moments to smooth edge weights, in `ping`. One chain: each step reads what the one before wrote.
 */
static cl_int base_layer(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    cl_event averaged = NULL;
    cl_event weighted = NULL;
    cl_int err = box(frame, &b->moments, &b->ping, &b->pong, after, &averaged);
    if (err == CL_SUCCESS)
        err = edge_weights(frame, &b->pong, &b->ping, averaged, &weighted);
    if (err == CL_SUCCESS)
        err = box(frame, &b->ping, &b->pong, &b->ping, weighted, done);
    return err;
}

/* ---- the picture
 * ---------------------------------------------------------------------------------------------- */

static cl_int tone(struct frame *frame, cl_event adapted, cl_event layered, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->color, b->luminance, b->ping, b->exposure};
    const cl_mem out[] = {b->toned};
    hdr_step step = rectangle_of_pixels(frame, HDR_TONE_CURVE);
    if (frame->pipeline->options->slow == HDR_SLOW_COLUMNS) { /* SLOW columns: the kernel swaps x and y */
        step.size[0] = frame->pipeline->height;
        step.size[1] = frame->pipeline->width;
    }
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->color, b->luminance, b->ping,
                           b->exposure, b->toned, step.width, step.height),
            done);
    err = enqueue(frame, &step, adapted, layered, done);
done:
    return err;
}

static cl_int encode(struct frame *frame, cl_event after, cl_event *done)
{
    const hdr_buffers *b = &frame->pipeline->buffers;
    const cl_mem in[] = {b->toned};
    const cl_mem out[] = {b->pixels};
    hdr_step step = rectangle_of_pixels(frame, HDR_ENCODE_SRGB);
    set_operands(&step, in, COUNT(in), out, COUNT(out));
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_args(frame->pipeline->kernels[step.kernel], b->toned, b->pixels, step.width,
                           step.height, frame->number),
            done);
    /* The last frame's pixels must have been read before these overwrite them. */
    err = enqueue(frame, &step, after, frame->pipeline->pixels_read, done);
done:
    return err;
}

/* ---- transfers
 * ------------------------------------------------------------------------------------------------ */

static cl_int upload_again(struct frame *frame, cl_event after, cl_event *done)
{
    hdr_pipeline *pipeline = frame->pipeline;
    const size_t bytes = pipeline->count * sizeof(cl_uint);
    cl_event wait[2] = {NULL, NULL};
    const cl_uint wait_count = wait_list(after, NULL, wait);
    const cl_int err = CLD_CHECK(
        clEnqueueWriteBuffer(cld_context_queue(pipeline->context), pipeline->buffers.rgbe, CL_TRUE, 0, bytes,
                             pipeline->picture->rgbe, wait_count, wait_count ? wait : NULL, done));
    return err == CL_SUCCESS ? enqueued(frame, "write picture", bytes, *done) : err;
}

static void replace_event(cl_event *kept, cl_event event)
{
    if (*kept)
        clReleaseEvent(*kept);
    *kept = event;
    if (event)
        clRetainEvent(event);
}

static cl_int read_pixels(struct frame *frame, cl_event encoded)
{
    hdr_pipeline *pipeline = frame->pipeline;
    hdr_landing *landing = &pipeline->landings[frame->number % HDR_LANDINGS];
    const size_t bytes = pipeline->count * sizeof(cl_uchar4);
    const cl_bool blocking =
        pipeline->options->slow == HDR_SLOW_PAGEABLE ? CL_TRUE : CL_FALSE; /* SLOW pageable */
    cl_event arrived = NULL;
    cl_int err = CLD_CHECK(clEnqueueReadBuffer(cld_context_queue(pipeline->context), pipeline->buffers.pixels,
                                               blocking, 0, bytes, landing->pixels, encoded ? 1 : 0,
                                               encoded ? &encoded : NULL, &arrived));
    if (err == CL_SUCCESS)
        err = enqueued(frame, "read pixels", bytes, arrived);
    if (err == CL_SUCCESS) {
        replace_event(&landing->arrived, arrived);
        replace_event(&pipeline->pixels_read, arrived);
        replace_event(&pipeline->frame_done, encoded);
    }
    return err;
}

/* ---- the frame
 * ------------------------------------------------------------------------------------------------ */

static cl_int enqueue_chain(struct frame *frame)
{
    const cl_event before = frame->pipeline->frame_done;
    cl_event decoded = NULL, balanced = NULL, lit = NULL, summed = NULL, averaged = NULL;
    cl_event cleared = NULL, counted = NULL, adapted = NULL, layered = NULL, toned = NULL, encoded = NULL;
    cl_event written = before;
    cl_int err = CL_SUCCESS;
#define STEP(call)                                                                                           \
    do {                                                                                                     \
        if ((err = (call)) != CL_SUCCESS)                                                                    \
            return err; /* reported where it happened */                                                     \
    } while (0)
    if (frame->pipeline->options->slow == HDR_SLOW_PAGEABLE)
        STEP(upload_again(frame, before, &written)); /* SLOW pageable: the same picture, each frame */
    STEP(decode(frame, written, &decoded));
    STEP(balance(frame, decoded, &balanced));
    STEP(luminance(frame, balanced, &lit));
    /* From here three branches: the average, the histogram, and the base layer. */
    STEP(sum_groups(frame, lit, &summed));
    STEP(sum_total(frame, summed, &averaged));
    STEP(clear_bins(frame, before, &cleared));
    STEP(histogram(frame, lit, cleared, &counted));
    STEP(adapt(frame, averaged, counted, &adapted));
    STEP(base_layer(frame, lit, &layered));
    /* And here they meet again. */
    STEP(tone(frame, adapted, layered, &toned));
    STEP(encode(frame, toned, &encoded));
    STEP(read_pixels(frame, encoded));
#undef STEP
    return err;
}

static void release_events(struct frame *frame)
{
    if (frame->pipeline->options->bug == HDR_BUG_LEAK) {
        /* BUG leak: the events are forgotten, and so is a buffer that was "only for this frame". */
        clCreateBuffer(cld_context_cl(frame->pipeline->context), CL_MEM_READ_WRITE, 65536, NULL, NULL);
        return;
    }
    for (size_t i = 0; i < frame->event_count; i++)
        clReleaseEvent(frame->events[i]);
}

cl_int hdr_frame_enqueue(hdr_pipeline *pipeline, cl_uint number)
{
    struct frame frame = {.pipeline = pipeline, .number = number};
    const hdr_landing *landing = &pipeline->landings[number % HDR_LANDINGS];
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_profile_begin(pipeline->profile, "frame"), done);
    if (landing->arrived)
        CLD_TRY(err = clWaitForEvents(1, &landing->arrived),
                end); /* the host may still need what is in it until then */
    if (pipeline->options->slow == HDR_SLOW_REBUILD && number > 0)
        err = hdr_pipeline_build(pipeline); /* SLOW rebuild: as if the program changed with each frame */
    if (err == CL_SUCCESS)
        err = enqueue_chain(&frame);
    release_events(&frame);
    /* Without this a driver may hold commands back until someone waits. */
    if (err == CL_SUCCESS)
        err = CLD_CHECK(clFlush(cld_context_queue(pipeline->context)));
end:
    CLD_CHECK(cld_profile_end(pipeline->profile));
done:
    return err;
}

cl_int hdr_frame_wait(hdr_pipeline *pipeline, cl_uint frame, const uint8_t **pixels)
{
    const hdr_landing *landing = &pipeline->landings[frame % HDR_LANDINGS];
    *pixels = landing->pixels;
    if (pipeline->options->bug == HDR_BUG_MISSING_WAIT) {
        /* BUG missing-wait: the read does not block, so the pixels are not there yet. */
        return CL_SUCCESS;
    }
    return CLD_CHECK(clWaitForEvents(1, &landing->arrived));
}
