/* platform.c - what an ICD loader asks for: the platform, its devices, the table of functions. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static struct fake_object *platform, *devices[2];
static cl_icd_dispatch table;

bool fake_is_short(void)
{
    const char *mode = getenv("CLD_FAKE_TABLE");
    return mode && strcmp(mode, "short") == 0;
}

cl_icd_dispatch *fake_dispatch(void)
{
    return &table;
}

static void start(void)
{
    fake_fill(&table);
    if (fake_is_short()) /* ends where OpenCL 2.0 begins */
        memset((void *)&table.clCreateCommandQueueWithProperties, 0,
               (size_t)((char *)(&table + 1) - (char *)&table.clCreateCommandQueueWithProperties));
    platform = fake_new(FAKE_PLATFORM, NULL);
    for (int i = 0; i < 2; i++)
        devices[i] = fake_new(FAKE_DEVICE, NULL);
}

static void started(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

struct fake_object *fake_platform(void)
{
    started();
    return platform;
}

PUBLIC cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *out, cl_uint *count)
{
    started();
    if (out && room)
        out[0] = (cl_platform_id)platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int fake_do_clGetPlatformIDs(cl_uint room, cl_platform_id *out, cl_uint *count);
cl_int fake_do_clGetPlatformIDs(cl_uint room, cl_platform_id *out, cl_uint *count)
{
    return clIcdGetPlatformIDsKHR(room, out, count);
}

cl_int fake_do_clGetDeviceIDs(cl_platform_id of, cl_device_type type, cl_uint room, cl_device_id *out,
                              cl_uint *count);
cl_int fake_do_clGetDeviceIDs(cl_platform_id of, cl_device_type type, cl_uint room, cl_device_id *out,
                              cl_uint *count)
{
    (void)of;
    started();
    if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)))
        return CL_DEVICE_NOT_FOUND;
    for (cl_uint i = 0; out && i < 2 && i < room; i++)
        out[i] = (cl_device_id)devices[i];
    if (count)
        *count = 2;
    return CL_SUCCESS;
}

cl_int fake_do_clCreateSubDevices(cl_device_id in, const cl_device_partition_property *properties,
                                  cl_uint room, cl_device_id *out, cl_uint *count);
cl_int fake_do_clCreateSubDevices(cl_device_id in, const cl_device_partition_property *properties,
                                  cl_uint room, cl_device_id *out, cl_uint *count)
{
    if (!properties || (out && room < 2))
        return CL_INVALID_VALUE;
    for (int i = 0; out && i < 2; i++)
        out[i] = fake_new(FAKE_DEVICE, in);
    if (count)
        *count = 2;
    return CL_SUCCESS;
}

static cl_int text(const char *answer, size_t room, void *out, size_t *size)
{
    size_t n = strlen(answer) + 1;
    if (out && room < n)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, answer, n);
    if (size)
        *size = n;
    return CL_SUCCESS;
}

cl_int fake_do_clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t room, void *out,
                                 size_t *size);
cl_int fake_do_clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t room, void *out,
                                 size_t *size)
{
    (void)of;
    switch (what) {
    case CL_PLATFORM_PROFILE:
        return text("FULL_PROFILE", room, out, size);
    case CL_PLATFORM_VERSION:
        return text(fake_is_short() ? "OpenCL 1.2 fake" : "OpenCL 3.0 fake", room, out, size);
    case CL_PLATFORM_NAME:
        return text("Fake Platform", room, out, size);
    case CL_PLATFORM_VENDOR:
        return text("cldoctor's tests", room, out, size);
    case CL_PLATFORM_EXTENSIONS:
        return text("cl_khr_icd", room, out, size);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return text("FAKE", room, out, size);
    default:
        return CL_INVALID_VALUE;
    }
}

static void *function_named(const char *name)
{
    if (name && strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        return (void *)clIcdGetPlatformIDsKHR;
    for (const struct fake_extension *e = fake_extensions; name && e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e->function;
    return NULL;
}

void *fake_do_clGetExtensionFunctionAddress(const char *name);
void *fake_do_clGetExtensionFunctionAddress(const char *name)
{
    return function_named(name);
}

void *fake_do_clGetExtensionFunctionAddressForPlatform(cl_platform_id of, const char *name);
void *fake_do_clGetExtensionFunctionAddressForPlatform(cl_platform_id of, const char *name)
{
    (void)of;
    return function_named(name);
}

#ifdef FAKE_AS_DRIVER /* not where the fake is linked into a program beside libOpenCL's names */
PUBLIC void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    started();
    return function_named(name);
}

PUBLIC cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t room, void *out,
                                            size_t *size)
{
    return fake_do_clGetPlatformInfo(of, what, room, out, size);
}
#endif
