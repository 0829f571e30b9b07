/*
 * driver.c - an OpenCL driver for tests of `cldoctor devices`: one platform, one device of OpenCL 1.0 that
 * knows no later parameter, and what CLD_TEST_DRIVER says: load-crash, load-hang, device-crash, device-hang,
 * no-device, noisy.
 */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

static cl_icd_dispatch table;
static struct {
    cl_icd_dispatch *table;
} platform = {&table}, device = {&table};

static void misbehave(const char *when)
{
    const char *mode = getenv("CLD_TEST_DRIVER");
    size_t n = strlen(when);
    if (!mode || strncmp(mode, when, n) != 0 || mode[n] != '-')
        return;
    if (strcmp(mode + n, "-crash") == 0)
        abort();
    if (strcmp(mode + n, "-exit") == 0)
        exit(3);
    while (strcmp(mode + n, "-hang") == 0)
        pause();
}

static bool mode_is(const char *name)
{
    const char *mode = getenv("CLD_TEST_DRIVER");
    return mode && strcmp(mode, name) == 0;
}

static cl_int answer(const void *value, size_t size, size_t room, void *out, size_t *size_ret)
{
    if (size_ret)
        *size_ret = size;
    if (out && room < size)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, value, size);
    return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t room, void *out, size_t *size_ret)
{
    return answer(text, strlen(text) + 1, room, out, size_ret);
}

static cl_int CL_API_CALL platform_info(cl_platform_id of, cl_platform_info what, size_t room, void *out,
                                        size_t *size_ret)
{
    const char *text = what == CL_PLATFORM_NAME             ? "driver of the tests"
                       : what == CL_PLATFORM_VERSION        ? "OpenCL 1.0 tests"
                       : what == CL_PLATFORM_EXTENSIONS     ? "cl_khr_icd"
                       : what == CL_PLATFORM_ICD_SUFFIX_KHR ? "TEST"
                                                            : NULL;
    (void)of;
    return text ? answer_text(text, room, out, size_ret) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL device_ids(cl_platform_id of, cl_device_type type, cl_uint room, cl_device_id *out,
                                     cl_uint *count)
{
    (void)of;
    if (mode_is("no-device") || type == CL_DEVICE_TYPE_CUSTOM)
        return CL_DEVICE_NOT_FOUND;
    if (out && room)
        out[0] = (cl_device_id)&device;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_info(cl_device_id of, cl_device_info what, size_t room, void *out,
                                      size_t *size_ret)
{
    const cl_device_type type = CL_DEVICE_TYPE_GPU;
    const cl_ulong memory = (cl_ulong)3 << 30;
    const cl_bool yes = CL_TRUE, no = CL_FALSE;
    const cl_uint align = 1024;
    (void)of;
    misbehave("device");
    switch (what) {
    case CL_DEVICE_NAME:
        return answer_text("old \033[31mdevice", room, out, size_ret);
    case CL_DEVICE_VERSION:
        return answer_text("OpenCL 1.0 tests", room, out, size_ret);
    case CL_DEVICE_EXTENSIONS:
        return answer_text("", room, out, size_ret);
    case CL_DEVICE_TYPE:
        return answer(&type, sizeof type, room, out, size_ret);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return answer(&memory, sizeof memory, room, out, size_ret);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        return answer(&align, sizeof align, room, out, size_ret);
    case CL_DEVICE_AVAILABLE:
        return answer(&yes, sizeof yes, room, out, size_ret);
    case CL_DEVICE_COMPILER_AVAILABLE:
        return answer(&no, sizeof no, room, out, size_ret);
    default:
        return CL_INVALID_VALUE;
    }
}

PUBLIC cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *out, cl_uint *count)
{
    misbehave("load");
    if (mode_is("noisy"))
        puts("a driver says hello");
    table.clGetPlatformIDs = clIcdGetPlatformIDsKHR;
    table.clGetPlatformInfo = platform_info;
    table.clGetDeviceIDs = device_ids;
    table.clGetDeviceInfo = device_info;
    if (out && room)
        out[0] = (cl_platform_id)&platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

PUBLIC void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        return (void *)(uintptr_t)clIcdGetPlatformIDsKHR;
    return strcmp(name, "clGetPlatformInfo") == 0 ? (void *)(uintptr_t)platform_info : NULL;
}

PUBLIC cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t room, void *out,
                                            size_t *size_ret)
{
    return platform_info(of, what, room, out, size_ret);
}
