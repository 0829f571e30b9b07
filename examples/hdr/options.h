/* The command line. */
#ifndef HDR_OPTIONS_H
#define HDR_OPTIONS_H

#include "faults.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct hdr_options {
    uint32_t width, height; /* of the synthetic scene */
    uint32_t frames;
    const char *input;        /* a Radiance file; NULL: the synthetic scene */
    const char *output;       /* a PNG file; NULL: none */
    const char *device;       /* as cld_device_request.name; NULL: the best */
    const char *kernels;      /* folder of the kernels' source; NULL: "hdr-kernels" beside the program */
    const char *profile_json; /* files for the profile; NULL: none */
    const char *profile_csv;
    bool validate;   /* compare each kernel with its CPU reference */
    bool profile;    /* a detailed table at the end */
    bool no_profile; /* a queue without profiling */
    hdr_bug bug;
    hdr_slow slow;
} hdr_options;

typedef enum hdr_options_result { HDR_OPTIONS_GO, HDR_OPTIONS_DONE, HDR_OPTIONS_WRONG } hdr_options_result;

/* Reads the command line. HDR_OPTIONS_DONE: --help or --list was answered. HDR_OPTIONS_WRONG: a message is on
 * stderr. */
hdr_options_result hdr_options_parse(int argc, char **argv, hdr_options *options);

#endif
