/* create.c - contexts, queues, memory, programs, kernels. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *made(void *object, cl_int *errcode_ret)
{
    if (errcode_ret)
        *errcode_ret = object ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return object;
}

/* ---- contexts and queues ------------------------------------------------------------------------------- */

typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);

cl_context fake_do_clCreateContext(const cl_context_properties *properties, cl_uint n,
                                   const cl_device_id *devices, context_notify notify, void *user_data,
                                   cl_int *errcode_ret);
cl_context fake_do_clCreateContext(const cl_context_properties *properties, cl_uint n,
                                   const cl_device_id *devices, context_notify notify, void *user_data,
                                   cl_int *errcode_ret)
{
    (void)properties;
    (void)notify;
    (void)user_data;
    if (!n || !devices)
        return fake_error(CL_INVALID_VALUE, errcode_ret);
    struct fake_object *c = fake_new(FAKE_CONTEXT, NULL), *d = (struct fake_object *)devices[0];
    c->device = devices[0];
    if (d->owner) { /* a sub-device */
        fake_retain(d);
        c->owner = d;
    }
    return made(c, errcode_ret);
}

cl_context fake_do_clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                           context_notify notify, void *user_data, cl_int *errcode_ret);
cl_context fake_do_clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                           context_notify notify, void *user_data, cl_int *errcode_ret)
{
    cl_device_id devices[2];
    cl_int fake_do_clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
    cl_int error = fake_do_clGetDeviceIDs(NULL, type, 2, devices, NULL);
    if (error)
        return fake_error(error, errcode_ret);
    return fake_do_clCreateContext(properties, 2, devices, notify, user_data, errcode_ret);
}

static cl_command_queue new_queue(cl_context context, cl_device_id device, const cl_queue_properties *list,
                                  cl_command_queue_properties properties, cl_int *errcode_ret)
{
    struct fake_object *q = fake_new(FAKE_QUEUE, context);
    q->device = device;
    q->queue.properties = properties;
    while (list && list[q->queue.list_size] && q->queue.list_size < 6) {
        if (list[q->queue.list_size] == CL_QUEUE_PROPERTIES)
            q->queue.properties = (cl_command_queue_properties)list[q->queue.list_size + 1];
        q->queue.list[q->queue.list_size] = list[q->queue.list_size];
        q->queue.list[q->queue.list_size + 1] = list[q->queue.list_size + 1];
        q->queue.list_size += 2;
    }
    if (list)
        q->queue.list[q->queue.list_size++] = 0;
    return made(q, errcode_ret);
}

cl_command_queue fake_do_clCreateCommandQueue(cl_context context, cl_device_id device,
                                              cl_command_queue_properties properties, cl_int *errcode_ret);
cl_command_queue fake_do_clCreateCommandQueue(cl_context context, cl_device_id device,
                                              cl_command_queue_properties properties, cl_int *errcode_ret)
{
    return new_queue(context, device, NULL, properties, errcode_ret);
}

cl_command_queue fake_do_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                            const cl_queue_properties *list,
                                                            cl_int *errcode_ret);
cl_command_queue fake_do_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                            const cl_queue_properties *list,
                                                            cl_int *errcode_ret)
{
    return new_queue(context, device, list, 0, errcode_ret);
}

cl_command_queue fake_do_clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                               const cl_queue_properties_khr *list,
                                                               cl_int *errcode_ret);
cl_command_queue fake_do_clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                               const cl_queue_properties_khr *list,
                                                               cl_int *errcode_ret)
{
    return new_queue(context, device, (const cl_queue_properties *)list, 0, errcode_ret);
}

cl_int fake_do_clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                         cl_bool enable, cl_command_queue_properties *old);
cl_int fake_do_clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                         cl_bool enable, cl_command_queue_properties *old)
{
    struct fake_object *q = (struct fake_object *)queue;
    if (old)
        *old = q->queue.properties;
    if (enable)
        q->queue.properties |= properties;
    else
        q->queue.properties &= ~properties;
    return CL_SUCCESS;
}

/* ---- memory -------------------------------------------------------------------------------------------- */

static struct fake_object *new_mem(void *owner, cl_mem_flags flags, cl_mem_object_type type, size_t size)
{
    struct fake_object *m = fake_new(FAKE_MEM, owner);
    m->mem.type = type;
    m->mem.flags = flags;
    m->mem.size = size;
    return m;
}

cl_mem fake_do_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                              cl_int *errcode_ret);
cl_mem fake_do_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                              cl_int *errcode_ret)
{
    (void)host;
    if (!size)
        return fake_error(CL_INVALID_BUFFER_SIZE, errcode_ret);
    return made(new_mem(context, flags, CL_MEM_OBJECT_BUFFER, size), errcode_ret);
}

cl_mem fake_do_clCreateBufferWithProperties(cl_context context, const cl_mem_properties *list,
                                            cl_mem_flags flags, size_t size, void *host, cl_int *errcode_ret);
cl_mem fake_do_clCreateBufferWithProperties(cl_context context, const cl_mem_properties *list,
                                            cl_mem_flags flags, size_t size, void *host, cl_int *errcode_ret)
{
    (void)list;
    return fake_do_clCreateBuffer(context, flags, size, host, errcode_ret);
}

cl_mem fake_do_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                 const void *info, cl_int *errcode_ret);
cl_mem fake_do_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                 const void *info, cl_int *errcode_ret)
{
    const cl_buffer_region *region = info;
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !region ||
        region->origin + region->size > ((struct fake_object *)buffer)->mem.size)
        return fake_error(CL_INVALID_VALUE, errcode_ret);
    struct fake_object *m = new_mem(buffer, flags, CL_MEM_OBJECT_BUFFER, region->size);
    m->mem.offset = region->origin;
    return made(m, errcode_ret);
}

cl_mem fake_do_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                             const cl_image_desc *desc, void *host, cl_int *errcode_ret);
cl_mem fake_do_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                             const cl_image_desc *desc, void *host, cl_int *errcode_ret)
{
    (void)host;
    if (!format || !desc)
        return fake_error(CL_INVALID_IMAGE_DESCRIPTOR, errcode_ret);
    void *owner = desc->mem_object ? (void *)desc->mem_object : (void *)context;
    size_t rows = desc->image_height ? desc->image_height : 1;
    struct fake_object *m = new_mem(owner, flags, desc->image_type, desc->image_width * rows * 4);
    m->mem.format = *format;
    m->mem.desc = *desc;
    return made(m, errcode_ret);
}

cl_mem fake_do_clCreateImageWithProperties(cl_context context, const cl_mem_properties *list,
                                           cl_mem_flags flags, const cl_image_format *format,
                                           const cl_image_desc *desc, void *host, cl_int *errcode_ret);
cl_mem fake_do_clCreateImageWithProperties(cl_context context, const cl_mem_properties *list,
                                           cl_mem_flags flags, const cl_image_format *format,
                                           const cl_image_desc *desc, void *host, cl_int *errcode_ret)
{
    (void)list;
    return fake_do_clCreateImage(context, flags, format, desc, host, errcode_ret);
}

cl_mem fake_do_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                            const cl_pipe_properties *list, cl_int *errcode_ret);
cl_mem fake_do_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                            const cl_pipe_properties *list, cl_int *errcode_ret)
{
    (void)list;
    return made(new_mem(context, flags, CL_MEM_OBJECT_PIPE, (size_t)packet * packets), errcode_ret);
}

static cl_int set_destructor(void *object, void *function, void *data)
{
    struct fake_object *o = object;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!function)
        return CL_INVALID_VALUE;
    struct fake_callback *c = fake_callback(FAKE_CALL_OBJECT, function, object, data, 0);
    pthread_mutex_lock(&lock);
    c->next = o->callbacks;
    o->callbacks = c;
    pthread_mutex_unlock(&lock);
    return CL_SUCCESS;
}

cl_int fake_do_clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK *notify)(cl_mem, void *),
                                                void *data);
cl_int fake_do_clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK *notify)(cl_mem, void *),
                                                void *data)
{
    return set_destructor(memobj, (void *)notify, data);
}

cl_int fake_do_clSetContextDestructorCallback(cl_context context,
                                              void(CL_CALLBACK *notify)(cl_context, void *), void *data);
cl_int fake_do_clSetContextDestructorCallback(cl_context context,
                                              void(CL_CALLBACK *notify)(cl_context, void *), void *data)
{
    return set_destructor(context, (void *)notify, data);
}

cl_int fake_do_clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *notify)(cl_program, void *),
                                           void *data);
cl_int fake_do_clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *notify)(cl_program, void *),
                                           void *data)
{
    return set_destructor(program, (void *)notify, data);
}

/* Mapped memory is nobody's to write to: see hammer.c. */
static void *map(struct fake_object *mem, struct fake_command *c, cl_event *event, cl_int *errcode_ret)
{
    static char memory[4096];
    fake_command_holds(c, mem);
    cl_int error = fake_enqueue(c, event);
    if (errcode_ret)
        *errcode_ret = error;
    return error ? NULL : memory;
}

void *fake_do_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                 size_t offset, size_t size, cl_uint n, const cl_event *wait, cl_event *event,
                                 cl_int *errcode_ret);
void *fake_do_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                 size_t offset, size_t size, cl_uint n, const cl_event *wait, cl_event *event,
                                 cl_int *errcode_ret)
{
    struct fake_command c = {.queue = (void *)queue,
                             .type = CL_COMMAND_MAP_BUFFER,
                             .n_wait = n,
                             .wait = wait,
                             .blocking = blocking};
    (void)flags;
    (void)offset;
    (void)size;
    return map((void *)buffer, &c, event, errcode_ret);
}

void *fake_do_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                                const size_t *origin, const size_t *region, size_t *row, size_t *slice,
                                cl_uint n, const cl_event *wait, cl_event *event, cl_int *errcode_ret);
void *fake_do_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                                const size_t *origin, const size_t *region, size_t *row, size_t *slice,
                                cl_uint n, const cl_event *wait, cl_event *event, cl_int *errcode_ret)
{
    struct fake_command c = {.queue = (void *)queue,
                             .type = CL_COMMAND_MAP_IMAGE,
                             .n_wait = n,
                             .wait = wait,
                             .blocking = blocking};
    (void)flags;
    (void)origin;
    (void)region;
    if (row)
        *row = 64;
    if (slice)
        *slice = 0;
    return map((void *)image, &c, event, errcode_ret);
}

/* ---- SVM: a header before the pointer tells a second free ------------------------------------------------
 */

#define SVM_LIVE 0x51f3u

static void *svm_new(size_t size)
{
    uint32_t *at = aligned_alloc(64, 64 + ((size + 63) & ~(size_t)63));
    if (!at)
        return NULL;
    *at = SVM_LIVE;
    return (char *)at + 64;
}

static void svm_free(void *pointer, const char *function)
{
    if (!pointer)
        return;
    uint32_t *at = (uint32_t *)((char *)pointer - 64);
    if (*at != SVM_LIVE) {
        fprintf(stderr, "fake driver: %s was given the dead pointer %p\n", function, pointer);
        abort();
    }
    *at = 0;
    free(at);
}

void *fake_do_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void *fake_do_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    (void)context;
    (void)flags;
    return alignment > 64 ? NULL : svm_new(size);
}

void fake_do_clSVMFree(cl_context context, void *pointer);
void fake_do_clSVMFree(cl_context context, void *pointer)
{
    (void)context;
    svm_free(pointer, "clSVMFree");
}

cl_int fake_do_clEnqueueSVMFree(cl_command_queue queue, cl_uint n, void *pointers[],
                                void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void *[], void *),
                                void *data, cl_uint n_wait, const cl_event *wait, cl_event *event);
cl_int fake_do_clEnqueueSVMFree(cl_command_queue queue, cl_uint n, void *pointers[],
                                void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void *[], void *),
                                void *data, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    struct fake_command c = {
        .queue = (void *)queue, .type = CL_COMMAND_SVM_FREE, .n_wait = n_wait, .wait = wait};
    if (!n || !pointers)
        return CL_INVALID_VALUE;
    cl_int error = fake_enqueue(&c, event);
    if (error)
        return error;
    if (notify)
        notify(queue, n, pointers, data);
    for (cl_uint i = 0; !notify && i < n; i++)
        svm_free(pointers[i], "clEnqueueSVMFree");
    return CL_SUCCESS;
}

void *fake_do_clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size,
                                  cl_uint alignment, cl_int *errcode_ret);
void *fake_do_clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size,
                                  cl_uint alignment, cl_int *errcode_ret)
{
    (void)context;
    (void)properties;
    (void)alignment;
    return made(svm_new(size), errcode_ret);
}

cl_int fake_do_clMemFreeINTEL(cl_context context, void *pointer);
cl_int fake_do_clMemFreeINTEL(cl_context context, void *pointer)
{
    (void)context;
    svm_free(pointer, "clMemFreeINTEL");
    return CL_SUCCESS;
}

/* ---- programs ------------------------------------------------------------------------------------------ */

typedef void(CL_CALLBACK *program_notify)(cl_program, void *);

cl_program fake_do_clCreateProgramWithSource(cl_context context, cl_uint n, const char **strings,
                                             const size_t *lengths, cl_int *errcode_ret);
cl_program fake_do_clCreateProgramWithSource(cl_context context, cl_uint n, const char **strings,
                                             const size_t *lengths, cl_int *errcode_ret)
{
    (void)lengths;
    if (!n || !strings)
        return fake_error(CL_INVALID_VALUE, errcode_ret);
    struct fake_object *p = fake_new(FAKE_PROGRAM, context);
    p->program.source = strdup(strings[0]);
    return made(p, errcode_ret);
}

static void CL_CALLBACK let_program_go(void *program, void *unused)
{
    (void)unused;
    fake_release(program);
}

/* From the driver's thread; the program lives until then. */
static void notify_later(struct fake_object *p, program_notify notify, void *data)
{
    if (!notify)
        return;
    fake_retain(p);
    struct fake_callback *c = fake_callback(FAKE_CALL_OBJECT, (void *)notify, p, data, 0);
    c->next = fake_callback(FAKE_CALL_OBJECT, (void *)let_program_go, p, NULL, 0);
    fake_call_later(c);
}

static cl_int build(cl_program program, const char *options, program_notify notify, void *data)
{
    struct fake_object *p = (struct fake_object *)program;
    bool fails = p->program.source && strstr(p->program.source, "#error");
    if (!notify && data)
        return CL_INVALID_VALUE;
    snprintf(p->program.options, sizeof p->program.options, "%s", options ? options : "");
    p->program.built = !fails;
    notify_later(p, notify, data);
    return fails ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

cl_int fake_do_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
                              program_notify notify, void *data);
cl_int fake_do_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
                              program_notify notify, void *data)
{
    (void)n;
    (void)devices;
    return build(program, options, notify, data);
}

cl_int fake_do_clCompileProgram(cl_program program, cl_uint n, const cl_device_id *devices,
                                const char *options, cl_uint n_headers, const cl_program *headers,
                                const char **names, program_notify notify, void *data);
cl_int fake_do_clCompileProgram(cl_program program, cl_uint n, const cl_device_id *devices,
                                const char *options, cl_uint n_headers, const cl_program *headers,
                                const char **names, program_notify notify, void *data)
{
    (void)n;
    (void)devices;
    (void)n_headers;
    (void)headers;
    (void)names;
    return build(program, options, notify, data);
}

cl_program fake_do_clLinkProgram(cl_context context, cl_uint n, const cl_device_id *devices,
                                 const char *options, cl_uint n_programs, const cl_program *programs,
                                 program_notify notify, void *data, cl_int *errcode_ret);
cl_program fake_do_clLinkProgram(cl_context context, cl_uint n, const cl_device_id *devices,
                                 const char *options, cl_uint n_programs, const cl_program *programs,
                                 program_notify notify, void *data, cl_int *errcode_ret)
{
    (void)n;
    (void)devices;
    (void)options;
    if (!n_programs || !programs)
        return fake_error(CL_INVALID_VALUE, errcode_ret);
    struct fake_object *p = fake_new(FAKE_PROGRAM, context);
    p->program.built = true;
    notify_later(p, notify, data);
    return made(p, errcode_ret);
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

cl_kernel fake_do_clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret);
cl_kernel fake_do_clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret)
{
    if (!((struct fake_object *)program)->program.built)
        return fake_error(CL_INVALID_PROGRAM_EXECUTABLE, errcode_ret);
    if (!name || name[0] != 'k')
        return fake_error(CL_INVALID_KERNEL_NAME, errcode_ret);
    struct fake_object *k = fake_new(FAKE_KERNEL, program);
    snprintf(k->kernel.name, sizeof k->kernel.name, "%s", name);
    return made(k, errcode_ret);
}

cl_int fake_do_clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *out, cl_uint *count);
cl_int fake_do_clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *out, cl_uint *count)
{
    if (!((struct fake_object *)program)->program.built)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (out && room < 2)
        return CL_INVALID_VALUE;
    for (int i = 0; out && i < 2; i++)
        out[i] = fake_do_clCreateKernel(program, i ? "k1" : "k0", NULL);
    if (count)
        *count = 2;
    return CL_SUCCESS;
}

cl_kernel fake_do_clCloneKernel(cl_kernel source, cl_int *errcode_ret);
cl_kernel fake_do_clCloneKernel(cl_kernel source, cl_int *errcode_ret)
{
    struct fake_object *from = (struct fake_object *)source, *k = fake_new(FAKE_KERNEL, from->owner);
    k->kernel = from->kernel;
    return made(k, errcode_ret);
}

cl_int fake_do_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int fake_do_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    struct fake_object *k = (struct fake_object *)kernel;
    static const size_t sizes[FAKE_ARGS] = {sizeof(cl_mem), sizeof(cl_mem), sizeof(cl_int), 0};
    if (index >= FAKE_ARGS)
        return CL_INVALID_ARG_INDEX;
    if ((index == 3) != (value == NULL))
        return CL_INVALID_ARG_VALUE;
    if (sizes[index] ? size != sizes[index] : size == 0)
        return CL_INVALID_ARG_SIZE;
    if (index < 2) {
        cl_int error = CL_SUCCESS;
        struct fake_object *m = *(struct fake_object *const *)value;
        fake_need(&error, m, FAKE_MEM, true, "clSetKernelArg");
        if (error)
            return error;
        k->kernel.buffers[index] = m;
    }
    k->kernel.set[index] = true;
    return CL_SUCCESS;
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_command_type type, cl_uint n,
                     const cl_event *wait, cl_event *event)
{
    struct fake_object *k = (struct fake_object *)kernel;
    struct fake_command c = {.queue = (void *)queue, .type = type, .n_wait = n, .wait = wait};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < FAKE_ARGS; i++)
        if (!k->kernel.set[i])
            return CL_INVALID_KERNEL_ARGS;
    fake_command_holds(&c, k);
    for (int i = 0; i < 2; i++) {
        fake_need(&error, k->kernel.buffers[i], FAKE_MEM, true, "a launch, as an argument");
        fake_command_holds(&c, k->kernel.buffers[i]);
    }
    return error ? error : fake_enqueue(&c, event);
}

cl_int fake_do_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                      const size_t *offset, const size_t *global, const size_t *local,
                                      cl_uint n, const cl_event *wait, cl_event *event);
cl_int fake_do_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                      const size_t *offset, const size_t *global, const size_t *local,
                                      cl_uint n, const cl_event *wait, cl_event *event)
{
    (void)offset;
    (void)local;
    if (dims < 1 || dims > 3)
        return CL_INVALID_WORK_DIMENSION;
    if (!global)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    return launch(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, n, wait, event);
}

cl_int fake_do_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint n, const cl_event *wait,
                             cl_event *event);
cl_int fake_do_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint n, const cl_event *wait,
                             cl_event *event)
{
    return launch(queue, kernel, CL_COMMAND_TASK, n, wait, event);
}

cl_int fake_do_clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *args,
                                     size_t cb, cl_uint n_mem, const cl_mem *mem, const void **mem_loc,
                                     cl_uint n, const cl_event *wait, cl_event *event);
cl_int fake_do_clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *args,
                                     size_t cb, cl_uint n_mem, const cl_mem *mem, const void **mem_loc,
                                     cl_uint n, const cl_event *wait, cl_event *event)
{
    struct fake_command c = {
        .queue = (void *)queue, .type = CL_COMMAND_NATIVE_KERNEL, .n_wait = n, .wait = wait};
    (void)cb;
    (void)n_mem;
    (void)mem;
    (void)mem_loc;
    if (!function)
        return CL_INVALID_VALUE;
    function(args);
    return fake_enqueue(&c, event);
}
