/* info.c - answers to clGet...Info. What is not listed is CL_INVALID_VALUE. */
#include "fake.h"

#include <string.h>

struct answer {
    const void *at;
    size_t size;
    /* room for values that are stored nowhere */
    cl_uint u;
    cl_ulong ul;
    size_t s;
    cl_int i;
    void *p;
};

#define VALUE(field, value) (a->field = (value), a->at = &a->field, a->size = sizeof a->field, true)
#define STORED(place) (a->at = &(place), a->size = sizeof(place), true)
#define TEXT(text) (a->at = (text), a->size = strlen(text) + 1, true)

static bool device(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_DEVICE_TYPE:
        return VALUE(ul, CL_DEVICE_TYPE_GPU);
    case CL_DEVICE_VENDOR_ID:
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return VALUE(u, 4);
    case CL_DEVICE_ADDRESS_BITS:
        return VALUE(u, 64);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        return VALUE(u, 3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return VALUE(s, 256);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return VALUE(ul, 1u << 30);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return VALUE(ul, 1u << 16);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_IMAGE_SUPPORT:
        return VALUE(u, CL_TRUE);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return VALUE(ul, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    case CL_DEVICE_NAME:
        return TEXT("Fake Device");
    case CL_DEVICE_VENDOR:
        return TEXT("cldoctor's tests");
    case CL_DRIVER_VERSION:
        return TEXT("1.0");
    case CL_DEVICE_VERSION:
        return TEXT(fake_is_short() ? "OpenCL 1.2 fake" : "OpenCL 3.0 fake");
    case CL_DEVICE_OPENCL_C_VERSION:
        return TEXT("OpenCL C 1.2");
    case CL_DEVICE_PROFILE:
        return TEXT("FULL_PROFILE");
    case CL_DEVICE_EXTENSIONS:
        return TEXT("cl_khr_icd");
    case CL_DEVICE_PLATFORM:
        return VALUE(p, fake_platform());
    case CL_DEVICE_PARENT_DEVICE:
        return VALUE(p, o->owner);
    case CL_DEVICE_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    default:
        return false;
    }
}

static bool context(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_CONTEXT_NUM_DEVICES:
        return VALUE(u, 1);
    case CL_CONTEXT_DEVICES:
        return STORED(o->device);
    case CL_CONTEXT_PROPERTIES:
        return a->at = NULL, a->size = 0, true;
    default:
        return false;
    }
}

static bool queue(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_QUEUE_CONTEXT:
        return VALUE(p, o->context);
    case CL_QUEUE_DEVICE:
        return STORED(o->device);
    case CL_QUEUE_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_QUEUE_PROPERTIES:
        return STORED(o->queue.properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return a->at = o->queue.list, a->size = o->queue.list_size * sizeof(cl_queue_properties), true;
    case CL_QUEUE_DEVICE_DEFAULT:
        return VALUE(p, NULL);
    default:
        return false;
    }
}

static bool image(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_IMAGE_FORMAT:
        return STORED(o->mem.format);
    case CL_IMAGE_ELEMENT_SIZE:
        return VALUE(s, 4);
    case CL_IMAGE_WIDTH:
        return STORED(o->mem.desc.image_width);
    case CL_IMAGE_HEIGHT:
        return STORED(o->mem.desc.image_height);
    case CL_IMAGE_DEPTH:
        return STORED(o->mem.desc.image_depth);
    case CL_IMAGE_ARRAY_SIZE:
        return STORED(o->mem.desc.image_array_size);
    default:
        return false;
    }
}

static bool mem(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_MEM_TYPE:
        return STORED(o->mem.type);
    case CL_MEM_FLAGS:
        return STORED(o->mem.flags);
    case CL_MEM_SIZE:
        return STORED(o->mem.size);
    case CL_MEM_OFFSET:
        return STORED(o->mem.offset);
    case CL_MEM_HOST_PTR:
        return VALUE(p, NULL);
    case CL_MEM_MAP_COUNT:
        return VALUE(u, 0);
    case CL_MEM_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_MEM_CONTEXT:
        return VALUE(p, o->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return VALUE(p, o->owner);
    default:
        return image(a, o, what);
    }
}

static bool program(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_PROGRAM_CONTEXT:
        return VALUE(p, o->context);
    case CL_PROGRAM_NUM_DEVICES:
        return VALUE(u, 1);
    case CL_PROGRAM_DEVICES:
        return STORED(o->context->device);
    case CL_PROGRAM_SOURCE:
        return TEXT(o->program.source ? o->program.source : "");
    case CL_PROGRAM_NUM_KERNELS:
        return VALUE(s, 2);
    case CL_PROGRAM_KERNEL_NAMES:
        return TEXT("k0;k1");
    case CL_PROGRAM_BUILD_STATUS:
        return VALUE(i, o->program.built ? CL_BUILD_SUCCESS : CL_BUILD_NONE);
    case CL_PROGRAM_BUILD_OPTIONS:
        return TEXT(o->program.options);
    case CL_PROGRAM_BUILD_LOG:
        return TEXT("");
    default:
        return false;
    }
}

static bool kernel(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_KERNEL_FUNCTION_NAME:
        return TEXT(o->kernel.name);
    case CL_KERNEL_NUM_ARGS:
        return VALUE(u, FAKE_ARGS);
    case CL_KERNEL_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_KERNEL_CONTEXT:
        return VALUE(p, o->context);
    case CL_KERNEL_PROGRAM:
        return VALUE(p, o->owner);
    case CL_KERNEL_WORK_GROUP_SIZE:
        return VALUE(s, 256);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return VALUE(ul, 64);
    default:
        return false;
    }
}

static bool event(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_EVENT_COMMAND_QUEUE:
        return VALUE(p, o->owner);
    case CL_EVENT_COMMAND_TYPE:
        return STORED(o->event.type);
    case CL_EVENT_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return VALUE(i, atomic_load(&o->event.status));
    case CL_EVENT_CONTEXT:
        return VALUE(p, o->context);
    default:
        return false;
    }
}

static bool sampler(struct answer *a, struct fake_object *o, cl_uint what)
{
    switch (what) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return VALUE(u, (cl_uint)atomic_load(&o->refs));
    case CL_SAMPLER_CONTEXT:
        return VALUE(p, o->context);
    default:
        return false;
    }
}

static bool find(struct answer *a, struct fake_object *o, cl_uint what)
{
    static bool (*const kinds[])(struct answer *, struct fake_object *, cl_uint) = {
        [FAKE_DEVICE] = device,   [FAKE_CONTEXT] = context, [FAKE_QUEUE] = queue, [FAKE_MEM] = mem,
        [FAKE_PROGRAM] = program, [FAKE_KERNEL] = kernel,   [FAKE_EVENT] = event, [FAKE_SAMPLER] = sampler,
    };
    if (!o || o->kind >= sizeof kinds / sizeof kinds[0] || !kinds[o->kind])
        return false;
    return kinds[o->kind](a, o, what);
}

cl_int fake_info(void *handle, cl_uint what, size_t room, void *out, size_t *size)
{
    struct answer a = {.size = 0};
    if (!find(&a, handle, what) || (out && room < a.size))
        return CL_INVALID_VALUE;
    if (out && a.size)
        memcpy(out, a.at, a.size);
    if (size)
        *size = a.size;
    return CL_SUCCESS;
}

cl_int fake_do_clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t room,
                                  void *out, size_t *size);
cl_int fake_do_clGetKernelArgInfo(cl_kernel of, cl_uint index, cl_kernel_arg_info what, size_t room,
                                  void *out, size_t *size)
{
    static const char *const names[] = {"a", "b", "n", "scratch"};
    static const char *const types[] = {"float*", "float*", "int", "float*"};
    static const cl_uint spaces[] = {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_GLOBAL,
                                     CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_LOCAL};
    const struct fake_object *k = (const struct fake_object *)of;
    /* As many drivers: only when the program was built for it. */
    if (!strstr(k->owner->program.options, "-cl-kernel-arg-info"))
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    if (index >= FAKE_ARGS)
        return CL_INVALID_ARG_INDEX;
    const void *at = what == CL_KERNEL_ARG_NAME ? (const void *)names[index] : (const void *)types[index];
    size_t n = strlen(at) + 1;
    if (what == CL_KERNEL_ARG_ADDRESS_QUALIFIER) {
        at = &spaces[index];
        n = sizeof spaces[index];
    } else if (what != CL_KERNEL_ARG_NAME && what != CL_KERNEL_ARG_TYPE_NAME) {
        return CL_INVALID_VALUE;
    }
    if (out && room < n)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, at, n);
    if (size)
        *size = n;
    return CL_SUCCESS;
}
