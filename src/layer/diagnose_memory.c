/* diagnose_memory.c - buffers, sub-buffers, pipes and memory objects in general: OpenCL 3.0, 5.2, 5.4, 5.5.
 */
#include "layer/diagnose_check.h"

/* ---- 5.2.1: creation
 * ------------------------------------------------------------------------------------------ */

static bool buffer_size(struct cld_diag *d)
{
    uint64_t size = cld_num(d, "size"), most = cld_largest(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    if (!cld_is(d, CL_INVALID_BUFFER_SIZE))
        return false;
    if (size == 0)
        return cld_expected(d, 1, 0) &&
               cld_blame(d, "size", "`size` is 0, and a buffer has at least one byte") &&
               cld_fix(d, "create the buffer only when there is something to put in, or with one element");
    return most && size > most && cld_as(d, CLD_FINDING_ALLOCATION_FAILED) && cld_expected(d, most, size) &&
           cld_blame(d, "size", "`size` is %llu bytes, and the device allows %llu for one object; %s",
                     (unsigned long long)size, (unsigned long long)most, cld_report_held(d).at) &&
           cld_fix(d, "split the data into buffers of at most CL_DEVICE_MAX_MEM_ALLOC_SIZE, %llu bytes%s",
                   (unsigned long long)most,
                   size >> 63 ? "; this size looks like a negative number that became a size_t" : "");
}

static bool create_buffer(struct cld_diag *d)
{
    return cld_properties(d, CL_INVALID_PROPERTY, "properties", "cl_mem_properties") || cld_flags(d) ||
           buffer_size(d) || cld_host_pointer(d);
}

/* The region {origin, size} against the parent. */
static bool sub_region(struct cld_diag *d, const struct cld_object *parent)
{
    cl_buffer_region r;
    uint64_t align = cld_smallest(d, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    if (!cld_peek(cld_ptr(d, "buffer_create_info"), &r, sizeof r))
        return false;
    if (r.size == 0 && cld_is(d, CL_INVALID_BUFFER_SIZE))
        return cld_blame(d, "buffer_create_info", "the size in `buffer_create_info` is 0") &&
               cld_fix(d, "give the sub-buffer at least one byte");
    if (parent->bytes && (r.origin > parent->bytes || r.size > parent->bytes - r.origin) &&
        cld_is(d, CL_INVALID_VALUE)) {
        cld_expected(d, r.origin > parent->bytes ? 0 : parent->bytes - r.origin, r.size);
        return cld_blame(d, "buffer_create_info",
                         "the region in `buffer_create_info`, origin %zu + size %zu, passes the end of the "
                         "%llu-byte "
                         "buffer by %llu bytes",
                         r.origin, r.size, (unsigned long long)parent->bytes,
                         (unsigned long long)(r.origin + r.size - parent->bytes)) &&
               cld_fix(d, "keep origin + size within the buffer; both count bytes");
    }
    return align && r.origin % align && cld_is(d, CL_MISALIGNED_SUB_BUFFER_OFFSET) &&
           cld_blame_alignment(d, "buffer_create_info", "the origin in `buffer_create_info` is byte",
                               r.origin, align);
}

/* A sub-buffer may not have rights that its parent lacks. */
static bool sub_flags(struct cld_diag *d, const struct cld_object *parent)
{
    uint64_t flags = cld_num(d, "flags"), own = parent->flags, bad = 0;
    const uint64_t host_ptr = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
    if (!cld_is(d, CL_INVALID_VALUE))
        return false;
    if (flags & host_ptr)
        return cld_blame(d, "flags", "`flags` has %s, which a sub-buffer takes from its parent",
                         cld_value_text("cl_mem_flags", flags & host_ptr).at) &&
               cld_fix(d, "leave out these flags");
    if (own & CL_MEM_WRITE_ONLY)
        bad = flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY);
    if (own & CL_MEM_READ_ONLY)
        bad = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
    if (own & CL_MEM_HOST_WRITE_ONLY)
        bad |= flags & CL_MEM_HOST_READ_ONLY;
    if (own & CL_MEM_HOST_READ_ONLY)
        bad |= flags & CL_MEM_HOST_WRITE_ONLY;
    if (own & CL_MEM_HOST_NO_ACCESS)
        bad |= flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
    return bad &&
           cld_blame(d, "flags", "`flags` has %s, which contradicts the parent's %s",
                     cld_value_text("cl_mem_flags", bad).at, cld_value_text("cl_mem_flags", own).at) &&
           cld_fix(d, "leave out the access flags: the sub-buffer then has its parent's");
}

static bool create_sub_buffer(struct cld_diag *d)
{
    const struct cld_object *parent = cld_obj(d, "buffer");
    if (parent && parent->subkind == CLD_SUB_SUB_BUFFER && cld_is(d, CL_INVALID_MEM_OBJECT))
        return cld_blame(d, "buffer", "`buffer` is itself a sub-buffer, and those can't be divided") &&
               cld_fix(d, "create the sub-buffer from the whole buffer, with the offsets added up");
    return cld_flags(d) || cld_enum(d, CL_INVALID_VALUE, "buffer_create_type") ||
           cld_null(d, CL_INVALID_VALUE, "buffer_create_info", "pass the address of a cl_buffer_region") ||
           (parent && parent->kind == CLD_KIND_MEM && (sub_flags(d, parent) || sub_region(d, parent)));
}

/* ---- 5.4: pipes
 * ------------------------------------------------------------------------------------------------- */

static bool create_pipe(struct cld_diag *d)
{
    uint64_t size = cld_num(d, "pipe_packet_size"), most = cld_largest(d, CL_DEVICE_PIPE_MAX_PACKET_SIZE);
    const uint64_t kernel_only = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    if ((cld_num(d, "flags") & ~kernel_only) && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "flags",
                         "`flags` is %s; a pipe takes CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS only",
                         cld_value_text("cl_mem_flags", cld_num(d, "flags")).at) &&
               cld_fix(d, "pass CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, or 0");
    if (cld_ptr(d, "properties") && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "properties", "`properties` is not NULL, and pipes have none") &&
               cld_fix(d, "pass NULL");
    if (cld_zero(d, CL_INVALID_PIPE_SIZE, "pipe_packet_size", "pass the bytes of one packet") ||
        cld_zero(d, CL_INVALID_PIPE_SIZE, "pipe_max_packets", "pass how many packets the pipe shall hold"))
        return true;
    if (most && size > most && cld_is(d, CL_INVALID_PIPE_SIZE))
        return cld_expected(d, most, size) &&
               cld_blame(d, "pipe_packet_size",
                         "`pipe_packet_size` is %llu bytes, and the device allows %llu",
                         (unsigned long long)size, (unsigned long long)most) &&
               cld_fix(d, "use packets of at most CL_DEVICE_PIPE_MAX_PACKET_SIZE");
    return !cld_largest(d, CL_DEVICE_PIPE_SUPPORT) && cld_largest(d, CL_DEVICE_MAX_COMPUTE_UNITS) &&
           cld_is(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "context", "no device of `context` has pipes (CL_DEVICE_PIPE_SUPPORT)") &&
           cld_fix(d, "use a buffer with an atomic counter instead");
}

/* ---- 5.5: memory objects
 * ---------------------------------------------------------------------------------------- */

static bool destructor(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "pfn_notify", "pass the function to be called");
}

static bool unmap(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "mapped_ptr",
                    "pass the pointer that clEnqueueMapBuffer or clEnqueueMapImage "
                    "returned") ||
           (cld_only(d, CL_INVALID_VALUE) &&
            cld_blame(d, "mapped_ptr",
                      "`mapped_ptr` is %p, which is no mapping of `memobj`, or no longer one",
                      cld_ptr(d, "mapped_ptr")) &&
            cld_fix(d, "unmap each pointer that clEnqueueMapBuffer or clEnqueueMapImage returned once, with "
                       "the memory "
                       "object it is of"));
}

static bool migrate(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_mem_objects", "mem_objects") ||
           cld_bits(d, CL_INVALID_VALUE, "flags");
}

const struct cld_checks cld_checks_memory[] = {
    {CLD_FN_clCreateBuffer, create_buffer},
    {CLD_FN_clCreateBufferWithProperties, create_buffer},
    {CLD_FN_clCreateBufferWithPropertiesINTEL, create_buffer},
    {CLD_FN_clCreateSubBuffer, create_sub_buffer},
    {CLD_FN_clCreatePipe, create_pipe},
    {CLD_FN_clSetMemObjectDestructorCallback, destructor},
    {CLD_FN_clEnqueueUnmapMemObject, unmap},
    {CLD_FN_clEnqueueMigrateMemObjects, migrate},
    {CLD_FN_clEnqueueMigrateMemObjectEXT, migrate},
    {0, NULL},
};
