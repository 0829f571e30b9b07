/* hooks_memory.c - what buffers, images, pipes and SVM allocations are, for messages and for their bytes. */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/calls.h"
#include "layer/diagnose.h"
#include "layer/harvest.h"
#include "layer/ranges.h"

#include <string.h>

static void set_buffer(struct cld_call *call, cl_mem_flags flags, size_t size, void *host_ptr)
{
    struct cld_object *o = call->created;
    if (!o)
        return;
    o->subkind = CLD_SUB_BUFFER;
    o->bytes = size;
    o->flags = flags;
    o->mem.type = CL_MEM_OBJECT_BUFFER;
    o->mem.host_ptr = host_ptr;
}

/* ---- buffers, which may have a guard band behind them ---------------------------------------------------
 */

/* A part of shared virtual memory as a buffer: the driver knows a band behind that, the program does not. */
static bool passes_svm(const struct cld_call *call, cl_mem_flags flags, size_t size, const void *host_ptr)
{
    struct cld_finding_object a;
    uint64_t offset;
    if (call->refused || !(flags & CL_MEM_USE_HOST_PTR) || !host_ptr || !cld_bands_on() ||
        !cld_range_find(host_ptr, &a, &offset) || size <= a.bytes - offset)
        return false;
    const struct cld_object *o = cld_object_find((const void *)(uintptr_t)a.handle);
    return o && o->band;
}

bool cld_pre_clCreateBuffer(struct cld_call *call, struct cld_args_clCreateBuffer *a, cl_mem *ret,
                            cl_int *code)
{
    (void)ret;
    cld_band_ask(call, true, &a->flags, &a->size, &a->host_ptr);
    if (!passes_svm(call, a->flags, a->size, a->host_ptr))
        return true;
    *code = CL_INVALID_BUFFER_SIZE;
    return false;
}

void cld_post_clCreateBuffer(struct cld_call *call, struct cld_args_clCreateBuffer *a, cl_mem *ret,
                             cl_int *code)
{
    if (!cld_band_answered(call, &a->flags, &a->size, &a->host_ptr, *ret)) {
        *ret = call->target->next.clCreateBuffer(a->context, a->flags, a->size, a->host_ptr, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_MEM, *ret);
    }
    set_buffer(call, a->flags, a->size, a->host_ptr);
    cld_band_made(call);
}

bool cld_pre_clCreateBufferWithProperties(struct cld_call *call,
                                          struct cld_args_clCreateBufferWithProperties *a, cl_mem *ret,
                                          cl_int *code)
{
    (void)ret;
    bool plain = !a->properties || a->properties[0] == 0;
    cld_band_ask(call, plain, &a->flags, &a->size, &a->host_ptr);
    if (!passes_svm(call, a->flags, a->size, a->host_ptr))
        return true;
    *code = CL_INVALID_BUFFER_SIZE;
    return false;
}

void cld_post_clCreateBufferWithProperties(struct cld_call *call,
                                           struct cld_args_clCreateBufferWithProperties *a, cl_mem *ret,
                                           cl_int *code)
{
    if (!cld_band_answered(call, &a->flags, &a->size, &a->host_ptr, *ret)) {
        *ret = call->target->next.clCreateBufferWithProperties(a->context, a->properties, a->flags, a->size,
                                                               a->host_ptr, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_MEM, *ret);
    }
    set_buffer(call, a->flags, a->size, a->host_ptr);
    cld_band_made(call);
}

static void has_no_band(struct cld_call *call, enum cld_no_band why)
{
    if (call->created)
        atomic_store(&call->created->no_band, why);
}

void cld_post_clCreateBufferWithPropertiesINTEL(struct cld_call *call,
                                                struct cld_args_clCreateBufferWithPropertiesINTEL *a,
                                                cl_mem *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    set_buffer(call, a->flags, a->size, a->host_ptr);
    has_no_band(call, CLD_NO_BAND_USM);
}

/* OpenCL 3.0, 5.2.1: a sub-buffer has its parent's access flags where it names none of its own. */
static cl_mem_flags inherit(cl_mem_flags flags, const struct cld_object *parent)
{
    static const cl_mem_flags groups[] = {
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
    };
    for (size_t i = 0; parent && i < sizeof groups / sizeof groups[0]; i++)
        if (!(flags & groups[i]))
            flags |= parent->flags & groups[i];
    return flags;
}

bool cld_pre_clCreateSubBuffer(struct cld_call *call, struct cld_args_clCreateSubBuffer *a, cl_mem *ret,
                               cl_int *code)
{
    const cl_buffer_region *region = a->buffer_create_info;
    (void)ret;
    if (region && region->size && a->buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION)
        cld_band_refuse(call, a->buffer, region->origin, region->size);
    *code = call->refused;
    return !call->refused;
}

void cld_post_clCreateSubBuffer(struct cld_call *call, struct cld_args_clCreateSubBuffer *a, cl_mem *ret,
                                cl_int *code)
{
    const cl_buffer_region *region = a->buffer_create_info;
    (void)code;
    if (!*ret || !call->created)
        return;
    set_buffer(call, inherit(a->flags, call->created->parent), region ? region->size : 0, NULL);
    call->created->subkind = CLD_SUB_SUB_BUFFER;
    call->created->mem.offset = region ? region->origin : 0;
}

/* Sizes are asked of the driver: formats of extensions have sizes that we do not know. */
static void set_image(struct cld_call *call, cl_mem image, cl_mem_flags flags, cl_mem_object_type type)
{
    struct cld_object *o = call->created;
    cl_image_format format = {0, 0};
    if (!o || !image)
        return;
    const cl_icd_dispatch *next = &call->target->next;
    o->subkind = CLD_SUB_IMAGE;
    o->flags = flags;
    o->mem.type = type;
    next->clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL);
    next->clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof(size_t), &o->mem.width, NULL);
    next->clGetImageInfo(image, CL_IMAGE_HEIGHT, sizeof(size_t), &o->mem.height, NULL);
    next->clGetImageInfo(image, CL_IMAGE_DEPTH, sizeof(size_t), &o->mem.depth, NULL);
    next->clGetImageInfo(image, CL_IMAGE_ARRAY_SIZE, sizeof(size_t), &o->mem.array_size, NULL);
    next->clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(size_t), &o->mem.element_size, NULL);
    o->mem.format = format;
    next->clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof(size_t), &o->bytes, NULL);
}

/* An image made from a buffer or an image keeps that alive (OpenCL 3.0, 5.3.1). */
static void set_image_parent(struct cld_call *call, const cl_image_desc *desc)
{
    struct cld_object *parent = desc ? cld_object_find(desc->mem_object) : NULL;
    if (call->created && parent && parent->kind == CLD_KIND_MEM)
        cld_object_adopt(call->created, parent);
}

bool cld_pre_clCreateImage(struct cld_call *call, struct cld_args_clCreateImage *a, cl_mem *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    cld_band_ask_image(call, a->image_format, &a->image_desc);
    return true;
}

void cld_post_clCreateImage(struct cld_call *call, struct cld_args_clCreateImage *a, cl_mem *ret,
                            cl_int *code)
{
    if (!cld_band_answered_image(call, &a->image_desc, *ret)) {
        *ret = call->target->next.clCreateImage(a->context, a->flags, a->image_format, a->image_desc,
                                                a->host_ptr, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_MEM, *ret);
    }
    set_image(call, *ret, a->flags, *ret && a->image_desc ? a->image_desc->image_type : 0);
    if (*ret)
        set_image_parent(call, a->image_desc);
}

bool cld_pre_clCreateImageWithProperties(struct cld_call *call,
                                         struct cld_args_clCreateImageWithProperties *a, cl_mem *ret,
                                         cl_int *code)
{
    (void)ret;
    (void)code;
    cld_band_ask_image(call, a->image_format, &a->image_desc);
    return true;
}

void cld_post_clCreateImageWithProperties(struct cld_call *call,
                                          struct cld_args_clCreateImageWithProperties *a, cl_mem *ret,
                                          cl_int *code)
{
    if (!cld_band_answered_image(call, &a->image_desc, *ret)) {
        *ret = call->target->next.clCreateImageWithProperties(
            a->context, a->properties, a->flags, a->image_format, a->image_desc, a->host_ptr, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_MEM, *ret);
    }
    set_image(call, *ret, a->flags, *ret && a->image_desc ? a->image_desc->image_type : 0);
    if (*ret)
        set_image_parent(call, a->image_desc);
}

void cld_post_clCreateImage2D(struct cld_call *call, struct cld_args_clCreateImage2D *a, cl_mem *ret,
                              cl_int *code)
{
    (void)code;
    set_image(call, *ret, a->flags, CL_MEM_OBJECT_IMAGE2D);
}

void cld_post_clCreateImage3D(struct cld_call *call, struct cld_args_clCreateImage3D *a, cl_mem *ret,
                              cl_int *code)
{
    (void)code;
    set_image(call, *ret, a->flags, CL_MEM_OBJECT_IMAGE3D);
}

/* What reads outside of an image are by it (OpenCL C 3.0, 6.15.15.1). */
static void set_sampler(struct cld_call *call, cl_bool normalized, cl_addressing_mode addressing)
{
    if (call->created)
        call->created->sampler.rule = addressing != CL_ADDRESS_NONE ? 0 : normalized ? 2 : 1;
}

void cld_post_clCreateSampler(struct cld_call *call, struct cld_args_clCreateSampler *a, cl_sampler *ret,
                              cl_int *code)
{
    (void)code;
    if (*ret)
        set_sampler(call, a->normalized_coords, a->addressing_mode);
}

void cld_post_clCreateSamplerWithProperties(struct cld_call *call,
                                            struct cld_args_clCreateSamplerWithProperties *a, cl_sampler *ret,
                                            cl_int *code)
{
    cl_sampler_properties normalized = CL_TRUE, addressing = CL_ADDRESS_CLAMP; /* 5.7.1 */
    (void)code;
    for (const cl_sampler_properties *p = a->sampler_properties; p && *p; p += 2) {
        normalized = *p == CL_SAMPLER_NORMALIZED_COORDS ? p[1] : normalized;
        addressing = *p == CL_SAMPLER_ADDRESSING_MODE ? p[1] : addressing;
    }
    if (*ret)
        set_sampler(call, (cl_bool)normalized, (cl_addressing_mode)addressing);
}

void cld_post_clCreatePipe(struct cld_call *call, struct cld_args_clCreatePipe *a, cl_mem *ret, cl_int *code)
{
    (void)code;
    if (!*ret || !call->created)
        return;
    call->created->subkind = CLD_SUB_PIPE;
    call->created->flags = a->flags;
    call->created->bytes = (uint64_t)a->pipe_packet_size * a->pipe_max_packets;
    call->created->mem.type = CL_MEM_OBJECT_PIPE;
}

/* ---- memory objects of other interfaces --------------------------------------------------------------- */

static void set_shared(struct cld_call *call, cl_mem mem, cl_mem_flags flags)
{
    struct cld_object *o = call->created;
    cl_mem_object_type type = 0;
    if (!o || !mem)
        return;
    call->target->next.clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL);
    if (type != CL_MEM_OBJECT_BUFFER) {
        set_image(call, mem, flags, type);
        return;
    }
    set_buffer(call, flags, 0, NULL);
    has_no_band(call, CLD_NO_BAND_SHARED);
    call->target->next.clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof(size_t), &o->bytes, NULL);
}

#define SHARED(name)                                                                                         \
    void cld_post_##name(struct cld_call *call, struct cld_args_##name *a, cl_mem *ret, cl_int *code)        \
    {                                                                                                        \
        (void)code;                                                                                          \
        set_shared(call, *ret, a->flags);                                                                    \
    }
SHARED(clCreateFromGLBuffer)
SHARED(clCreateFromGLTexture)
SHARED(clCreateFromGLTexture2D)
SHARED(clCreateFromGLTexture3D)
SHARED(clCreateFromGLRenderbuffer)
SHARED(clCreateFromEGLImageKHR)

/* ---- SVM and Intel's unified shared memory --------------------------------------------------------------
 */

static void enter_svm(struct cld_call *call, void *pointer, size_t size, uint64_t flags,
                      enum cld_subkind subkind)
{
    if (!pointer)
        return;
    cld_call_created(call, CLD_KIND_SVM, pointer);
    if (!call->created)
        return;
    call->created->subkind = subkind;
    call->created->bytes = size;
    call->created->flags = flags;
    if (subkind == CLD_SUB_USM)
        has_no_band(call, CLD_NO_BAND_USM);
    cld_range_add(call->created);
}

bool cld_pre_clSVMAlloc(struct cld_call *call, struct cld_args_clSVMAlloc *a, void **ret, cl_int *code)
{
    (void)ret;
    (void)code;
    cld_band_ask_svm(call, &a->size);
    return true;
}

void cld_post_clSVMAlloc(struct cld_call *call, struct cld_args_clSVMAlloc *a, void **ret, cl_int *code)
{
    cl_mem_flags none = 0;
    void *nothing = NULL;
    if (!cld_band_answered(call, &none, &a->size, &nothing, (cl_mem)*ret))
        *ret = call->target->next.clSVMAlloc(a->context, a->flags, a->size, a->alignment);
    if (!*ret)
        *code = CL_MEM_OBJECT_ALLOCATION_FAILURE; /* clSVMAlloc has no code of its own to tell why */
    enter_svm(call, *ret, a->size, a->flags, CLD_SUB_SVM);
    if (*ret)
        cld_band_made(call);
}

void cld_post_clHostMemAllocINTEL(struct cld_call *call, struct cld_args_clHostMemAllocINTEL *a, void **ret,
                                  cl_int *code)
{
    (void)code;
    enter_svm(call, *ret, a->size, 0, CLD_SUB_USM);
}

void cld_post_clDeviceMemAllocINTEL(struct cld_call *call, struct cld_args_clDeviceMemAllocINTEL *a,
                                    void **ret, cl_int *code)
{
    (void)code;
    enter_svm(call, *ret, a->size, 0, CLD_SUB_USM);
}

void cld_post_clSharedMemAllocINTEL(struct cld_call *call, struct cld_args_clSharedMemAllocINTEL *a,
                                    void **ret, cl_int *code)
{
    (void)code;
    enter_svm(call, *ret, a->size, 0, CLD_SUB_USM);
}

/* False: freed already; the call is not made. */
static bool free_svm(struct cld_call *call, const void *pointer, int arg)
{
    struct cld_object *o = pointer ? cld_object_find(pointer) : NULL;
    if (!o || o->kind != CLD_KIND_SVM)
        return true;
    if (atomic_load(&o->refs) > 0) {
        cld_range_remove(pointer);
        call->release = cld_object_release(o, cld_call_stack(call));
        cld_band_gone(o);
        return true;
    }
    if (!cld_layer.options.lifetime)
        return true;
    struct cld_report r;
    cld_report_init(&r, CLD_FINDING_OVER_RELEASE, arg);
    cld_report_object(&r, o);
    cld_report_message(&r, "%s frees %p, which is freed already", cld_fn_info(call->fn)->name, pointer);
    cld_report_fix(&r, "free it once; this call did not reach the driver");
    cld_report_emit(call, &r, false);
    call->reported = true;
    return false;
}

bool cld_pre_clSVMFree(struct cld_call *call, struct cld_args_clSVMFree *a, cl_int *code)
{
    (void)code;
    return free_svm(call, a->svm_pointer, 1);
}

bool cld_pre_clMemFreeINTEL(struct cld_call *call, struct cld_args_clMemFreeINTEL *a, cl_int *ret,
                            cl_int *code)
{
    (void)code;
    if (free_svm(call, a->ptr, 1))
        return true;
    *ret = CL_INVALID_VALUE;
    return false;
}

bool cld_pre_clMemBlockingFreeINTEL(struct cld_call *call, struct cld_args_clMemBlockingFreeINTEL *a,
                                    cl_int *ret, cl_int *code)
{
    (void)code;
    if (free_svm(call, a->ptr, 1))
        return true;
    *ret = CL_INVALID_VALUE;
    return false;
}

/* The memory is freed when the command runs; the program gives it up now. */
bool cld_pre_clEnqueueSVMFree(struct cld_call *call, struct cld_args_clEnqueueSVMFree *a, cl_int *ret,
                              cl_int *code)
{
    (void)ret;
    (void)code;
    /* With a callback of its own the program may do anything else with the pointers: they are not ours to
     * judge. */
    for (cl_uint i = 0; a->svm_pointers && i < a->num_svm_pointers; i++) {
        struct cld_object *o = cld_object_find(a->svm_pointers[i]);
        if (!o || o->kind != CLD_KIND_SVM)
            continue;
        cld_range_remove(a->svm_pointers[i]);
        cld_object_release(o, cld_call_stack(call));
        cld_band_gone(o);
    }
    return true;
}

void cld_post_clEnqueueSVMFree(struct cld_call *call, struct cld_args_clEnqueueSVMFree *a, cl_int *ret,
                               cl_int *code)
{
    (void)call;
    (void)code;
    for (cl_uint i = 0; a->svm_pointers && i < a->num_svm_pointers; i++) {
        struct cld_object *o = cld_object_find(a->svm_pointers[i]);
        if (o && o->kind == CLD_KIND_SVM && atomic_load(&o->refs) <= 0)
            cld_object_released(&(struct cld_release){o, o->serial}, *ret == CL_SUCCESS);
    }
}

/* ---- reference counts, as bare --------------------------------------------------------------------------
 */

#define COUNTED(name, question)                                                                              \
    bool cld_pre_##name(struct cld_call *call, struct cld_args_##name *a, cl_int *ret, cl_int *code)         \
    {                                                                                                        \
        (void)call;                                                                                          \
        (void)ret;                                                                                           \
        (void)code;                                                                                          \
        if (a->param_name == (question)) /* events of ours hold objects alive */                             \
            cld_harvest_drain(50);                                                                           \
        return true;                                                                                         \
    }
COUNTED(clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT)
COUNTED(clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT)
COUNTED(clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT)
COUNTED(clGetSamplerInfo, CL_SAMPLER_REFERENCE_COUNT)
COUNTED(clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT)

/* What a guard band changes: the size, the flags of a buffer whose data was written afterwards, and a
 * reference of ours. */
void cld_post_clGetMemObjectInfo(struct cld_call *call, struct cld_args_clGetMemObjectInfo *a, cl_int *ret,
                                 cl_int *code)
{
    const struct cld_object *o = cld_call_object(call, CLD_KIND_MEM);
    const size_t size = o ? o->bytes : 0;
    const cl_mem_flags flags = o ? o->flags : 0;
    cl_uint refs;
    (void)code;
    if (*ret != CL_SUCCESS || !o || !o->band || !a->param_value)
        return;
    if (a->param_name == CL_MEM_SIZE)
        memcpy(a->param_value, &size, sizeof size);
    if (a->param_name == CL_MEM_FLAGS && (flags & CL_MEM_COPY_HOST_PTR)) {
        cl_mem_flags all;
        memcpy(&all, a->param_value, sizeof all);
        all |= CL_MEM_COPY_HOST_PTR;
        memcpy(a->param_value, &all, sizeof all);
    }
    if (a->param_name == CL_MEM_REFERENCE_COUNT && atomic_load(&o->banded)) {
        memcpy(&refs, a->param_value, sizeof refs);
        refs--;
        memcpy(a->param_value, &refs, sizeof refs);
    }
}

/* What would have been destroyed by this call is to be destroyed by it: our reference goes first. */
bool cld_pre_clReleaseMemObject(struct cld_call *call, struct cld_args_clReleaseMemObject *a, cl_int *ret,
                                cl_int *code)
{
    struct cld_object *o = call->n_objects ? call->objects[0] : NULL;
    (void)a;
    (void)ret;
    (void)code;
    if (o && o->kind == CLD_KIND_MEM && cld_bands_on())
        cld_band_gone(o);
    return true;
}
