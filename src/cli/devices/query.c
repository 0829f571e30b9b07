#include "cli/devices/query.h"

#include "cli/devices/answer.h"
#include "cli/devices/opencl.h"
#include "cli/error_code.h"

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

/* ---- a kernel: some limits belong to kernels only ---------------------------------------------------- */

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
        json_object_set_new(object, "path", cld_text_json(where.dli_fname));
        json_object_set_new(object, "layers", json_boolean(knows_layers(where.dli_fname)));
    }
    *(void **)&info = q->cl.clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    for (size_t i = 0; info && i < sizeof asked / sizeof asked[0]; i++) {
        char text[256] = "";
        if (info(asked[i].param, sizeof text - 1, text, NULL) == CL_SUCCESS)
            json_object_set_new(object, asked[i].field, cld_text_json(text));
    }
    tell(q, json_pack("{s:o}", "loader", object));
}

static json_t *platform_json(const struct query *q, cl_platform_id platform)
{
    static const struct {
        const char *field;
        cl_platform_info param;
        cld_answer_writer *write;
    } asked[] = {
        {"name", CL_PLATFORM_NAME, cld_answer_text},
        {"vendor", CL_PLATFORM_VENDOR, cld_answer_text},
        {"version", CL_PLATFORM_VERSION, cld_answer_text},
        {"profile", CL_PLATFORM_PROFILE, cld_answer_text},
        {"suffix", CL_PLATFORM_ICD_SUFFIX_KHR, cld_answer_text},
        {"extensions", CL_PLATFORM_EXTENSIONS, cld_answer_words},
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct cld_answer a = cld_ask_platform(&q->cl, platform, asked[i].param);
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
        json_t *device = cld_query_device(&q->cl, devices[i]);
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
        tell(&q, json_pack("{s:o}", "no_loader", cld_text_json(error)));
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
