/* A program that came as a binary which nobody here has seen: it can't be checked from the inside. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.damage_first=256 evidence.damage_last=259
#include "guard.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    out[get_global_id(0) + FAULT] = 42; /* of guard_binary */\n"
                              "}\n";

/* In a process that is not watched. */
static int make_binary(const char *path)
{
    size_t size = 0;
    begin(kernels);
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    unsigned char *binary = malloc(size);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(binary, 1, size, f) == size && fclose(f) == 0);
    free(binary);
    return end();
}

static void make_unwatched(const char *self, char *path)
{
    char *argv[] = {(char *)self, path, NULL};
    pid_t child;
    int status = 1;
    unsetenv("OPENCL_LAYERS");
    unsetenv("LD_PRELOAD");
    CHECK(posix_spawn(&child, self, NULL, NULL, argv, environ) == 0);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void load(const char *path)
{
    static unsigned char bytes[1 << 22];
    const unsigned char *binary = bytes;
    cl_int error, status;
    FILE *f = fopen(path, "rb");
    size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    CHECK(f && size && size < sizeof bytes && fclose(f) == 0);
    clReleaseProgram(program);
    program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error);
    CHECK(error == CL_SUCCESS && clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS);
    kernel = clCreateKernel(program, "k", &error);
    CHECK(error == CL_SUCCESS);
}

int main(int argc, char **argv)
{
    char path[] = "/tmp/guard-binary-XXXXXX";
    if (argc > 1)
        return make_binary(argv[1]);
    int fd = mkstemp(path);
    set_up();
    make_unwatched("/proc/self/exe", path);
    load(path);
    close(fd);
    unlink(path);
    cl_mem out = clCreateBuffer(context, 0, COUNT * sizeof(cl_int), NULL, NULL); // @buffer
    keep(out);
    set_buffer(0, out);
    run(COUNT); // @launch
    return end();
}
