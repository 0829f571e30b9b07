/*
 * opens.c - a program that opens libOpenCL by itself: opens WAY.
 *
 *   plain     dlopen, dlsym, use
 *   again     as a probe does: dlopen, dlsym, dlclose; later in earnest
 *   lookups   what dlsym() finds for the program's own names, RTLD_DEFAULT and RTLD_NEXT
 *   pending   dlclose while commands run, then dlopen again
 */
#include "layer/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int clear_everything(void);
EXPORT int clear_everything(void) /* begins as OpenCL's names do */
{
    return 7;
}

static void *library;

#define GET(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

static int use(void)
{
    cl_platform_id platform;
    cl_device_id device;
    size_t global = 64;
    cl_int n = 1;
    const char *source = "kernel void k0(global float *a, global float *b, int n, local float *scratch) { }";
    GET(clGetPlatformIDs);
    GET(clGetDeviceIDs);
    GET(clCreateContext);
    GET(clCreateCommandQueue);
    GET(clCreateBuffer);
    GET(clCreateProgramWithSource);
    GET(clBuildProgram);
    GET(clCreateKernel);
    GET(clSetKernelArg);
    GET(clEnqueueNDRangeKernel);
    if (p_clGetPlatformIDs(1, &platform, NULL) ||
        p_clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 1;
    cl_context context = p_clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = p_clCreateCommandQueue(context, device, 0, NULL);
    cl_mem buffer = p_clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    cl_program program = p_clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    p_clBuildProgram(program, 0, NULL, "", NULL, NULL);
    cl_kernel kernel = p_clCreateKernel(program, "k0", NULL);
    p_clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    p_clSetKernelArg(kernel, 1, sizeof buffer, &buffer);
    p_clSetKernelArg(kernel, 2, sizeof n, &n);
    p_clSetKernelArg(kernel, 3, 64, NULL);
    for (int i = 0; i < 100; i++)
        if (p_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL))
            return 1;
    return 0;
}

static void lookups(void)
{
    void *own = dlsym(RTLD_DEFAULT, "clear_everything");
    Dl_info info;
    printf("own name: %d\n", own == (void *)clear_everything);
    printf("own name behind us: %d\n", dlsym(RTLD_NEXT, "clear_everything") == NULL);
    void *next = dlsym(RTLD_NEXT, "puts");
    printf("puts is libc's: %d\n", next && dladdr(next, &info) && strstr(info.dli_fname, "libc.so") != NULL);
    printf("no such name: %d\n", dlsym(library, "clNoSuchThing") == NULL && dlerror() != NULL);
    printf("of another library: %d\n", dlsym(dlopen("libm.so.6", RTLD_LAZY), "clog") != NULL);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "plain";
    int failed = 0;
    if (strcmp(way, "again") == 0) {
        library = dlopen("libOpenCL.so.1", RTLD_LAZY);
        printf("there: %d\n", dlsym(library, "clGetPlatformIDs") != NULL);
        dlclose(library);
        /* Something else comes to lie where the loader's memory was. */
        for (int i = 0; i < 4; i++)
            (void)dlopen((const char *[]){"libm.so.6", "librt.so.1", "libutil.so.1", "libpthread.so.0"}[i],
                         RTLD_LAZY);
    }
    library = dlopen("libOpenCL.so.1", RTLD_LAZY);
    if (strcmp(way, "lookups") == 0)
        lookups();
    failed |= use();
    if (strcmp(way, "pending") == 0) {
        dlclose(library);
        usleep(300000); /* the harvester is at work */
        library = dlopen("libOpenCL.so.1", RTLD_LAZY);
        failed |= use();
    }
    printf("failed: %d\n", failed);
    return failed;
}
