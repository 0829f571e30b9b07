/* diagnose_conditions.c - conditions that several functions have, each written once. */
#include "layer/diagnose_check.h"

#include <stdio.h>
#include <string.h>

/* ---- devices
 * ------------------------------------------------------------------------------------------------ */

static size_t devices_of_context(struct cld_diag *d, const struct cld_object *context,
                                 cl_device_id out[CLD_DEVICES])
{
    size_t size = 0;
    if (!cld_alive(context) || context->kind != CLD_KIND_CONTEXT || !d->next->clGetContextInfo ||
        d->next->clGetContextInfo(context->handle, CL_CONTEXT_DEVICES, CLD_DEVICES * sizeof out[0], out,
                                  &size) != CL_SUCCESS)
        return 0;
    return size / sizeof out[0];
}

size_t cld_devices(struct cld_diag *d, cl_device_id out[CLD_DEVICES])
{
    const struct cld_object *queue = cld_call_object(d->call, CLD_KIND_QUEUE);
    const struct cld_object *device = cld_call_object(d->call, CLD_KIND_DEVICE);
    if (cld_alive(queue) && queue->queue.device) {
        out[0] = queue->queue.device;
        return 1;
    }
    if (cld_alive(device)) {
        out[0] = device->handle;
        return 1;
    }
    for (uint32_t i = 0; i < d->call->n_objects; i++) {
        size_t n = devices_of_context(d, cld_context_of(d->call->objects[i]), out);
        if (n)
            return n;
    }
    return 0;
}

uint64_t cld_device_number(struct cld_diag *d, cl_device_id device, cl_device_info what)
{
    uint64_t value = 0; /* little-endian machines only, as the record format */
    if (d->next->clGetDeviceInfo)
        d->next->clGetDeviceInfo(device, what, sizeof value, &value, NULL);
    return value;
}

uint64_t cld_largest(struct cld_diag *d, cl_device_info what)
{
    cl_device_id devices[CLD_DEVICES];
    uint64_t most = 0;
    size_t n = cld_devices(d, devices);
    for (size_t i = 0; i < n; i++) {
        uint64_t value = cld_device_number(d, devices[i], what);
        most = value > most ? value : most;
    }
    return most;
}

uint64_t cld_smallest(struct cld_diag *d, cl_device_info what)
{
    cl_device_id devices[CLD_DEVICES];
    uint64_t least = 0;
    size_t n = cld_devices(d, devices);
    for (size_t i = 0; i < n; i++) {
        uint64_t value = cld_device_number(d, devices[i], what);
        least = i == 0 || value < least ? value : least;
    }
    return least;
}

void cld_device_name(struct cld_diag *d, cl_device_id device, char *out, size_t room)
{
    char name[1024] = "";
    if (d->next->clGetDeviceInfo)
        d->next->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    snprintf(out, room, "%s", name[0] ? name : "the device");
}

bool cld_not_in_context(struct cld_diag *d, const char *arg)
{
    cl_device_id devices[CLD_DEVICES], device = (cl_device_id)(uintptr_t)cld_num(d, arg);
    struct cld_object *context = NULL;
    char name[128];
    if (!cld_is(d, CL_INVALID_DEVICE) || !device || !cld_alive(cld_object_find(device)))
        return false;
    for (uint32_t i = 0; !context && i < d->call->n_objects; i++)
        context = cld_context_of(d->call->objects[i]);
    size_t n = devices_of_context(d, context, devices);
    for (size_t i = 0; i < n; i++)
        if (devices[i] == device)
            return false;
    if (!n)
        return false;
    cld_device_name(d, device, name, sizeof name);
    cld_report_object(d->r, context);
    return cld_blame(d, arg, "`%s` (%s) is not one of the %zu devices of the context", arg, name, n) &&
           cld_fix(d, "create the context with this device, or use one that the context has");
}

bool cld_listed_devices(struct cld_diag *d, const char *count, const char *list)
{
    cl_device_id devices[CLD_DEVICES], device;
    struct cld_object *context = NULL;
    const cl_device_id *at = cld_ptr(d, list);
    uint64_t listed = cld_num(d, count);
    if (!cld_is(d, CL_INVALID_DEVICE) || !at)
        return false;
    for (uint32_t i = 0; !context && i < d->call->n_objects; i++)
        context = cld_context_of(d->call->objects[i]);
    size_t n = devices_of_context(d, context, devices);
    for (uint64_t i = 0; n && i < listed && i < CLD_DEVICES && cld_peek_entry(at, i, &device, sizeof device);
         i++) {
        size_t k = 0;
        while (k < n && devices[k] != device)
            k++;
        if (k == n)
            return cld_blame(d, list, "entry %u of `%s` is not one of the %zu devices of the context",
                             (unsigned)i, list, n) &&
                   cld_fix(d, "list devices of the program's context only, or NULL for all of them");
    }
    return false;
}

bool cld_no_images(struct cld_diag *d, cl_int code)
{
    cl_device_id devices[CLD_DEVICES];
    char name[128];
    size_t n = cld_is(d, code) ? cld_devices(d, devices) : 0;
    for (size_t i = 0; i < n; i++)
        if (cld_device_number(d, devices[i], CL_DEVICE_IMAGE_SUPPORT))
            return false;
    if (!n)
        return false;
    cld_device_name(d, devices[0], name, sizeof name);
    return cld_blame(d, "", "the device (%s) has no images: its CL_DEVICE_IMAGE_SUPPORT is CL_FALSE", name) &&
           cld_fix(d, "use a buffer instead, or another device");
}

/* ---- pointers, counts, values
 * --------------------------------------------------------------------------------- */

bool cld_null(struct cld_diag *d, cl_int code, const char *arg, const char *fix)
{
    return cld_arg(d, arg) >= 0 && !cld_ptr(d, arg) && cld_is(d, code) &&
           cld_blame(d, arg, "`%s` is NULL, where a valid pointer is expected", arg) && cld_fix(d, "%s", fix);
}

bool cld_zero(struct cld_diag *d, cl_int code, const char *arg, const char *fix)
{
    return cld_arg(d, arg) >= 0 && !cld_num(d, arg) && cld_is(d, code) &&
           cld_blame(d, arg, "`%s` is 0, where a number above 0 is expected", arg) && cld_fix(d, "%s", fix);
}

bool cld_pair(struct cld_diag *d, cl_int code, const char *count, const char *array)
{
    if (cld_arg(d, count) < 0 || cld_arg(d, array) < 0 || !cld_is(d, code))
        return false;
    uint64_t n = cld_num(d, count);
    const void *list = cld_ptr(d, array);
    if (n && !list)
        return cld_blame(d, array, "`%s` is NULL, and `%s` says that it has %llu entries", array, count,
                         (unsigned long long)n) &&
               cld_fix(d, "pass the list, or a `%s` of 0", count);
    if (!n && list)
        return cld_blame(d, count, "`%s` is 0, and `%s` is not NULL", count, array) &&
               cld_fix(d, "pass NULL for an empty `%s`, or the right number of entries", array);
    return false;
}

bool cld_list(struct cld_diag *d, cl_int code, const char *count, const char *array)
{
    return cld_zero(d, code, count,
                    "pass at least one entry, or leave the call out when there is nothing to do") ||
           cld_null(d, code, array, "pass the list that the count is of");
}

bool cld_room(struct cld_diag *d, const char *count, const char *array, const char *found)
{
    if (!cld_is(d, CL_INVALID_VALUE))
        return false;
    if (cld_ptr(d, array) && !cld_num(d, count))
        return cld_blame(d, count, "`%s` is 0, and `%s` is not NULL: there is no room for a result", count,
                         array) &&
               cld_fix(d, "pass the number of entries that `%s` has room for", array);
    if (!cld_ptr(d, array) && !cld_ptr(d, found))
        return cld_blame(d, array, "`%s` and `%s` are both NULL: nothing is asked for", array, found) &&
               cld_fix(d, "pass a pointer for at least one of the results");
    return false;
}

/* A value that its type does not have: `what` finishes the sentence, `fix` says what to pass. */
static bool value_unknown(struct cld_diag *d, cl_int code, const char *arg, const char *what, const char *fix)
{
    int index = cld_arg(d, arg);
    if (index < 0 || !cld_only(d, code))
        return false;
    const char *type = d->info->param_types[index];
    uint64_t value = cld_num(d, arg);
    return !cld_value_known(type, value) &&
           cld_blame(d, arg, "`%s` is %s, %s %s", arg, cld_value_text(type, value).at, what, type) &&
           cld_fix(d, "%s %s", fix, type);
}

bool cld_enum(struct cld_diag *d, cl_int code, const char *arg)
{
    return value_unknown(d, code, arg, "which is none of the values of", "pass one of the constants for");
}

bool cld_bits(struct cld_diag *d, cl_int code, const char *arg)
{
    return value_unknown(d, code, arg, "with bits that are not defined for", "combine only constants for");
}

/* OpenCL 3.0, table 5.3: groups of which at most one may be set. */
bool cld_flags(struct cld_diag *d)
{
    static const cl_mem_flags groups[] = {
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
    };
    uint64_t flags = cld_num(d, "flags");
    if (cld_arg(d, "flags") < 0)
        return false;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        uint64_t both = flags & groups[i];
        if ((both & (both - 1)) && cld_is(d, CL_INVALID_VALUE))
            return cld_blame(d, "flags", "`flags` has %s, which exclude each other",
                             cld_value_text("cl_mem_flags", both).at) &&
                   cld_fix(d, "keep one of these flags");
    }
    return cld_bits(d, CL_INVALID_VALUE, "flags");
}

bool cld_callback(struct cld_diag *d, const char *pfn)
{
    return !cld_ptr(d, pfn) && cld_ptr(d, "user_data") && cld_is(d, CL_INVALID_VALUE) &&
           cld_blame(d, "user_data", "`user_data` is given, and `%s`, which would receive it, is NULL",
                     pfn) &&
           cld_fix(d, "pass a callback, or NULL for both");
}

/* Lists of name, value pairs that end with 0. */
bool cld_properties(struct cld_diag *d, cl_int code, const char *arg, const char *type)
{
    const uint64_t *list = cld_ptr(d, arg);
    uint64_t seen[32], name;
    size_t n = 0;
    if (!list || !cld_is(d, code))
        return false;
    while (n < sizeof seen / sizeof seen[0] && cld_peek_entry(list, 2 * n, &name, sizeof name) && name) {
        for (size_t i = 0; i < n; i++)
            if (seen[i] == name)
                return cld_blame(d, arg, "`%s` names %s twice", arg, cld_value_text(type, name).at) &&
                       cld_fix(d, "give each property once");
        if (cld_only(d, code) && !cld_value_known(type, name))
            return cld_blame(d, arg, "`%s` has %s, which is no property for this call", arg,
                             cld_value_text(type, name).at) &&
                   cld_fix(d, "check the list: names and values alternate, and a 0 ends it");
        seen[n++] = name;
    }
    return false;
}

/* ---- memory objects
 * --------------------------------------------------------------------------------------------- */

bool cld_host_pointer(struct cld_diag *d)
{
    uint64_t needs = cld_num(d, "flags") & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    bool given = cld_ptr(d, "host_ptr") != NULL;
    if (given == (needs != 0) || !cld_is(d, CL_INVALID_HOST_PTR))
        return false;
    if (given)
        return cld_blame(d, "host_ptr", "`host_ptr` is given, and `flags` is %s, which does not use it",
                         cld_value_text("cl_mem_flags", cld_num(d, "flags")).at) &&
               cld_fix(d, "add CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR, or pass NULL");
    return cld_blame(d, "host_ptr", "`host_ptr` is NULL, and `flags` has %s",
                     cld_value_text("cl_mem_flags", needs).at) &&
           cld_fix(d, "pass the data, or leave out the flag");
}

bool cld_host_access(struct cld_diag *d, const char *mem, bool writes)
{
    const struct cld_object *o = cld_obj(d, mem);
    if (!o || o->kind != CLD_KIND_MEM || !cld_is(d, CL_INVALID_OPERATION))
        return false;
    uint64_t forbids = CL_MEM_HOST_NO_ACCESS | (writes ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY);
    return (o->flags & forbids) && cld_as(d, CLD_FINDING_ACCESS_FLAG_VIOLATION) &&
           cld_blame(d, mem, "`%s` was created with %s, and this call lets the host %s it", mem,
                     cld_value_text("cl_mem_flags", o->flags & forbids).at, writes ? "write" : "read") &&
           cld_fix(d, "create the %s without that flag", cld_what(o));
}

struct cld_text cld_bytes(uint64_t bytes)
{
    struct cld_text t;
    snprintf(t.at, sizeof t.at, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
    return t;
}

bool cld_past(struct cld_diag *d, uint64_t bytes)
{
    cld_report_evidence(d->r, "bytes_past_end", "%llu", (unsigned long long)bytes);
    return true;
}

bool cld_past_end(struct cld_diag *d, const char *mem, const char *offset, const char *size)
{
    const struct cld_object *o = cld_obj(d, mem);
    uint64_t at = cld_num(d, offset), n = cld_num(d, size);
    if (!o || o->kind != CLD_KIND_MEM || !o->bytes || !cld_is(d, CL_INVALID_VALUE) ||
        (at <= o->bytes && n <= o->bytes - at))
        return false;
    unsigned long long all = o->bytes;
    cld_as(d, CLD_FINDING_TRANSFER_OUT_OF_BOUNDS);
    cld_report_object(d->r, o);
    cld_expected(d, at <= o->bytes ? o->bytes - at : 0, n);
    cld_past(d, at + n < at ? UINT64_MAX - o->bytes : at + n - o->bytes);
    if (at > o->bytes)
        return cld_blame(d, offset, "%s %llu lies %s behind the end of the %llu-byte %s `%s`", offset,
                         (unsigned long long)at, cld_bytes(at - o->bytes).at, all, cld_what(o), mem) &&
               cld_fix(d, "`%s` counts bytes, not elements; it can be at most %llu here", offset, all);
    if (at + n < at)
        return cld_blame(
                   d, size, "%s %llu + %s %llu is more than a size_t can hold; the %s `%s` has %llu bytes",
                   offset, (unsigned long long)at, size, (unsigned long long)n, cld_what(o), mem, all) &&
               cld_fix(d, "look for a negative number or an overflow in the computation of `%s`", size);
    return cld_blame(d, size, "%s %llu + %s %llu passes the end of the %llu-byte %s `%s` by %s", offset,
                     (unsigned long long)at, size, (unsigned long long)n, all, cld_what(o), mem,
                     cld_bytes(at + n - all).at) &&
           cld_fix(d, "use a `%s` of at most %llu, or create the %s with at least %llu bytes", size,
                   (unsigned long long)(all - at), cld_what(o), (unsigned long long)(at + n));
}

/* OpenCL 3.0, 5.2.1: CL_DEVICE_MEM_BASE_ADDR_ALIGN counts bits. `where` begins the sentence. */
bool cld_blame_alignment(struct cld_diag *d, const char *arg, const char *where, uint64_t offset,
                         uint64_t align)
{
    uint64_t below = offset / align * align;
    cld_report_evidence(d->r, "offset", "%llu", (unsigned long long)offset);
    cld_report_evidence(d->r, "alignment_bits", "%llu", (unsigned long long)align * 8);
    return cld_as(d, CLD_FINDING_MISALIGNED_SUB_BUFFER) && cld_expected(d, align, offset % align) &&
           cld_blame(d, arg, "%s %llu, and the device needs a multiple of %llu bytes (%llu bits)", where,
                     (unsigned long long)offset, (unsigned long long)align, (unsigned long long)align * 8) &&
           cld_fix(d,
                   "create the sub-buffer at byte %llu or %llu: CL_DEVICE_MEM_BASE_ADDR_ALIGN counts bits, "
                   "and differs "
                   "from device to device",
                   (unsigned long long)below, (unsigned long long)(below + align));
}

bool cld_unaligned_sub_buffer(struct cld_diag *d, const char *mem)
{
    char where[128];
    const struct cld_object *o = cld_obj(d, mem);
    uint64_t align = cld_largest(d, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    if (!o || o->kind != CLD_KIND_MEM || o->subkind != CLD_SUB_SUB_BUFFER || !align ||
        !(o->mem.offset % align) || !cld_is(d, CL_MISALIGNED_SUB_BUFFER_OFFSET))
        return false;
    snprintf(where, sizeof where, "`%s` is a sub-buffer at byte", mem);
    return cld_blame_alignment(d, mem, where, o->mem.offset, align);
}

/* Fills: OpenCL 3.0, 5.2.2 and 5.6.1. `at` and `what` are the start and the size of what is filled. */
bool cld_pattern(struct cld_diag *d, const char *at, const char *what)
{
    uint64_t n = cld_num(d, "pattern_size"), start = cld_num(d, at), size = cld_num(d, what);
    if (cld_null(d, CL_INVALID_VALUE, "pattern", "pass the address of the value to fill with"))
        return true;
    if (!cld_is(d, CL_INVALID_VALUE))
        return false;
    if (n == 0 || n > 128 || (n & (n - 1)))
        return cld_expected(d, 128, n) &&
               cld_blame(d, "pattern_size",
                         "`pattern_size` is %llu, and only 1, 2, 4, 8, 16, 32, 64 or 128 is possible",
                         (unsigned long long)n) &&
               cld_fix(d, "fill with a scalar or vector type, or launch a kernel that fills");
    if (start % n)
        return cld_expected(d, n, start % n) &&
               cld_blame(d, at, "`%s` %llu is not a multiple of `pattern_size` %llu", at,
                         (unsigned long long)start, (unsigned long long)n) &&
               cld_fix(d, "start at a multiple of %llu, or use a smaller pattern", (unsigned long long)n);
    return size % n && cld_expected(d, size / n * n, size) &&
           cld_blame(d, what, "`%s` %llu is not a multiple of `pattern_size` %llu", what,
                     (unsigned long long)size, (unsigned long long)n) &&
           cld_fix(d, "fill %llu bytes, or use a smaller pattern", (unsigned long long)(size / n * n));
}
