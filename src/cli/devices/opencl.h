/*
 * opencl.h - the OpenCL loader, opened when it is asked for: `cldoctor run` and the others never load it, and
 * a driver's code runs in children of `cldoctor devices` only.
 */
#ifndef CLD_CLI_DEVICES_OPENCL_H
#define CLD_CLI_DEVICES_OPENCL_H

#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdbool.h>
#include <stddef.h>

/* What every OpenCL since 1.0 has. */
#define CLD_OPENCL_FUNCTIONS(X)                                                                              \
    X(clGetPlatformIDs)                                                                                      \
    X(clGetPlatformInfo)                                                                                     \
    X(clGetDeviceIDs)                                                                                        \
    X(clGetDeviceInfo)                                                                                       \
    X(clCreateContext)                                                                                       \
    X(clReleaseContext)                                                                                      \
    X(clCreateProgramWithSource)                                                                             \
    X(clBuildProgram)                                                                                        \
    X(clReleaseProgram)                                                                                      \
    X(clCreateKernel)                                                                                        \
    X(clGetKernelWorkGroupInfo)                                                                              \
    X(clReleaseKernel)                                                                                       \
    X(clGetExtensionFunctionAddress)

struct cld_opencl {
#define CLD_MEMBER(name) __typeof__(name) *name;
    CLD_OPENCL_FUNCTIONS(CLD_MEMBER)
#undef CLD_MEMBER
    void *handle;
};

#define CLD_OPENCL_ERROR_MAX 512

/* Opens libOpenCL.so.1. False: `error` says why. It is never closed: drivers do not survive that. */
bool cld_opencl_open(struct cld_opencl *cl, char error[CLD_OPENCL_ERROR_MAX]);

#endif
