/* device_query.c - everything that is asked of a device (params.def). */
#include "cli/devices/answer.h"
#include "cli/devices/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cld_value_name types[] = {{CL_DEVICE_TYPE_CPU, "cpu"},
                                              {CL_DEVICE_TYPE_GPU, "gpu"},
                                              {CL_DEVICE_TYPE_ACCELERATOR, "accelerator"},
                                              {CL_DEVICE_TYPE_CUSTOM, "custom"},
                                              {CL_DEVICE_TYPE_DEFAULT, "default"},
                                              {0, NULL}};
static const struct cld_value_name caches[] = {
    {CL_NONE, "none"}, {CL_READ_ONLY_CACHE, "read_only"}, {CL_READ_WRITE_CACHE, "read_write"}, {0, NULL}};
static const struct cld_value_name locals[] = {
    {CL_NONE, "none"}, {CL_LOCAL, "local"}, {CL_GLOBAL, "global"}, {0, NULL}};
static const struct cld_value_name svms[] = {{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, "coarse_grain_buffer"},
                                             {CL_DEVICE_SVM_FINE_GRAIN_BUFFER, "fine_grain_buffer"},
                                             {CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "fine_grain_system"},
                                             {CL_DEVICE_SVM_ATOMICS, "atomics"},
                                             {0, NULL}};
static const struct cld_value_name atomics[] = {{CL_DEVICE_ATOMIC_ORDER_RELAXED, "order_relaxed"},
                                                {CL_DEVICE_ATOMIC_ORDER_ACQ_REL, "order_acq_rel"},
                                                {CL_DEVICE_ATOMIC_ORDER_SEQ_CST, "order_seq_cst"},
                                                {CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM, "scope_work_item"},
                                                {CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, "scope_work_group"},
                                                {CL_DEVICE_ATOMIC_SCOPE_DEVICE, "scope_device"},
                                                {CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES, "scope_all_devices"},
                                                {0, NULL}};
static const struct cld_value_name floats[] = {
    {CL_FP_DENORM, "denorm"},
    {CL_FP_INF_NAN, "inf_nan"},
    {CL_FP_ROUND_TO_NEAREST, "round_to_nearest"},
    {CL_FP_ROUND_TO_ZERO, "round_to_zero"},
    {CL_FP_ROUND_TO_INF, "round_to_inf"},
    {CL_FP_FMA, "fma"},
    {CL_FP_SOFT_FLOAT, "soft_float"},
    {CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "correctly_rounded_divide_sqrt"},
    {0, NULL}};
static const struct cld_value_name queues[] = {{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "out_of_order"},
                                               {CL_QUEUE_PROFILING_ENABLE, "profiling"},
                                               {0, NULL}};
static const struct cld_value_name executions[] = {
    {CL_EXEC_KERNEL, "kernels"}, {CL_EXEC_NATIVE_KERNEL, "native_kernels"}, {0, NULL}};

#define TEXT cld_answer_text, NULL
#define NUMBER cld_answer_number, NULL
#define FLAG cld_answer_flag, NULL
#define SIZES cld_answer_sizes, NULL
#define WORDS cld_answer_words, NULL
#define LIST cld_answer_list, NULL
#define VERSIONS cld_answer_versions, NULL
#define NAMES cld_answer_names, NULL
#define BITS(names) cld_answer_bits, names
#define CHOICE(names) cld_answer_choice, names

static const struct param {
    const char *group, *field, *name;
    cl_device_info param;
    cld_answer_writer *write;
    const struct cld_value_name *names;
    unsigned since;
    const char *extension;
} params[] = {
#define CLD_PARAM(group, field, param, kind, since, extension)                                               \
    {group, field, #param, param, kind, since, extension},
#include "cli/devices/params.def"
};

/* "OpenCL 1.2 ..." is 12; 10 where it can't be read. */
static unsigned version_of(const struct cld_opencl *cl, cl_device_id device)
{
    unsigned major = 1, minor = 0;
    struct cld_answer a = cld_ask_device(cl, device, CL_DEVICE_VERSION);
    if (a.bytes && sscanf(a.bytes, "OpenCL %u.%u", &major, &minor) != 2)
        major = 1, minor = 0;
    free(a.bytes);
    return major * 10 + minor;
}

static bool has_extension(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; length && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static json_t *group_of(json_t *device, const char *group)
{
    if (!*group)
        return device;
    json_t *object = json_object_get(device, group);
    if (!object)
        json_object_set_new(device, group, object = json_object());
    return object;
}

/* What follows from the answers, for readers who would compute it wrong. */
static void add_derived(json_t *device)
{
    json_t *limits = group_of(device, "limits"), *floats_of = group_of(device, "floating_point");
    json_t *bits = json_object_get(limits, "base_address_align_bits");
    if (bits)
        json_object_set_new(limits, "base_address_align_bytes", json_integer(json_integer_value(bits) / 8));
    json_object_set_new(floats_of, "fp64",
                        json_boolean(json_array_size(json_object_get(floats_of, "double")) > 0));
    json_object_set_new(floats_of, "fp16",
                        json_boolean(json_array_size(json_object_get(floats_of, "half")) > 0));
}

json_t *cld_query_device(const struct cld_opencl *cl, cl_device_id device)
{
    json_t *object = json_object(), *refused = json_array();
    unsigned version = version_of(cl, device);
    struct cld_answer extensions = cld_ask_device(cl, device, CL_DEVICE_EXTENSIONS);
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++) {
        const struct param *p = &params[i];
        if (version < p->since && !has_extension(extensions.bytes ? extensions.bytes : "", p->extension))
            continue;
        struct cld_answer a = cld_ask_device(cl, device, p->param);
        if (a.bytes)
            json_object_set_new(group_of(object, p->group), p->field, p->write(&a, p->names));
        else
            json_array_append_new(refused,
                                  json_pack("{s:s, s:i}", "parameter", p->name, "code", (int)a.code));
        free(a.bytes);
    }
    free(extensions.bytes);
    add_derived(object);
    json_object_set_new(object, "not_answered", refused);
    return object;
}
