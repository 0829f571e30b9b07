/*
 * band_refuse.c - transfers and parts of a buffer that reach into its guard band: the driver knows the larger
 * buffer only, so the answer that it would give for the program's is ours to give (OpenCL 3.0, 5.2.2
 * to 5.2.4).
 */
#include "layer/band_state.h"

#include "layer/diagnose_check.h"
#include "layer/ranges.h"
#include "layer/rect.h"

static const struct cld_object *banded(const struct cld_call *call, cl_mem handle)
{
    for (uint32_t i = 0; cld_bands_on() && i < call->n_objects; i++)
        if (call->objects[i]->handle == (void *)handle)
            return call->objects[i]->kind == CLD_KIND_MEM && call->objects[i]->band ? call->objects[i] : NULL;
    return NULL;
}

static void refuse_past(struct cld_call *call, const struct cld_object *o, uint64_t end)
{
    if (o && end > o->bytes && !call->refused)
        call->refused = CL_INVALID_VALUE;
}

void cld_band_refuse(struct cld_call *call, cl_mem buffer, uint64_t offset, uint64_t size)
{
    uint64_t end;
    if (__builtin_add_overflow(offset, size, &end))
        end = UINT64_MAX;
    refuse_past(call, banded(call, buffer), end);
}

void cld_band_refuse_rect(struct cld_call *call, cl_mem buffer, const size_t *origin, const size_t *region,
                          size_t row, size_t slice)
{
    if (origin && region)
        refuse_past(call, banded(call, buffer),
                    cld_rect_end(origin, region, (struct cld_pitches){row, slice}));
}

void cld_band_refuse_image(struct cld_call *call, cl_mem image, const size_t *region, cl_mem buffer,
                           size_t offset)
{
    if (region && banded(call, buffer))
        cld_band_refuse(call, buffer, offset, cld_image_bytes(image, region));
}

void cld_band_ask_image(struct cld_call *call, const cl_image_format *format, const cl_image_desc **desc)
{
    call->asked_desc = NULL;
    if (!cld_bands_on() || !format || !*desc || !(*desc)->mem_object)
        return;
    const cl_image_desc *d = *desc;
    const struct cld_object *o = cld_object_find(d->mem_object);
    uint64_t element = cld_format_bytes(format);
    bool flat = d->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER, plane = d->image_type == CL_MEM_OBJECT_IMAGE2D;
    if (!o || o->kind != CLD_KIND_MEM || !o->band || !element || !(flat || plane) ||
        d->image_width > 1u << 30 || d->image_height > 1u << 30 || d->image_row_pitch > 1u << 30)
        return;
    uint64_t row = plane && d->image_row_pitch ? d->image_row_pitch : d->image_width * element;
    uint64_t behind = o->bytes + o->band;
    if (!row || (flat ? row : row * d->image_height) <= o->bytes)
        return;
    call->asked_desc = d;
    call->own_desc = *d;
    if (flat && row <= behind)
        call->own_desc.image_width = (size_t)(behind / element + 1);
    if (plane && row * d->image_height <= behind)
        call->own_desc.image_height = (size_t)(behind / row + 1);
    *desc = &call->own_desc;
}

bool cld_band_answered_image(struct cld_call *call, const cl_image_desc **desc, cl_mem made)
{
    if (!call->asked_desc)
        return true;
    *desc = call->asked_desc;
    if (made)
        cld_band_undo(call, made);
    return !made;
}

static struct cld_object *allocation_of(const void *pointer, size_t *left)
{
    struct cld_finding_object a;
    uint64_t offset;
    struct cld_object *o = cld_bands_on() && cld_range_find(pointer, &a, &offset)
                               ? cld_object_find((const void *)(uintptr_t)a.handle)
                               : NULL;
    *left = o ? a.bytes - offset : 0;
    return o && o->kind == CLD_KIND_SVM && o->band ? o : NULL;
}

void cld_band_mapped(struct cld_object *o)
{
    struct cld_object *root = o && cld_bands_on() ? cld_band_root(o) : NULL;
    if (root)
        atomic_store(&root->mapped, true);
}

void cld_band_mapped_svm(const void *pointer)
{
    size_t left;
    struct cld_object *o = allocation_of(pointer, &left);
    if (o)
        atomic_store(&o->mapped, true);
}

void cld_band_spoil(const void *pointer, size_t size)
{
    size_t left;
    struct cld_object *o = allocation_of(pointer, &left);
    struct cld_band *b = o && size > left ? atomic_load(&o->banded) : NULL;
    if (!b)
        return;
    pthread_mutex_lock(&cld_bands.lock);
    b->spoilt = true;
    pthread_mutex_unlock(&cld_bands.lock);
}
