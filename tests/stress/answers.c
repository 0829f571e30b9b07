/*
 * answers.c - asks every object everything, at many moments, and prints the answers: stress.py compares what
 * is printed bare and under the layer. Pointers are printed as whether they are there, times as whether they
 * can be had.
 */
#include "layer/opencl.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef cl_int question(void *, cl_uint, size_t, void *, size_t *);

/* All parameters from `from` to `to`; counts and properties by value, the rest by size and code. */
static void ask_all(const char *when, const char *what, void *object, void *function, cl_uint from,
                    cl_uint to)
{
    for (cl_uint name = from; name <= to; name++) {
        unsigned char value[4096];
        size_t size = 0;
        memset(value, 0, sizeof value);
        cl_int error = ((question *)function)(object, name, sizeof value, value, &size);
        printf("%s %s %#x: %d, %zu bytes", when, what, name, error, size);
        if (error == CL_SUCCESS && size == sizeof(cl_uint))
            printf(", %u", *(cl_uint *)value);
        printf("\n");
    }
}

static void ask_queue(const char *when, cl_command_queue q)
{
    cl_command_queue_properties properties = 0;
    cl_queue_properties list[16] = {0};
    size_t size = 0;
    ask_all(when, "queue", q, (void *)clGetCommandQueueInfo, 0x1090, 0x1098);
    clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    cl_int error = clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, &size);
    printf("%s queue properties %#llx; array: %d, %zu:", when, (unsigned long long)properties, error, size);
    for (size_t i = 0; i < size / sizeof list[0]; i++)
        printf(" %#llx", (unsigned long long)list[i]);
    error = clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, 1, list, NULL);
    printf("; in too little room: %d\n", size ? error : 0);
}

static void ask_event(const char *when, cl_event e)
{
    cl_ulong time;
    ask_all(when, "event", e, (void *)clGetEventInfo, 0x11d0, 0x11d6);
    for (cl_uint name = CL_PROFILING_COMMAND_QUEUED; name <= CL_PROFILING_COMMAND_COMPLETE; name++)
        printf("%s time %#x: %d\n", when, name, clGetEventProfilingInfo(e, name, sizeof time, &time, NULL));
}

static struct {
    cl_device_id device;
    cl_context context;
    cl_mem buffer, part;
    cl_program program;
    cl_kernel kernel;
    cl_sampler sampler;
} made;

/* What is no pointer is printed by its bytes; a pointer is another in each run. */
static void print_value(const unsigned char *value, size_t size)
{
    unsigned long long number = 0, hash = 0xcbf29ce484222325ull;
    if (size == sizeof number)
        memcpy(&number, value, sizeof number);
    if (number >> 44) {
        printf(", a pointer or a large number");
        return;
    }
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ value[i]) * 0x100000001b3ull;
    printf(", %016llx", hash);
}

typedef cl_int question_of_two(void *, void *, cl_uint, size_t, void *, size_t *);

static void ask_values(const char *what, void *object, void *device, void *function, cl_uint from, cl_uint to)
{
    for (cl_uint name = from; name <= to; name++) {
        static unsigned char value[1 << 16];
        size_t size = 0;
        memset(value, 0, sizeof value);
        cl_int error = device
                           ? ((question_of_two *)function)(object, device, name, sizeof value, value, &size)
                           : ((question *)function)(object, name, sizeof value, value, &size);
        printf("%s %#x: %d, %zu bytes", what, name, error, size);
        if (error == CL_SUCCESS)
            print_value(value, size);
        printf("\n");
    }
}

static cl_int argument(cl_kernel kernel, cl_uint name, size_t size, void *value, size_t *size_ret)
{
    return clGetKernelArgInfo(kernel, 1, name, size, value, size_ret);
}

/* What does not change while the program runs. */
static void ask_the_rest(cl_platform_id platform)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 32};
    cl_mem image = clCreateImage(made.context, CL_MEM_READ_ONLY, &format, &desc, NULL, NULL);
    ask_values("platform", platform, NULL, (void *)clGetPlatformInfo, 0x0900, 0x0907);
    ask_values("device", made.device, NULL, (void *)clGetDeviceInfo, 0x1000, 0x1075);
    ask_values("build", made.program, made.device, (void *)clGetProgramBuildInfo, 0x1181, 0x1185);
    ask_values("work-group", made.kernel, made.device, (void *)clGetKernelWorkGroupInfo, 0x11b0, 0x11b8);
    ask_values("argument", made.kernel, NULL, (void *)argument, 0x1196, 0x119a);
    ask_values("names", made.program, NULL, (void *)clGetProgramInfo, 0x1167, 0x116a);
    if (image) {
        ask_values("image", image, NULL, (void *)clGetImageInfo, 0x1110, 0x111b);
        clReleaseMemObject(image);
    }
}

static void ask_objects(const char *when)
{
    ask_all(when, "context", made.context, (void *)clGetContextInfo, 0x1080, 0x1086);
    ask_all(when, "buffer", made.buffer, (void *)clGetMemObjectInfo, 0x1100, 0x110b);
    ask_all(when, "part", made.part, (void *)clGetMemObjectInfo, 0x1100, 0x110b);
    ask_all(when, "program", made.program, (void *)clGetProgramInfo, 0x1160, 0x1164);
    ask_all(when, "kernel", made.kernel, (void *)clGetKernelInfo, 0x1190, 0x1196);
    ask_all(when, "sampler", made.sampler, (void *)clGetSamplerInfo, 0x1150, 0x1159);
}

static cl_platform_id make(void)
{
    const char *source = "kernel void k0(global float *a, global float *b, int n, local float *scratch) { }";
    cl_platform_id platform;
    cl_buffer_region region = {0, 1024};
    cl_int n = 1;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &made.device, NULL);
    made.context = clCreateContext(NULL, 1, &made.device, NULL, NULL, NULL);
    made.buffer = clCreateBuffer(made.context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    made.part = clCreateSubBuffer(made.buffer, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    made.program = clCreateProgramWithSource(made.context, 1, &source, NULL, NULL);
    clBuildProgram(made.program, 0, NULL, "", NULL, NULL);
    made.kernel = clCreateKernel(made.program, "k0", NULL);
    made.sampler = clCreateSampler(made.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, NULL);
    clSetKernelArg(made.kernel, 0, sizeof made.buffer, &made.buffer);
    clSetKernelArg(made.kernel, 1, sizeof made.part, &made.part);
    clSetKernelArg(made.kernel, 2, sizeof n, &n);
    clSetKernelArg(made.kernel, 3, 64, NULL);
    return platform;
}

static void pending(cl_command_queue q, const char *when)
{
    size_t global = 64;
    cl_event gate = clCreateUserEvent(made.context, NULL), event;
    clEnqueueNDRangeKernel(q, made.kernel, 1, NULL, &global, NULL, 1, &gate, &event);
    printf("%s: while a command waits\n", when);
    ask_event(when, event);
    ask_queue(when, q);
    usleep(20000);
    ask_objects(when);
    clRetainEvent(event);
    ask_event(when, event);
    clReleaseEvent(event);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(q);
    usleep(20000); /* some drivers let go of what a command used a moment after its end */
    printf("%s: when it has ended\n", when);
    ask_event(when, event);
    ask_event(when, gate);
    clReleaseEvent(event);
    clReleaseEvent(gate);
    ask_queue(when, q);
    ask_objects(when);
}

static void one_queue(const char *when, cl_command_queue q)
{
    size_t global = 64;
    if (!q) {
        printf("%s: no such queue\n", when);
        return;
    }
    ask_queue(when, q);
    for (int i = 0; i < 50; i++)
        clEnqueueNDRangeKernel(q, made.kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clFinish(q);
    usleep(20000);
    printf("%s: after commands without events\n", when);
    ask_queue(when, q);
    ask_objects(when);
    pending(q, when);
    clReleaseCommandQueue(q);
    usleep(20000);
    ask_objects(when);
}

int main(void)
{
    const cl_queue_properties with[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties without[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const cl_queue_properties empty[] = {0}, wrong[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
    cl_platform_id platform = make();
    ask_objects("at first");
    ask_the_rest(platform);
    one_queue("plain", clCreateCommandQueue(made.context, made.device, 0, NULL));
    one_queue("profiled", clCreateCommandQueue(made.context, made.device, CL_QUEUE_PROFILING_ENABLE, NULL));
    one_queue("no list", clCreateCommandQueueWithProperties(made.context, made.device, NULL, NULL));
    one_queue("empty list", clCreateCommandQueueWithProperties(made.context, made.device, empty, NULL));
    one_queue("list with profiling",
              clCreateCommandQueueWithProperties(made.context, made.device, with, NULL));
    one_queue("list without", clCreateCommandQueueWithProperties(made.context, made.device, without, NULL));
    one_queue("wrong list", clCreateCommandQueueWithProperties(made.context, made.device, wrong, NULL));
    ask_objects("at last");
    ask_the_rest(platform);
    return 0;
}
