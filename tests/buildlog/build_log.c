/*
 * build_log.c - builds one OpenCL C file and prints the driver's log: how the logs of this folder are made.
 *
 *     build_log FILE.cl [OPTIONS...]
 *
 * Exit status: 0 it was built, 1 it was not, 2 nothing could be tried (no device, no such file).
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_TRIED = 2 };

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, got, room = 0;
    if (!in) {
        perror(path);
        exit(NOT_TRIED);
    }
    do {
        text = realloc(text, (room += 65536) + 1);
        got = fread(text + size, 1, room - size, in);
        size += got;
    } while (got);
    text[size] = '\0';
    fclose(in);
    return text;
}

/* Through a shell, a line of options may be split into words: OpenCL takes them as one text. */
static char *joined(int n, char **words)
{
    size_t size = 1;
    for (int i = 0; i < n; i++)
        size += strlen(words[i]) + 1;
    char *text = calloc(1, size);
    for (int i = 0; i < n; i++) {
        strcat(text, i ? " " : "");
        strcat(text, words[i]);
    }
    return text;
}

static void print_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = calloc(1, size + 1);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    fputs(log, stdout);
    free(log);
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    char name[256] = "";
    cl_int error;
    if (argc < 2) {
        fprintf(stderr, "usage: build_log FILE.cl [OPTIONS...]\n");
        return NOT_TRIED;
    }
    const char *source = read_file(argv[1]);
    char *options = joined(argc - 2, argv + 2);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        fprintf(stderr, "build_log: no OpenCL device\n");
        return NOT_TRIED;
    }
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    fprintf(stderr, "%s: %s: %d\n", name, argv[1], error);
    print_log(program, device);
    clReleaseProgram(program);
    clReleaseContext(context);
    return error == CL_SUCCESS ? 0 : 1;
}
