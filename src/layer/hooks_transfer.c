/*
 * hooks_transfer.c - reads, writes, copies, fills and mappings, before the driver is asked: do they stay
 * within the memory objects, and may the device and the host use these like that?
 *
 * Integers only: what is wrong is worked out (diagnose_transfer.c) when something is.
 */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/device_limits.h"
#include "layer/diagnose_check.h"
#include "layer/ranges.h"
#include "layer/rect.h"

#define HOST_READS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS) /* forbid it */
#define HOST_WRITES (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)

/* The memory object of this handle, if it is known; NULL where nothing is to be checked. */
static const struct cld_object *memory(const struct cld_call *call, cl_mem handle)
{
    if (!cld_layer.options.api)
        return NULL;
    for (uint32_t i = 0; i < call->n_objects; i++)
        if (call->objects[i]->handle == (void *)handle)
            return call->objects[i]->kind == CLD_KIND_MEM ? call->objects[i] : NULL;
    return NULL;
}

/* A driver that does not look overwrites what belongs to something else: the finding is to be out before. */
static void tell_ends(struct cld_call *call)
{
    if (!call->reported)
        cld_foretell(call, cld_check_transfer_ends);
}

static bool passes_end(const struct cld_object *o, uint64_t offset, uint64_t size)
{
    return o->bytes && (offset > o->bytes || size > o->bytes - offset);
}

/* `forbidden`: flags of the object that do not allow what the host does. */
static void check_use(struct cld_call *call, const struct cld_object *o, cl_mem_flags forbidden)
{
    const struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    const struct cld_device_limits *limits = q ? q->queue.limits : NULL;
    bool misaligned = limits && limits->base_alignment && o->mem.offset % limits->base_alignment;
    if (misaligned || (o->flags & forbidden))
        call->dubious = cld_check_transfer_use;
}

static void check_range(struct cld_call *call, cl_mem buffer, uint64_t offset, uint64_t size,
                        cl_mem_flags forbidden)
{
    const struct cld_object *o = memory(call, buffer);
    if (o && passes_end(o, offset, size))
        tell_ends(call);
    if (o)
        check_use(call, o, forbidden);
    cld_band_refuse(call, buffer, offset, size);
}

static void check_rect(struct cld_call *call, cl_mem buffer, const size_t *origin, const size_t *region,
                       size_t row, size_t slice, cl_mem_flags forbidden)
{
    const struct cld_object *o = memory(call, buffer);
    if (o && origin && region && o->bytes &&
        cld_rect_end(origin, region, (struct cld_pitches){row, slice}) > o->bytes)
        tell_ends(call);
    if (o)
        check_use(call, o, forbidden);
    cld_band_refuse_rect(call, buffer, origin, region, row, slice);
}

/* Layers of arrays are not counted here: the driver is asked for them when a call fails. */
static void check_region(struct cld_call *call, cl_mem image, const size_t *origin, const size_t *region,
                         cl_mem_flags forbidden)
{
    const struct cld_object *o = memory(call, image);
    if (!o || !origin || !region)
        return;
    size_t height = o->mem.height ? o->mem.height : 1, depth = o->mem.depth ? o->mem.depth : 1;
    const size_t size[3] = {o->mem.width, height, depth};
    unsigned dims = o->mem.type == CL_MEM_OBJECT_IMAGE3D         ? 3
                    : o->mem.type == CL_MEM_OBJECT_IMAGE2D       ? 2
                    : o->mem.type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? 2
                                                                 : 1;
    for (unsigned i = 0; o->mem.width && i < dims; i++)
        if (origin[i] > size[i] || region[i] > size[i] - origin[i])
            tell_ends(call);
    check_use(call, o, forbidden);
}

static void check_image_bytes(struct cld_call *call, cl_mem image, const size_t *region, cl_mem buffer,
                              size_t offset)
{
    const struct cld_object *i = memory(call, image);
    if (i && i->mem.element_size && region)
        check_range(call, buffer, offset, cld_region_bytes(region) * i->mem.element_size, 0);
    else
        cld_band_refuse_image(call, image, region, buffer, offset);
}

/* Shared virtual memory: from anywhere in an allocation of the program. */
static void check_svm(struct cld_call *call, const void *pointer, size_t size)
{
    struct cld_finding_object a;
    uint64_t offset;
    if (cld_layer.options.api && !call->reported && cld_range_find(pointer, &a, &offset) && a.bytes &&
        size > a.bytes - offset)
        cld_foretell(call, cld_check_svm_ends);
    if (cld_bands_on())
        cld_band_spoil(pointer, size);
}

static cl_mem_flags map_forbidden(cl_map_flags flags)
{
    return (flags & CL_MAP_READ ? HOST_READS : 0) |
           (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) ? HOST_WRITES : 0);
}

/* ---- the hooks ------------------------------------------------------------------------------------------
 */

static bool answer(struct cld_call *call, cl_int *ret, cl_int *code)
{
    (void)code;
    if (call->refused)
        *ret = call->refused;
    return !call->refused;
}

static bool answer_map(struct cld_call *call, void **ret, cl_int *code)
{
    (void)ret;
    if (call->refused)
        *code = call->refused;
    return !call->refused;
}

#define BEFORE_WITH(answer, name, ret_type, ...)                                                             \
    bool cld_pre_##name(struct cld_call *call, struct cld_args_##name *a, ret_type *ret, cl_int *code)       \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
        return answer(call, ret, code);                                                                      \
    }
#define BEFORE(name, ...) BEFORE_WITH(answer, name, cl_int, __VA_ARGS__)
#define BEFORE_MAP(name, ...)                                                                                \
    BEFORE_WITH(answer_map, name, void *, cld_band_mapped(cld_call_object(call, CLD_KIND_MEM)), __VA_ARGS__)

BEFORE(clEnqueueReadBuffer, check_range(call, a->buffer, a->offset, a->size, HOST_READS))
BEFORE(clEnqueueWriteBuffer, check_range(call, a->buffer, a->offset, a->size, HOST_WRITES))
BEFORE(clEnqueueFillBuffer, check_range(call, a->buffer, a->offset, a->size, 0))
BEFORE_MAP(clEnqueueMapBuffer, check_range(call, a->buffer, a->offset, a->size, map_forbidden(a->map_flags)))
BEFORE(clEnqueueCopyBuffer, check_range(call, a->src_buffer, a->src_offset, a->size, 0),
       check_range(call, a->dst_buffer, a->dst_offset, a->size, 0))

BEFORE(clEnqueueReadBufferRect, check_rect(call, a->buffer, a->buffer_origin, a->region, a->buffer_row_pitch,
                                           a->buffer_slice_pitch, HOST_READS))
BEFORE(clEnqueueWriteBufferRect, check_rect(call, a->buffer, a->buffer_origin, a->region, a->buffer_row_pitch,
                                            a->buffer_slice_pitch, HOST_WRITES))
BEFORE(clEnqueueCopyBufferRect,
       check_rect(call, a->src_buffer, a->src_origin, a->region, a->src_row_pitch, a->src_slice_pitch, 0),
       check_rect(call, a->dst_buffer, a->dst_origin, a->region, a->dst_row_pitch, a->dst_slice_pitch, 0))

BEFORE(clEnqueueReadImage, check_region(call, a->image, a->origin, a->region, HOST_READS))
BEFORE(clEnqueueWriteImage, check_region(call, a->image, a->origin, a->region, HOST_WRITES))
BEFORE(clEnqueueFillImage, check_region(call, a->image, a->origin, a->region, 0))
BEFORE_MAP(clEnqueueMapImage, check_region(call, a->image, a->origin, a->region, map_forbidden(a->map_flags)))
BEFORE(clEnqueueCopyImage, check_region(call, a->src_image, a->src_origin, a->region, 0),
       check_region(call, a->dst_image, a->dst_origin, a->region, 0))
BEFORE(clEnqueueCopyImageToBuffer, check_region(call, a->src_image, a->src_origin, a->region, 0),
       check_image_bytes(call, a->src_image, a->region, a->dst_buffer, a->dst_offset))
BEFORE(clEnqueueCopyBufferToImage, check_region(call, a->dst_image, a->dst_origin, a->region, 0),
       check_image_bytes(call, a->dst_image, a->region, a->src_buffer, a->src_offset))

BEFORE(clEnqueueSVMMemcpy, check_svm(call, a->dst_ptr, a->size), check_svm(call, a->src_ptr, a->size))
BEFORE(clEnqueueSVMMemFill, check_svm(call, a->svm_ptr, a->size))
BEFORE(clEnqueueSVMMap, cld_band_mapped_svm(a->svm_ptr), check_svm(call, a->svm_ptr, a->size))

/* Recorded, and run later: what is wrong with them is told when the driver refuses them. */
BEFORE(clCommandCopyBufferKHR, cld_band_refuse(call, a->src_buffer, a->src_offset, a->size),
       cld_band_refuse(call, a->dst_buffer, a->dst_offset, a->size))
BEFORE(clCommandCopyBufferRectKHR,
       cld_band_refuse_rect(call, a->src_buffer, a->src_origin, a->region, a->src_row_pitch,
                            a->src_slice_pitch),
       cld_band_refuse_rect(call, a->dst_buffer, a->dst_origin, a->region, a->dst_row_pitch,
                            a->dst_slice_pitch))
BEFORE(clCommandCopyImageToBufferKHR,
       cld_band_refuse_image(call, a->src_image, a->region, a->dst_buffer, a->dst_offset))
BEFORE(clCommandCopyBufferToImageKHR,
       cld_band_refuse_image(call, a->dst_image, a->region, a->src_buffer, a->src_offset))
BEFORE(clCommandFillBufferKHR, cld_band_refuse(call, a->buffer, a->offset, a->size))
