/* build.h - for programs of which some fail to build: one call that builds a source and lets it go. */
#ifndef BUILD_H
#define BUILD_H

#include "support.h"

static __attribute__((unused)) void start(void)
{
    cl_int error;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
}

static __attribute__((unused)) cl_program from(const char *text)
{
    return clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static __attribute__((unused)) void build(const char *text, const char *options)
{
    cl_program other = from(text);
    clBuildProgram(other, 1, &device, options, NULL, NULL);
    clReleaseProgram(other);
}

static __attribute__((unused)) int end(void)
{
    clReleaseContext(context);
    return 0;
}

#endif
