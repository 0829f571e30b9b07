/* hammer_ops.c - what the hammer's threads do. */
#include "hammer.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int callbacks_expected, callbacks_made;

unsigned roll(struct thread *t, unsigned n)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return (unsigned)(t->random >> 33) % n;
}

/* ---- releases ------------------------------------------------------------------------------------------ */

#define DROP(name, type, release)                                                                            \
    void name(type *object)                                                                                  \
    {                                                                                                        \
        for (int tries = 0; *object && cl->release(*object) != CL_SUCCESS; tries++)                          \
            if (tries > 1000) {                                                                              \
                fprintf(stderr, "hammer: " #release " fails for ever\n");                                    \
                abort();                                                                                     \
            }                                                                                                \
        *object = NULL;                                                                                      \
    }
DROP(drop_mem, cl_mem, clReleaseMemObject)
DROP(drop_queue, cl_command_queue, clReleaseCommandQueue)
DROP(drop_event, cl_event, clReleaseEvent)
DROP(drop_program, cl_program, clReleaseProgram)
DROP(drop_sampler, cl_sampler, clReleaseSampler)
DROP(drop_context, cl_context, clReleaseContext)
static DROP(drop_kernel_object, cl_kernel, clReleaseKernel)

    void drop_kernel(struct kernel *k)
{
    drop_kernel_object(&k->kernel);
    for (int i = 0; i < ARGS; i++)
        drop_mem(&k->buffers[i]);
    k->complete = false;
}

/* ---- what is at hand ----------------------------------------------------------------------------------- */

static cl_context context(struct thread *t)
{
    return t->context && roll(t, 2) ? t->context : shared.context;
}

static cl_command_queue queue(struct thread *t)
{
    cl_command_queue own = t->queues[roll(t, 3)];
    return own && roll(t, 3) ? own : shared.queues[roll(t, 3)];
}

static cl_mem buffer(struct thread *t)
{
    cl_mem own = t->buffers[roll(t, MANY)];
    return own && roll(t, 4) ? own : shared.buffers[roll(t, 4)];
}

/* A place for a new event; what was there goes. NULL: none is wanted. */
static cl_event *event(struct thread *t)
{
    if (roll(t, 3) == 0)
        return NULL;
    cl_event *e = &t->events[roll(t, MANY)];
    drop_event(e);
    return e;
}

static cl_uint wait_list(struct thread *t, cl_event out[3])
{
    cl_uint n = 0, most = roll(t, 4);
    for (cl_uint i = 0; i < most; i++) {
        cl_event e = t->events[roll(t, MANY)];
        if (e)
            out[n++] = e;
    }
    for (cl_uint i = 0; i < n; i++) /* the caller may replace them before the call: hold them */
        if (cl->clRetainEvent(out[i]) != CL_SUCCESS) {
            n = i;
            break;
        }
    return n;
}

static void end_list(cl_uint n, cl_event *list)
{
    for (cl_uint i = 0; i < n; i++)
        drop_event(&list[i]);
}

/* ---- creating ------------------------------------------------------------------------------------------ */

static void new_context(struct thread *t)
{
    cl_int error;
    drop_context(&t->context);
    t->context = cl->clCreateContext(NULL, 1, &shared.devices[t->number % 2], NULL, NULL, &error);
}

static void new_queue(struct thread *t)
{
    static const cl_command_queue_properties kinds[] = {
        0, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    cl_int error;
    cl_command_queue *q = &t->queues[roll(t, 3)];
    cl_command_queue_properties kind = kinds[roll(t, 4)];
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kind, 0};
    drop_queue(q); /* with commands pending, at times */
    if (!cl->clCreateCommandQueueWithProperties || roll(t, 2))
        *q = cl->clCreateCommandQueue(context(t), shared.devices[0], kind, &error);
    else
        *q = cl->clCreateCommandQueueWithProperties(context(t), shared.devices[0], roll(t, 4) ? list : NULL,
                                                    &error);
}

static void CL_CALLBACK mem_gone(cl_mem mem, void *data)
{
    (void)mem; /* not a valid handle any more, by the specification */
    (void)data;
    cl_uint n;
    cl->clGetPlatformIDs(0, NULL, &n);
    atomic_fetch_add(&callbacks_made, 1);
}

static void new_buffer(struct thread *t)
{
    cl_int error;
    cl_mem *m = &t->buffers[roll(t, MANY)];
    drop_mem(m);
    *m = cl->clCreateBuffer(context(t), CL_MEM_READ_WRITE, 64 + roll(t, 64) * 64, NULL, &error);
    if (!*m || roll(t, 4))
        return;
    atomic_fetch_add(&callbacks_expected, 1);
    if (cl->clSetMemObjectDestructorCallback(*m, mem_gone, NULL) != CL_SUCCESS)
        atomic_fetch_sub(&callbacks_expected, 1);
}

static void new_sub_buffer(struct thread *t)
{
    cl_int error;
    cl_buffer_region region = {0, 32};
    cl_mem parent = shared.buffers[roll(t, 4)];
    cl_mem *m = &t->buffers[roll(t, MANY)];
    drop_mem(m);
    *m = cl->clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
}

static void new_image(struct thread *t)
{
    cl_int error;
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16};
    size_t origin[3] = {0}, region[3] = {16, 16, 1};
    char pixels[16 * 16 * 4];
    cl_mem image = cl->clCreateImage(shared.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    if (!image)
        return;
    cl->clEnqueueReadImage(shared.queues[roll(t, 3)], image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL,
                           event(t));
    cl->clEnqueueCopyImageToBuffer(queue(t), image, buffer(t), origin, region, 0, 0, NULL, event(t));
    drop_mem(&image);
}

static void new_sampler(struct thread *t)
{
    cl_int error;
    cl_uint count;
    cl_sampler *s = &t->samplers[roll(t, 2)];
    drop_sampler(s);
    *s = cl->clCreateSampler(context(t), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error);
    if (*s && cl->clRetainSampler(*s) == CL_SUCCESS) {
        cl_sampler again = *s;
        cl->clGetSamplerInfo(again, CL_SAMPLER_REFERENCE_COUNT, sizeof count, &count, NULL);
        drop_sampler(&again);
    }
}

/* ---- programs and kernels ------------------------------------------------------------------------------ */

static void CL_CALLBACK built(cl_program program, void *data)
{
    char options[128];
    (void)data;
    cl->clGetProgramBuildInfo(program, shared.devices[0], CL_PROGRAM_BUILD_OPTIONS, sizeof options, options,
                              NULL);
    drop_program(&program); /* retained for us */
    atomic_fetch_add(&callbacks_made, 1);
}

static void new_program(struct thread *t)
{
    cl_int error;
    const char *source = "kernel void k0(global float *a, global float *b, int n, local float *scratch) { }";
    cl_program *p = &t->programs[roll(t, 2)];
    drop_program(p);
    *p = cl->clCreateProgramWithSource(context(t), 1, &source, NULL, &error);
    if (!*p)
        return;
    bool notify = roll(t, 2) && cl->clRetainProgram(*p) == CL_SUCCESS;
    atomic_fetch_add(&callbacks_expected, notify);
    if (cl->clBuildProgram(*p, 0, NULL, roll(t, 2) ? "-cl-kernel-arg-info" : "", notify ? built : NULL,
                           NULL) == CL_SUCCESS ||
        !notify)
        return;
    cl_program again = *p;
    atomic_fetch_sub(&callbacks_expected, 1);
    drop_program(&again);
}

static void new_kernel(struct thread *t)
{
    cl_int error;
    struct kernel *k = &t->kernels[roll(t, 4)];
    cl_program p = t->programs[roll(t, 2)];
    drop_kernel(k);
    k->kernel = cl->clCreateKernel(p && roll(t, 2) ? p : shared.program, roll(t, 2) ? "k0" : "k1", &error);
}

static void new_kernels(struct thread *t)
{
    cl_kernel two[2];
    if (cl->clCreateKernelsInProgram(shared.program, 2, two, NULL) != CL_SUCCESS)
        return;
    for (int i = 0; i < 2; i++) {
        struct kernel *k = &t->kernels[roll(t, 4)];
        drop_kernel(k);
        k->kernel = two[i];
    }
}

/* The old buffer is let go before or after the new one is set: both are right. */
static bool set_buffer(struct thread *t, struct kernel *k, cl_uint index)
{
    cl_mem m = buffer(t);
    if (cl->clRetainMemObject(m) != CL_SUCCESS)
        return false;
    if (cl->clSetKernelArg(k->kernel, index, sizeof m, &m) != CL_SUCCESS) {
        drop_mem(&m);
        return false;
    }
    drop_mem(&k->buffers[index]);
    k->buffers[index] = m;
    return true;
}

static void set_args(struct thread *t)
{
    struct kernel *k = &t->kernels[roll(t, 4)];
    cl_int n = (cl_int)roll(t, 100);
    if (!k->kernel)
        return;
    bool all = set_buffer(t, k, 0);
    all &= set_buffer(t, k, 1);
    all &= cl->clSetKernelArg(k->kernel, 2, sizeof n, &n) == CL_SUCCESS;
    all &= cl->clSetKernelArg(k->kernel, 3, 64, NULL) == CL_SUCCESS;
    k->complete |= all;
}

static void launch(struct thread *t)
{
    struct kernel *k = &t->kernels[roll(t, 4)];
    size_t global[2] = {64, 64}, local[2] = {8, 8};
    cl_event waits[3];
    if (!k->complete)
        return;
    cl_uint n = wait_list(t, waits);
    cl->clEnqueueNDRangeKernel(queue(t), k->kernel, 1 + roll(t, 2), NULL, global, roll(t, 2) ? local : NULL,
                               n, n ? waits : NULL, event(t));
    end_list(n, waits);
}

/* Let go while commands that use it are pending: the command keeps what it needs. */
static void launch_and_forget(struct thread *t)
{
    cl_int error, n = 1;
    size_t global = 64;
    struct kernel k = {.kernel = cl->clCreateKernel(shared.program, "k0", &error)};
    cl_mem m = cl->clCreateBuffer(shared.context, 0, 256, NULL, &error);
    if (k.kernel && m && cl->clSetKernelArg(k.kernel, 0, sizeof m, &m) == CL_SUCCESS &&
        cl->clSetKernelArg(k.kernel, 1, sizeof m, &m) == CL_SUCCESS &&
        cl->clSetKernelArg(k.kernel, 2, sizeof n, &n) == CL_SUCCESS &&
        cl->clSetKernelArg(k.kernel, 3, 64, NULL) == CL_SUCCESS)
        cl->clEnqueueNDRangeKernel(queue(t), k.kernel, 1, NULL, &global, NULL, 0, NULL, event(t));
    drop_mem(&m);
    drop_kernel(&k);
}

/* ---- commands ------------------------------------------------------------------------------------------ */

static void transfer(struct thread *t)
{
    char data[64] = {0};
    cl_event waits[3];
    cl_uint n = wait_list(t, waits);
    cl_event *list = n ? waits : NULL;
    cl_command_queue q = queue(t);
    cl_mem m = buffer(t);
    switch (roll(t, 6)) {
    case 0:
        cl->clEnqueueReadBuffer(q, m, CL_TRUE, 0, 32, data, n, list, event(t));
        break;
    case 1:
        cl->clEnqueueWriteBuffer(q, m, CL_TRUE, 0, 32, data, n, list, event(t));
        break;
    case 2:
        cl->clEnqueueCopyBuffer(q, m, buffer(t), 0, 0, 32, n, list, event(t));
        break;
    case 3:
        cl->clEnqueueFillBuffer(q, m, data, 4, 0, 32, n, list, event(t));
        break;
    case 4:
        cl->clEnqueueMigrateMemObjects(q, 1, &m, 0, n, list, event(t));
        break;
    default:
        cl->clEnqueueMarkerWithWaitList(q, n, list, event(t));
        break;
    }
    end_list(n, waits);
}

static void map(struct thread *t)
{
    cl_int error;
    cl_command_queue q = queue(t);
    cl_mem m = buffer(t);
    void *p = cl->clEnqueueMapBuffer(q, m, roll(t, 2), CL_MAP_READ, 0, 32, 0, NULL, event(t), &error);
    if (p)
        cl->clEnqueueUnmapMemObject(q, m, p, 0, NULL, event(t));
}

static void user_event(struct thread *t)
{
    cl_int error;
    cl_event e = cl->clCreateUserEvent(shared.context, &error);
    if (!e)
        return;
    /* On a queue of its own: others may wait for the shared ones meanwhile. */
    cl_command_queue q = cl->clCreateCommandQueue(shared.context, shared.devices[0], 0, &error);
    if (q)
        cl->clEnqueueMarkerWithWaitList(q, 1, &e, event(t));
    int tries = 0;
    while (cl->clSetUserEventStatus(e, roll(t, 8) ? CL_COMPLETE : -1) != CL_SUCCESS && tries++ < 1000)
        ;
    drop_event(&e);
    drop_queue(&q);
}

static void CL_CALLBACK completed(cl_event e, cl_int status, void *data)
{
    cl_uint count;
    cl_int error;
    (void)status;
    (void)data;
    cl_command_queue q = NULL;
    cl->clGetEventInfo(e, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof q, &q, NULL);
    cl_mem m = cl->clCreateBuffer(shared.context, CL_MEM_READ_ONLY, 128, NULL, &error);
    if (m)
        cl->clEnqueueFillBuffer(shared.queues[1], m, "abcd", 4, 0, 64, 0, NULL, NULL);
    drop_mem(&m);
    drop_event(&e); /* retained for us */
    atomic_fetch_add(&callbacks_made, 1);
}

static void set_callback(struct thread *t)
{
    static const cl_int when[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
    cl_event e = t->events[roll(t, MANY)];
    if (!e || cl->clRetainEvent(e) != CL_SUCCESS)
        return;
    atomic_fetch_add(&callbacks_expected, 1);
    if (cl->clSetEventCallback(e, when[roll(t, 3)], completed, NULL) == CL_SUCCESS)
        return;
    atomic_fetch_sub(&callbacks_expected, 1);
    drop_event(&e);
}

static void wait(struct thread *t)
{
    cl_event waits[3];
    cl_uint n = wait_list(t, waits);
    if (n && roll(t, 2))
        cl->clWaitForEvents(n, waits);
    else if (roll(t, 2))
        cl->clFlush(queue(t));
    else
        cl->clFinish(queue(t));
    end_list(n, waits);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

static void ask(struct thread *t)
{
    cl_uint count;
    cl_ulong time;
    size_t size;
    cl_command_queue_properties properties;
    cl_event e = t->events[roll(t, MANY)];
    cl_command_queue q = queue(t);
    cl->clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    cl->clGetCommandQueueInfo(q, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetMemObjectInfo(buffer(t), CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetContextInfo(context(t), CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetProgramInfo(shared.program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetMemObjectInfo(buffer(t), CL_MEM_SIZE, sizeof size, &size, NULL);
    if (!e)
        return;
    cl->clGetEventInfo(e, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl->clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL);
}

static void share(struct thread *t)
{
    cl_mem m = shared.buffers[roll(t, 4)];
    cl_command_queue q = shared.queues[roll(t, 3)];
    cl_context c = shared.context;
    if (cl->clRetainMemObject(m) == CL_SUCCESS)
        drop_mem(&m);
    if (cl->clRetainCommandQueue(q) == CL_SUCCESS)
        drop_queue(&q);
    if (cl->clRetainContext(c) == CL_SUCCESS)
        drop_context(&c);
}

static void svm(struct thread *t)
{
    if (!cl->clSVMAlloc || !cl->clEnqueueSVMFree)
        return;
    void *p = cl->clSVMAlloc(shared.context, CL_MEM_READ_WRITE, 64 + roll(t, 500), 0);
    if (!p)
        return;
    if (roll(t, 2) || cl->clEnqueueSVMFree(queue(t), 1, &p, NULL, NULL, 0, NULL, NULL) != CL_SUCCESS)
        cl->clSVMFree(shared.context, p);
}

static void sub_devices(struct thread *t)
{
    const cl_device_partition_property how[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0};
    cl_device_id two[2];
    (void)t;
    if (cl->clCreateSubDevices(shared.devices[0], how, 2, two, NULL) != CL_SUCCESS)
        return;
    for (int i = 0; i < 2; i++)
        for (int tries = 0; cl->clReleaseDevice(two[i]) != CL_SUCCESS && tries < 1000; tries++)
            ;
}

void hammer_once(struct thread *t)
{
    static void (*const operations[])(struct thread *) = {
        new_context,
        new_queue,
        new_buffer,
        new_buffer,
        new_sub_buffer,
        new_image,
        new_sampler,
        new_program,
        new_kernel,
        new_kernels,
        set_args,
        set_args,
        set_args,
        launch,
        launch,
        launch,
        launch_and_forget,
        transfer,
        transfer,
        transfer,
        map,
        user_event,
        set_callback,
        set_callback,
        wait,
        ask,
        ask,
        share,
        svm,
        sub_devices,
    };
    operations[roll(t, sizeof operations / sizeof operations[0])](t);
    t->calls++;
}

void hammer_clean_up(struct thread *t)
{
    for (int i = 0; i < 4; i++)
        drop_kernel(&t->kernels[i]);
    for (int i = 0; i < MANY; i++) {
        drop_mem(&t->buffers[i]);
        drop_event(&t->events[i]);
    }
    for (int i = 0; i < 2; i++) {
        drop_program(&t->programs[i]);
        drop_sampler(&t->samplers[i]);
    }
    for (int i = 0; i < 3; i++)
        drop_queue(&t->queues[i]);
    drop_context(&t->context);
}

void hammer_wait_for_callbacks(void)
{
    while (atomic_load(&callbacks_made) < atomic_load(&callbacks_expected))
        sched_yield();
}
