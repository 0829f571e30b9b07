#include "cli/devices/query.h"

#include "cli/devices/opencl.h"
#include "cli/error_code.h"
#include "model/arena.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* An answer larger than this is no answer: lists of extensions have some thousand bytes. */
#define LARGEST_ANSWER (1u << 20)
#define MAX_PLATFORMS 64
#define MAX_DEVICES 256

struct query {
    struct cld_opencl cl;
    FILE *to;
};

/* ---- telling the parent ------------------------------------------------------------------------------ */

static void tell(const struct query *q, json_t *message)
{
    json_dumpf(message, q->to, JSON_COMPACT);
    fputc('\n', q->to);
    fflush(q->to);
    json_decref(message);
}

static void doing(const struct query *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void doing(const struct query *q, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tell(q, json_pack("{s:o}", "doing", json_stringn_nocheck(text, strlen(text))));
}

/* Drivers' strings may be anything; JSON is UTF-8. */
static json_t *text_json(const char *text)
{
    json_t *string = json_string(text);
    char *copy = string ? NULL : cld_xstrdup(text);
    for (char *c = copy; c && *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    string = string ? string : json_string(copy);
    free(copy);
    return string;
}

/* ---- answers ----------------------------------------------------------------------------------------- */

struct answer {
    cl_int code;
    size_t size;
    char *bytes; /* a 0 behind them; NULL: no answer */
};

typedef cl_int ask_fn(const struct query *q, void *of, cl_uint param, size_t size, void *value,
                      size_t *size_ret);

static cl_int ask_platform(const struct query *q, void *of, cl_uint param, size_t size, void *value,
                           size_t *size_ret)
{
    return q->cl.clGetPlatformInfo(of, param, size, value, size_ret);
}

static cl_int ask_device(const struct query *q, void *of, cl_uint param, size_t size, void *value,
                         size_t *size_ret)
{
    return q->cl.clGetDeviceInfo(of, param, size, value, size_ret);
}

static struct answer ask(const struct query *q, ask_fn *fn, void *of, cl_uint param)
{
    struct answer a = {0, 0, NULL};
    a.code = fn(q, of, param, 0, NULL, &a.size);
    if (a.code == CL_SUCCESS && a.size > LARGEST_ANSWER)
        a.code = CL_INVALID_VALUE;
    if (a.code != CL_SUCCESS)
        return a;
    a.bytes = cld_xcalloc(a.size + 8, 1); /* numbers are read as 8 bytes */
    a.code = a.size ? fn(q, of, param, a.size, a.bytes, NULL) : CL_SUCCESS;
    if (a.code != CL_SUCCESS) {
        free(a.bytes);
        a.bytes = NULL;
    }
    return a;
}

/* ---- kinds of answers ------------------------------------------------------------------------------------
 */

struct name_of_value {
    uint64_t value;
    const char *name;
};

static const struct name_of_value types[] = {{CL_DEVICE_TYPE_CPU, "cpu"},
                                             {CL_DEVICE_TYPE_GPU, "gpu"},
                                             {CL_DEVICE_TYPE_ACCELERATOR, "accelerator"},
                                             {CL_DEVICE_TYPE_CUSTOM, "custom"},
                                             {CL_DEVICE_TYPE_DEFAULT, "default"},
                                             {0, NULL}};
static const struct name_of_value caches[] = {
    {CL_NONE, "none"}, {CL_READ_ONLY_CACHE, "read_only"}, {CL_READ_WRITE_CACHE, "read_write"}, {0, NULL}};
static const struct name_of_value locals[] = {
    {CL_NONE, "none"}, {CL_LOCAL, "local"}, {CL_GLOBAL, "global"}, {0, NULL}};
static const struct name_of_value svms[] = {{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, "coarse_grain_buffer"},
                                            {CL_DEVICE_SVM_FINE_GRAIN_BUFFER, "fine_grain_buffer"},
                                            {CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "fine_grain_system"},
                                            {CL_DEVICE_SVM_ATOMICS, "atomics"},
                                            {0, NULL}};
static const struct name_of_value atomics[] = {{CL_DEVICE_ATOMIC_ORDER_RELAXED, "order_relaxed"},
                                               {CL_DEVICE_ATOMIC_ORDER_ACQ_REL, "order_acq_rel"},
                                               {CL_DEVICE_ATOMIC_ORDER_SEQ_CST, "order_seq_cst"},
                                               {CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM, "scope_work_item"},
                                               {CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, "scope_work_group"},
                                               {CL_DEVICE_ATOMIC_SCOPE_DEVICE, "scope_device"},
                                               {CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES, "scope_all_devices"},
                                               {0, NULL}};
static const struct name_of_value floats[] = {
    {CL_FP_DENORM, "denorm"},
    {CL_FP_INF_NAN, "inf_nan"},
    {CL_FP_ROUND_TO_NEAREST, "round_to_nearest"},
    {CL_FP_ROUND_TO_ZERO, "round_to_zero"},
    {CL_FP_ROUND_TO_INF, "round_to_inf"},
    {CL_FP_FMA, "fma"},
    {CL_FP_SOFT_FLOAT, "soft_float"},
    {CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "correctly_rounded_divide_sqrt"},
    {0, NULL}};
static const struct name_of_value queues[] = {{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "out_of_order"},
                                              {CL_QUEUE_PROFILING_ENABLE, "profiling"},
                                              {0, NULL}};
static const struct name_of_value executions[] = {
    {CL_EXEC_KERNEL, "kernels"}, {CL_EXEC_NATIVE_KERNEL, "native_kernels"}, {0, NULL}};

static uint64_t number_of(const struct answer *a)
{
    uint64_t value = 0;
    memcpy(&value, a->bytes, a->size < sizeof value ? a->size : sizeof value);
    return value;
}

static json_t *to_text(const struct answer *a, const struct name_of_value *names)
{
    (void)names;
    char *text = a->bytes + strspn(a->bytes, " "), *end = text + strlen(text);
    while (end > text && end[-1] == ' ')
        *--end = '\0';
    return text_json(text);
}

static json_t *to_number(const struct answer *a, const struct name_of_value *names)
{
    (void)names;
    return json_integer((json_int_t)number_of(a));
}

static json_t *to_flag(const struct answer *a, const struct name_of_value *names)
{
    (void)names;
    return json_boolean(number_of(a));
}

static json_t *to_bits(const struct answer *a, const struct name_of_value *names)
{
    json_t *list = json_array();
    uint64_t value = number_of(a), known = 0;
    for (; names->name; names++) {
        known |= names->value;
        if (value & names->value)
            json_array_append_new(list, json_string(names->name));
    }
    if (value & ~known)
        json_array_append_new(list, json_sprintf("0x%llx", (unsigned long long)(value & ~known)));
    return list;
}

static json_t *to_choice(const struct answer *a, const struct name_of_value *names)
{
    uint64_t value = number_of(a);
    for (; names->name; names++)
        if (names->value == value)
            return json_string(names->name);
    return json_sprintf("0x%llx", (unsigned long long)value);
}

static json_t *to_sizes(const struct answer *a, const struct name_of_value *names)
{
    json_t *list = json_array();
    (void)names;
    for (size_t i = 0; i + sizeof(size_t) <= a->size; i += sizeof(size_t)) {
        size_t value;
        memcpy(&value, a->bytes + i, sizeof value);
        json_array_append_new(list, json_integer((json_int_t)value));
    }
    return list;
}

static json_t *split(const struct answer *a, const char *separator)
{
    json_t *list = json_array();
    char *rest = NULL;
    for (char *word = strtok_r(a->bytes, separator, &rest); word; word = strtok_r(NULL, separator, &rest))
        json_array_append_new(list, text_json(word));
    return list;
}

static json_t *to_words(const struct answer *a, const struct name_of_value *names)
{
    (void)names;
    return split(a, " ");
}

static json_t *to_list(const struct answer *a, const struct name_of_value *names)
{
    (void)names;
    return split(a, ";");
}

static bool name_version(const struct answer *a, size_t index, cl_name_version *entry)
{
    if ((index + 1) * sizeof *entry > a->size)
        return false;
    memcpy(entry, a->bytes + index * sizeof *entry, sizeof *entry);
    entry->name[sizeof entry->name - 1] = '\0';
    return true;
}

static json_t *to_versions(const struct answer *a, const struct name_of_value *names)
{
    json_t *list = json_array();
    cl_name_version entry;
    (void)names;
    for (size_t i = 0; name_version(a, i, &entry); i++)
        json_array_append_new(
            list, json_sprintf("%u.%u", CL_VERSION_MAJOR(entry.version), CL_VERSION_MINOR(entry.version)));
    return list;
}

static json_t *to_names(const struct answer *a, const struct name_of_value *names)
{
    json_t *list = json_array();
    cl_name_version entry;
    (void)names;
    for (size_t i = 0; name_version(a, i, &entry); i++)
        json_array_append_new(list, text_json(entry.name));
    return list;
}

/* ---- one device ------------------------------------------------------------------------------------------
 */

#define TEXT to_text, NULL
#define NUMBER to_number, NULL
#define FLAG to_flag, NULL
#define SIZES to_sizes, NULL
#define WORDS to_words, NULL
#define LIST to_list, NULL
#define VERSIONS to_versions, NULL
#define NAMES to_names, NULL
#define BITS(names) to_bits, names
#define CHOICE(names) to_choice, names

static const struct param {
    const char *group, *field, *name;
    cl_device_info param;
    json_t *(*write)(const struct answer *answer, const struct name_of_value *names);
    const struct name_of_value *names;
    unsigned since;
    const char *extension;
} params[] = {
#define CLD_PARAM(group, field, param, kind, since, extension)                                               \
    {group, field, #param, param, kind, since, extension},
#include "cli/devices/params.def"
};

/* "OpenCL 1.2 ..." is 12; 10 where it can't be read. */
static unsigned version_of(const struct query *q, cl_device_id device)
{
    unsigned major = 1, minor = 0;
    struct answer a = ask(q, ask_device, device, CL_DEVICE_VERSION);
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

static json_t *device_json(const struct query *q, cl_device_id device)
{
    json_t *object = json_object(), *refused = json_array();
    unsigned version = version_of(q, device);
    struct answer extensions = ask(q, ask_device, device, CL_DEVICE_EXTENSIONS);
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++) {
        const struct param *p = &params[i];
        if (version < p->since && !has_extension(extensions.bytes ? extensions.bytes : "", p->extension))
            continue;
        struct answer a = ask(q, ask_device, device, p->param);
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

/* ---- a kernel: some limits belong to kernels only ---------------------------------------------------------
 */

static json_t *failed(const char *function, cl_int code)
{
    return json_pack("{s:b, s:s, s:s}", "built", 0, "function", function, "error", cld_error_code_name(code));
}

static json_t *kernel_limits(const struct query *q, cl_device_id device, cl_kernel kernel)
{
    json_t *object = json_pack("{s:b}", "built", 1);
    static const struct {
        const char *field;
        cl_kernel_work_group_info param;
    } asked[] = {
        {"work_group_size", CL_KERNEL_WORK_GROUP_SIZE},
        {"preferred_work_group_size_multiple", CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        size_t value = 0;
        if (q->cl.clGetKernelWorkGroupInfo(kernel, device, asked[i].param, sizeof value, &value, NULL) ==
            CL_SUCCESS)
            json_object_set_new(object, asked[i].field, json_integer((json_int_t)value));
    }
    return object;
}

static json_t *try_kernel(const struct query *q, cl_device_id device, cl_context context)
{
    const char *source = "kernel void f(global int *p) { p[get_global_id(0)] = 0; }";
    cl_int code = CL_SUCCESS;
    cl_program program = q->cl.clCreateProgramWithSource(context, 1, &source, NULL, &code);
    if (!program)
        return failed("clCreateProgramWithSource", code);
    json_t *object = NULL;
    code = q->cl.clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = code == CL_SUCCESS ? q->cl.clCreateKernel(program, "f", &code) : NULL;
    if (kernel) {
        object = kernel_limits(q, device, kernel);
        q->cl.clReleaseKernel(kernel);
    } else {
        object = failed("clBuildProgram", code);
    }
    q->cl.clReleaseProgram(program);
    return object;
}

static json_t *kernel_json(const struct query *q, cl_platform_id platform, cl_device_id device)
{
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_int code = CL_SUCCESS;
    cl_context context = q->cl.clCreateContext(properties, 1, &device, NULL, NULL, &code);
    if (!context)
        return failed("clCreateContext", code);
    json_t *object = try_kernel(q, device, context);
    q->cl.clReleaseContext(context);
    return object;
}

static bool can_build(const json_t *device)
{
    return json_is_true(json_object_get(json_object_get(device, "compiler"), "available")) &&
           !json_is_false(json_object_get(device, "available"));
}

/* ---- the loader and a platform ----------------------------------------------------------------------- */

/* Only a loader that has this name in it can read the variable. */
static bool knows_layers(const char *path)
{
    static const char name[] = "OPENCL_LAYERS";
    bool known = false;
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0) {
        void *at = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        known = at != MAP_FAILED && memmem(at, (size_t)s.st_size, name, sizeof name) != NULL;
    }
    if (fd >= 0)
        close(fd);
    return known;
}

static void tell_loader(const struct query *q)
{
    typedef cl_int CL_API_CALL loader_info(cl_uint what, size_t size, void *value, size_t *size_ret);
    static const struct {
        const char *field;
        cl_uint param; /* CL_ICDL_*, of cl_loader_info */
    } asked[] = {{"name", 3}, {"version", 2}};
    json_t *object = json_object();
    Dl_info where;
    loader_info *info = NULL;
    if (dladdr(*(void *const *)&q->cl.clGetPlatformIDs, &where) && where.dli_fname) {
        json_object_set_new(object, "path", text_json(where.dli_fname));
        json_object_set_new(object, "layers", json_boolean(knows_layers(where.dli_fname)));
    }
    *(void **)&info = q->cl.clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    for (size_t i = 0; info && i < sizeof asked / sizeof asked[0]; i++) {
        char text[256] = "";
        if (info(asked[i].param, sizeof text - 1, text, NULL) == CL_SUCCESS)
            json_object_set_new(object, asked[i].field, text_json(text));
    }
    tell(q, json_pack("{s:o}", "loader", object));
}

static json_t *platform_json(const struct query *q, cl_platform_id platform)
{
    static const struct {
        const char *field;
        cl_platform_info param;
        json_t *(*write)(const struct answer *answer, const struct name_of_value *names);
    } asked[] = {
        {"name", CL_PLATFORM_NAME, to_text},
        {"vendor", CL_PLATFORM_VENDOR, to_text},
        {"version", CL_PLATFORM_VERSION, to_text},
        {"profile", CL_PLATFORM_PROFILE, to_text},
        {"suffix", CL_PLATFORM_ICD_SUFFIX_KHR, to_text},
        {"extensions", CL_PLATFORM_EXTENSIONS, to_words},
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct answer a = ask(q, ask_platform, platform, asked[i].param);
        if (a.bytes)
            json_object_set_new(object, asked[i].field, asked[i].write(&a, NULL));
        free(a.bytes);
    }
    return object;
}

/* Of one type, behind the `n` that are known; those that were found before are left out. */
static cl_uint add_devices(const struct query *q, cl_platform_id platform, cl_device_type type,
                           cl_device_id *devices, cl_uint n)
{
    cl_device_id found[MAX_DEVICES];
    cl_uint n_found = 0;
    if (q->cl.clGetDeviceIDs(platform, type, MAX_DEVICES, found, &n_found) != CL_SUCCESS)
        return n;
    for (cl_uint i = 0; i < n_found && i < MAX_DEVICES && n < MAX_DEVICES; i++) {
        cl_uint known = 0;
        while (known < n && devices[known] != found[i])
            known++;
        if (known == n)
            devices[n++] = found[i];
    }
    return n;
}

static void list_devices(const struct query *q, cl_platform_id platform)
{
    cl_device_id devices[MAX_DEVICES];
    doing(q, "its devices were counted");
    cl_uint n = add_devices(q, platform, CL_DEVICE_TYPE_ALL, devices, 0);
    n = add_devices(q, platform, CL_DEVICE_TYPE_CUSTOM, devices, n); /* ALL leaves them out (4.2) */
    for (cl_uint i = 0; i < n; i++) {
        doing(q, "device %u was asked what it is", i);
        json_t *device = device_json(q, devices[i]);
        json_object_set_new(device, "index", json_integer(i));
        bool builds = can_build(device);
        tell(q, json_pack("{s:o}", "device", device));
        if (!builds)
            continue;
        doing(q, "a kernel of one line was built for device %u", i);
        tell(q, json_pack("{s:o}", "kernel", kernel_json(q, platform, devices[i])));
    }
}

void cld_query_platform(uint32_t index, int to)
{
    struct query q = {.to = fdopen(to, "w")};
    char error[CLD_OPENCL_ERROR_MAX];
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint n = 0;
    if (!q.to)
        return;
    if (!cld_opencl_open(&q.cl, error)) {
        tell(&q, json_pack("{s:o}", "no_loader", text_json(error)));
        return;
    }
    doing(&q, "the loader opened the drivers");
    tell_loader(&q);
    cl_int code = q.cl.clGetPlatformIDs(MAX_PLATFORMS, platforms, &n);
    n = code != CL_SUCCESS ? 0 : n < MAX_PLATFORMS ? n : MAX_PLATFORMS;
    tell(&q, json_pack("{s:i, s:i}", "count", (int)n, "code", (int)code));
    if (index < n) {
        doing(&q, "the platform was asked what it is");
        tell(&q, json_pack("{s:o}", "platform", platform_json(&q, platforms[index])));
        list_devices(&q, platforms[index]);
    }
    tell(&q, json_pack("{s:b}", "end", 1));
}
