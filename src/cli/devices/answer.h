/* answer.h - what a driver answers to clGet...Info, and how that is written in JSON. */
#ifndef CLD_CLI_DEVICES_ANSWER_H
#define CLD_CLI_DEVICES_ANSWER_H

#include "cli/devices/opencl.h"

#include <jansson.h>
#include <stdint.h>

struct cld_answer {
    cl_int code;
    size_t size;
    char *bytes; /* a 0 behind them, freed by the caller; NULL: no answer */
};

/* clGetPlatformInfo, or clGetDeviceInfo, of anything whose size the driver knows. */
struct cld_answer cld_ask_platform(const struct cld_opencl *cl, cl_platform_id platform,
                                   cl_platform_info param);
struct cld_answer cld_ask_device(const struct cld_opencl *cl, cl_device_id device, cl_device_info param);

/* A value or bit, and its name; NULL ends a list of them. */
struct cld_value_name {
    uint64_t value;
    const char *name;
};

/* Writes an answer, which may be changed by that. `names` are for bits and choices. Never NULL. */
typedef json_t *cld_answer_writer(const struct cld_answer *answer, const struct cld_value_name *names);
cld_answer_writer cld_answer_text, cld_answer_number, cld_answer_flag;
cld_answer_writer cld_answer_bits, cld_answer_choice;    /* names, and in hexadecimal what has none */
cld_answer_writer cld_answer_sizes;                      /* an array of size_t */
cld_answer_writer cld_answer_words, cld_answer_list;     /* separated by ' ', by ';' */
cld_answer_writer cld_answer_versions, cld_answer_names; /* of an array of cl_name_version */

/* A string of a driver, which may be anything: what is no UTF-8 becomes '?'. */
json_t *cld_text_json(const char *text);

#endif
