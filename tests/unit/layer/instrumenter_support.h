/* instrumenter_support.h - a device with its driver's functions, and a cache folder of the test's own. */
#ifndef CLD_TEST_INSTRUMENTER_SUPPORT_H
#define CLD_TEST_INSTRUMENTER_SUPPORT_H

#include "layer/opencl.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static cl_icd_dispatch driver;
static cl_device_id device;
static cl_context context;
static char cache_folder[64];

/* What cldoctor asks a driver for here, and nothing else. */
static bool find_device(void)
{
    cl_platform_id platform;
    driver.clGetDeviceInfo = clGetDeviceInfo;
    driver.clGetPlatformInfo = clGetPlatformInfo;
    driver.clCreateProgramWithSource = clCreateProgramWithSource;
    driver.clBuildProgram = clBuildProgram;
    driver.clCreateKernel = clCreateKernel;
    driver.clReleaseProgram = clReleaseProgram;
    driver.clReleaseKernel = clReleaseKernel;
    driver.clCreateCommandQueue = clCreateCommandQueue;
    driver.clReleaseCommandQueue = clReleaseCommandQueue;
    driver.clCreateBuffer = clCreateBuffer;
    driver.clReleaseMemObject = clReleaseMemObject;
    driver.clSetKernelArg = clSetKernelArg;
    driver.clEnqueueNDRangeKernel = clEnqueueNDRangeKernel;
    driver.clEnqueueReadBuffer = clEnqueueReadBuffer;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return false;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    return context != NULL;
}

static void make_cache_folder(void)
{
    snprintf(cache_folder, sizeof cache_folder, "/tmp/cldoctor-cache-XXXXXX");
    if (!mkdtemp(cache_folder) || setenv("XDG_CACHE_HOME", cache_folder, 1) != 0)
        abort();
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *f)
{
    (void)s;
    (void)type;
    (void)f;
    return remove(path);
}

static void remove_cache_folder(void)
{
    nftw(cache_folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
