/* band_create.c - which buffers and SVM allocations get a guard band, and that the program does not see it.
 */
#include "layer/band_state.h"

#include <stdlib.h>
#include <string.h>

/* Up to here the program's data is copied together with the band; more is written afterwards. */
#define MOST_COPIED (1u << 20)

static uint32_t band_for(size_t size)
{
    size_t share = size / CLD_BAND_SHARE;
    return (uint32_t)(share < CLD_BAND_LEAST  ? CLD_BAND_LEAST
                      : share > CLD_BAND_MOST ? CLD_BAND_MOST
                                              : share);
}

/* A program that needs nearly all of the device's memory shall have it: bands end at three quarters. */
static bool has_room(struct cld_object *context, size_t size)
{
    uint64_t memory = context->context_.memory, live = (uint64_t)atomic_load(&context->context_.banded);
    return !memory || (size < memory && live < memory - size && live + size < memory / 4 * 3);
}

#define LITTLE (256u << 10)

/*
 * Constant memory may be a small part of its own (64 KiB on NVIDIA's devices), into which all buffers that a
 * kernel takes as constant must fit. Whether this is such a buffer is not known yet; those mostly are
 * read-only.
 */
static bool may_be_constant(const struct cld_object *context, cl_mem_flags flags, size_t size)
{
    uint64_t most = context->context_.constant;
    return most && most <= LITTLE && size <= most &&
           ((flags & CL_MEM_READ_ONLY) || size + band_for(size) > most);
}

static struct cld_object *context_of(const struct cld_call *call)
{
    return cld_bands_on() && !call->refused ? cld_call_object(call, CLD_KIND_CONTEXT) : NULL;
}

/* ---- buffers ---------------------------------------------------------------------------------------------
 */

#define ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_CANNOT_WRITE (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define KNOWN                                                                                                \
    (ACCESS | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY | HOST_CANNOT_WRITE)

static enum cld_no_band reason_against(struct cld_object *context, bool plain, cl_mem_flags flags,
                                       size_t size)
{
    if (flags & CL_MEM_USE_HOST_PTR)
        return CLD_NO_BAND_HOST_PTR;
    if (!plain || (flags & ~(cl_mem_flags)KNOWN))
        return CLD_NO_BAND_PROPERTIES;
    if (!has_room(context, size))
        return CLD_NO_BAND_MEMORY;
    if (may_be_constant(context, flags, size))
        return CLD_NO_BAND_CONSTANT;
    if ((flags & CL_MEM_COPY_HOST_PTR) && size > MOST_COPIED && (flags & HOST_CANNOT_WRITE))
        return CLD_NO_BAND_COPY;
    return CLD_NO_BAND_UNKNOWN; /* none */
}

/* The program's bytes, and no byte behind them: the driver would read there. */
static bool copy_data(struct cld_band_asked *asked)
{
    asked->copy = malloc(asked->size + asked->band);
    if (!asked->copy)
        return false;
    memcpy(asked->copy, asked->host_ptr, asked->size);
    memcpy((char *)asked->copy + asked->size, cld_band_pattern(asked->size), asked->band);
    return true;
}

void cld_band_ask(struct cld_call *call, bool plain, cl_mem_flags *flags, size_t *size, void **host_ptr)
{
    struct cld_band_asked *asked = &call->asked_band;
    struct cld_object *context = context_of(call);
    bool has_data = (*flags & CL_MEM_COPY_HOST_PTR) != 0;
    *asked = (struct cld_band_asked){.size = *size, .flags = *flags, .host_ptr = *host_ptr};
    if (!context || !*size || *size > SIZE_MAX / 2)
        return;
    asked->no_band = reason_against(context, plain, *flags, *size);
    if (asked->no_band || has_data != (*host_ptr != NULL))
        return; /* the latter is the driver's to refuse */
    asked->band = band_for(*size);
    asked->write = has_data && *size > MOST_COPIED;
    if (has_data && !asked->write && !copy_data(asked)) {
        asked->band = 0;
        asked->no_band = CLD_NO_BAND_COPY;
        return;
    }
    *size += asked->band;
    if (!has_data)
        return;
    *host_ptr = asked->copy;
    if (asked->write)
        *flags &= ~(cl_mem_flags)CL_MEM_COPY_HOST_PTR;
}

void cld_band_undo(struct cld_call *call, cl_mem made)
{
    struct cld_release r = {NULL, 0};
    if (call->created)
        r = cld_object_release(call->created, 0);
    call->target->next.clReleaseMemObject(made);
    cld_object_released(&r, true);
    call->created = NULL;
}

static bool refused(struct cld_band_asked *asked, enum cld_no_band why)
{
    asked->band = 0;
    asked->no_band = why;
    return false;
}

bool cld_band_answered(struct cld_call *call, cl_mem_flags *flags, size_t *size, void **host_ptr, cl_mem made)
{
    struct cld_band_asked *asked = &call->asked_band;
    free(asked->copy);
    asked->copy = NULL;
    if (!asked->band)
        return true;
    *flags = asked->flags;
    *size = asked->size;
    *host_ptr = asked->host_ptr;
    if (!made)
        return refused(asked, CLD_NO_BAND_REFUSED);
    if (!asked->write || cld_band_write(call, made, asked->size, asked->host_ptr))
        return true;
    cld_band_undo(call, made);
    return refused(asked, CLD_NO_BAND_COPY);
}

void cld_band_ask_svm(struct cld_call *call, size_t *size)
{
    struct cld_band_asked *asked = &call->asked_band;
    struct cld_object *context = context_of(call);
    *asked = (struct cld_band_asked){.size = *size};
    if (!context || !*size || *size > SIZE_MAX / 2 || !call->target->next.clEnqueueSVMMemcpy)
        return;
    if (!has_room(context, *size)) {
        asked->no_band = CLD_NO_BAND_MEMORY;
        return;
    }
    asked->band = band_for(*size);
    *size += asked->band;
}

/* ---- made, and gone --------------------------------------------------------------------------------------
 */

static void count(struct cld_object *o, int sign)
{
    struct cld_object *context = o->context;
    if (o->band && context && atomic_load(&context->serial) == o->context_serial)
        atomic_fetch_add(&context->context_.banded, sign * (int64_t)o->bytes);
}

void cld_band_made(struct cld_call *call)
{
    struct cld_object *o = call->created;
    if (!o || !cld_bands_on())
        return;
    o->band = call->asked_band.band;
    o->no_band = call->asked_band.no_band;
    count(o, 1);
}

/* Sub-buffers and images keep their buffer: a band is given up with the last of them. */
void cld_band_gone(struct cld_object *o)
{
    struct cld_object *root = cld_band_root(o);
    if (!root || !root->band || atomic_load(&o->refs) > 0 || atomic_load(&root->refs) > 0 ||
        atomic_load(&root->children) - (root != o) > 0 ||
        atomic_exchange(&root->no_band, CLD_NO_BAND_GONE) == CLD_NO_BAND_GONE)
        return;
    struct cld_band *b = atomic_exchange(&root->banded, NULL);
    count(root, -1);
    if (b)
        cld_band_leave(b);
}
