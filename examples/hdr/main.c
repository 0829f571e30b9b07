/*
 * A tone mapper for high dynamic range pictures: how an OpenCL program looks when it is done right, and, with
 * --bug and
 * --slow, how it looks when it is not.
 */
#include "frame.h"
#include "options.h"
#include "pipeline.h"
#include "png_out.h"
#include "radiance.h"
#include "scene.h"
#include "validate.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool load_picture(const hdr_options *options, hdr_picture *picture)
{
    const bool wrong_order = options->bug == HDR_BUG_BYTE_ORDER;
    if (options->input)
        return hdr_radiance_read(options->input, wrong_order, picture);
    return hdr_scene_make(options->width, options->height, wrong_order, picture);
}

static bool write_profile(cld_profile *profile, cld_profile_format format, const char *path)
{
    if (!path)
        return true;
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "hdr: %s: %s.\n", path, strerror(errno));
        return false;
    }
    const bool written = CLD_CHECK(cld_profile_write(profile, format, file)) == CL_SUCCESS;
    return fclose(file) == 0 && written;
}

/* The time of each kernel: the short form of the profile's own table. */
static bool print_kernel_times(hdr_pipeline *pipeline)
{
    printf("%-16s %9s %11s %8s\n", "kernel", "launches", "ms a frame", "share");
    for (size_t i = 0; i < cld_profile_count(pipeline->profile); i++) {
        cld_section section;
        if (CLD_CHECK(cld_profile_get(pipeline->profile, i, &section)) != CL_SUCCESS)
            return false;
        if (section.kind != CLD_SECTION_DEVICE)
            continue;
        if (section.timed)
            printf("%-16s %9llu %11.3f %7.1f%%\n", section.name, (unsigned long long)section.count,
                   (double)section.total / 1e6 / pipeline->options->frames, 100 * section.share);
        else
            printf("%-16s %9llu   not timed (profiling is off)\n", section.name,
                   (unsigned long long)section.count);
    }
    return true;
}

static bool print_times(hdr_pipeline *pipeline)
{
    const hdr_options *options = pipeline->options;
    bool good = write_profile(pipeline->profile, CLD_PROFILE_JSON, options->profile_json);
    good = write_profile(pipeline->profile, CLD_PROFILE_CSV, options->profile_csv) && good;
    if (options->profile)
        return CLD_CHECK(cld_profile_write(pipeline->profile, CLD_PROFILE_TABLE, stdout)) == CL_SUCCESS &&
               good;
    return print_kernel_times(pipeline) && good;
}

static bool run_frames(hdr_pipeline *pipeline)
{
    const hdr_options *options = pipeline->options;
    const uint8_t *pixels = NULL;
    const double start = seconds_now();
    for (cl_uint frame = 0; frame < options->frames; frame++) {
        if (hdr_frame_enqueue(pipeline, frame) != CL_SUCCESS)
            return false;
    }
    if (hdr_frame_wait(pipeline, options->frames - 1, &pixels) != CL_SUCCESS)
        return false;
    const double seconds = seconds_now() - start;
    /* Written first: what --bug missing-wait gets wrong must not get the time to become right. */
    if (options->output && !hdr_png_write(options->output, pipeline->width, pipeline->height, pixels))
        return false;
    printf("%u frames of %u x %u in %.3f s: %.1f frames/s\n", options->frames, pipeline->width,
           pipeline->height, seconds, options->frames / seconds);
    return true;
}

static bool validate_frames(hdr_pipeline *pipeline)
{
    hdr_validator *validator = hdr_validator_new(pipeline);
    if (!validator) {
        fprintf(stderr, "hdr: no memory to validate.\n");
        return false;
    }
    const bool ran = run_frames(pipeline);
    const bool right = ran && hdr_validator_report(validator, stdout);
    hdr_validator_free(validator);
    return right;
}

static bool run(const hdr_options *options, const hdr_picture *picture)
{
    hdr_pipeline *pipeline = NULL;
    if (hdr_pipeline_new(options, picture, &pipeline) != CL_SUCCESS)
        return false;
    bool good = options->validate ? validate_frames(pipeline) : run_frames(pipeline);
    good = good && print_times(pipeline);
    hdr_pipeline_free(pipeline);
    return good;
}

int main(int argc, char **argv)
{
    hdr_options options;
    switch (hdr_options_parse(argc, argv, &options)) {
    case HDR_OPTIONS_DONE:
        return 0;
    case HDR_OPTIONS_WRONG:
        return 2;
    case HDR_OPTIONS_GO:
        break;
    }
    hdr_picture picture = {0};
    const bool good = load_picture(&options, &picture) && run(&options, &picture);
    hdr_picture_free(&picture);
    return good ? 0 : 1;
}
