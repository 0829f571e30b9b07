/* diagnose_svm.c - shared virtual memory, OpenCL 3.0, 5.6, and cl_intel_unified_shared_memory. */
#include "layer/diagnose_check.h"
#include "layer/ranges.h"

#include <string.h>

static bool no_svm(struct cld_diag *d)
{
    return cld_is(d, CL_INVALID_OPERATION) && cld_largest(d, CL_DEVICE_MAX_COMPUTE_UNITS) &&
           !cld_largest(d, CL_DEVICE_SVM_CAPABILITIES) &&
           cld_blame(d, "command_queue",
                     "the queue's device has no shared virtual memory (CL_DEVICE_SVM_CAPABILITIES is 0)") &&
           cld_fix(d, "use buffers instead");
}

/* The allocation that a pointer lies in, and how far behind its first byte. */
static bool allocation_of(struct cld_diag *d, const char *pointer, struct cld_finding_object *a,
                          uint64_t *offset)
{
    const struct cld_object *o = cld_obj(d, pointer);
    if (cld_range_find(cld_ptr(d, pointer), a, offset))
        return true;
    if (!o || o->kind != CLD_KIND_SVM)
        return false;
    cld_object_describe(o, a);
    *offset = 0;
    return true;
}

static bool past_allocation(struct cld_diag *d, const char *pointer, const char *size)
{
    struct cld_finding_object a;
    uint64_t n = cld_num(d, size), offset;
    if (!cld_is(d, CL_INVALID_VALUE) || !allocation_of(d, pointer, &a, &offset) || !a.bytes ||
        n <= a.bytes - offset)
        return false;
    uint64_t left = a.bytes - offset;
    cld_report_described(d->r, &a);
    return cld_as(d, CLD_FINDING_TRANSFER_OUT_OF_BOUNDS) && cld_expected(d, left, n) &&
           cld_past(d, n - left) &&
           cld_blame(
               d, size,
               "`%s` is %llu bytes, and the allocation of %llu bytes at `%s` has %llu from there: %s too "
               "much",
               size, (unsigned long long)n, (unsigned long long)a.bytes, pointer, (unsigned long long)left,
               cld_bytes(n - left).at) &&
           cld_fix(d, "use at most %llu bytes, or allocate more", (unsigned long long)left);
}

bool cld_check_svm_ends(struct cld_diag *d)
{
    return past_allocation(d, "dst_ptr", "size") || past_allocation(d, "src_ptr", "size") ||
           past_allocation(d, "svm_ptr", "size");
}

static bool empty(struct cld_diag *d)
{
    return !cld_num(d, "size") && cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, "size", "`size` is 0, which this driver does not take") &&
           cld_fix(d, "leave the call out when there is nothing to do");
}

/* ---- allocating: 5.6.1
 * --------------------------------------------------------------------------------------------- */

static bool bad_alignment(struct cld_diag *d, cl_int code)
{
    uint64_t a = cld_num(d, "alignment");
    return a && ((a & (a - 1)) || a > 1u << 16) && cld_is(d, code) &&
           cld_blame(d, "alignment", "`alignment` is %llu, which is %s", (unsigned long long)a,
                     a & (a - 1) ? "not a power of two" : "more than any OpenCL type needs") &&
           cld_fix(d, "pass 0 for the largest alignment, or the size of the type stored");
}

static bool too_much(struct cld_diag *d, cl_int code)
{
    uint64_t size = cld_num(d, "size"), most = cld_largest(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    if (cld_zero(d, code, "size", "ask for at least one byte"))
        return true;
    return most && size > most && cld_is(d, code) && cld_as(d, CLD_FINDING_ALLOCATION_FAILED) &&
           cld_expected(d, most, size) &&
           cld_blame(d, "size", "`size` is %llu bytes, and the device allows %llu for one allocation; %s",
                     (unsigned long long)size, (unsigned long long)most, cld_report_held(d).at) &&
           cld_fix(d, "allocate in pieces of at most CL_DEVICE_MAX_MEM_ALLOC_SIZE");
}

/* The function returns NULL for any reason; the layer gives it CL_MEM_OBJECT_ALLOCATION_FAILURE. */
static bool svm_alloc(struct cld_diag *d)
{
    const cl_int code = d->code;
    uint64_t flags = cld_num(d, "flags"), can = cld_largest(d, CL_DEVICE_SVM_CAPABILITIES);
    if (too_much(d, code) || bad_alignment(d, code))
        return true;
    if ((flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER))
        return cld_blame(d, "flags", "`flags` has CL_MEM_SVM_ATOMICS without CL_MEM_SVM_FINE_GRAIN_BUFFER") &&
               cld_fix(d, "set both, where the device has fine-grained memory");
    if (!cld_largest(d, CL_DEVICE_MAX_COMPUTE_UNITS))
        return false;
    if (!can)
        return cld_blame(
                   d, "context",
                   "no device of `context` has shared virtual memory (CL_DEVICE_SVM_CAPABILITIES is 0)") &&
               cld_fix(d, "use buffers instead");
    if ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) && !(can & CL_DEVICE_SVM_FINE_GRAIN_BUFFER))
        return cld_blame(d, "flags",
                         "`flags` has CL_MEM_SVM_FINE_GRAIN_BUFFER, and the devices have coarse-grained "
                         "memory only") &&
               cld_fix(d, "leave the flag out, and map the memory before the host uses it");
    if ((flags & CL_MEM_SVM_ATOMICS) && !(can & CL_DEVICE_SVM_ATOMICS))
        return cld_blame(d, "flags", "`flags` has CL_MEM_SVM_ATOMICS, which the devices do not offer") &&
               cld_fix(d, "leave the flag out, and use no atomics between host and device");
    return false;
}

/* cl_intel_unified_shared_memory */
static bool usm_alloc(struct cld_diag *d)
{
    return cld_not_in_context(d, "device") || bad_alignment(d, CL_INVALID_VALUE) ||
           too_much(d, CL_INVALID_BUFFER_SIZE) ||
           cld_properties(d, CL_INVALID_PROPERTY, "properties", "cl_mem_properties_intel");
}

static bool usm_free(struct cld_diag *d)
{
    const struct cld_object *o = cld_obj(d, "ptr");
    return cld_ptr(d, "ptr") && (!o || o->kind != CLD_KIND_SVM) && cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, "ptr", "`ptr` is %p, which no allocation function of this program returned",
                     cld_ptr(d, "ptr")) &&
           cld_fix(d, "free the pointer that cl*MemAllocINTEL returned, not one into it");
}

/* ---- commands: 5.6.1
 * ------------------------------------------------------------------------------------------------ */

static bool null_pointers(struct cld_diag *d)
{
    const void *const *list = cld_ptr(d, "svm_pointers");
    const void *pointer;
    if (!list || !cld_is(d, CL_INVALID_VALUE))
        return false;
    for (uint64_t i = 0; i < cld_num(d, "num_svm_pointers") && i < CLD_MOST_ENTRIES; i++)
        if (cld_peek_entry(list, i, &pointer, sizeof pointer) && !pointer)
            return cld_blame(d, "svm_pointers", "entry %u of `svm_pointers` is NULL", (unsigned)i) &&
                   cld_fix(d, "list allocations only; clSVMAlloc returns NULL when it fails");
    return false;
}

static bool svm_free(struct cld_diag *d)
{
    return cld_pair(d, CL_INVALID_VALUE, "num_svm_pointers", "svm_pointers") || null_pointers(d) || no_svm(d);
}

/* Two ranges of bytes. */
static bool overlapping(struct cld_diag *d)
{
    uint64_t to = cld_num(d, "dst_ptr"), from = cld_num(d, "src_ptr"), n = cld_num(d, "size");
    return n && to < from + n && from < to + n && cld_is(d, CL_MEM_COPY_OVERLAP) &&
           cld_blame(d, "dst_ptr", "`dst_ptr` and `src_ptr` are %llu bytes apart, and %llu bytes are copied",
                     (unsigned long long)(to > from ? to - from : from - to), (unsigned long long)n) &&
           cld_fix(d, "copy by way of another allocation, or in pieces that do not overlap");
}

static bool copy(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "dst_ptr", "pass where to copy to") ||
           cld_null(d, CL_INVALID_VALUE, "src_ptr", "pass where to copy from") ||
           past_allocation(d, "dst_ptr", "size") || past_allocation(d, "src_ptr", "size") || overlapping(d) ||
           empty(d) || no_svm(d);
}

static bool svm_fill(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "svm_ptr", "pass the address of the memory to fill") ||
           cld_pattern(d, "svm_ptr", "size") || past_allocation(d, "svm_ptr", "size") || empty(d) ||
           no_svm(d);
}

static bool usm_fill(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "dst_ptr", "pass the address of the memory to fill") ||
           (cld_arg(d, "pattern") >= 0 && cld_pattern(d, "dst_ptr", "size")) ||
           past_allocation(d, "dst_ptr", "size") || empty(d);
}

static bool svm_map(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "svm_ptr", "pass the address of the memory to map") ||
           cld_zero(d, CL_INVALID_VALUE, "size", "map at least one byte") ||
           past_allocation(d, "svm_ptr", "size") || cld_bits(d, CL_INVALID_VALUE, "flags") || no_svm(d);
}

static bool svm_unmap(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "svm_ptr", "pass the address that was mapped") || no_svm(d);
}

static bool svm_migrate(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_svm_pointers", "svm_pointers") || null_pointers(d) ||
           cld_bits(d, CL_INVALID_VALUE, "flags") || no_svm(d);
}

static bool usm_range(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "ptr", "pass the address of an allocation") ||
           past_allocation(d, "ptr", "size") || cld_bits(d, CL_INVALID_VALUE, "flags") || empty(d);
}

const struct cld_checks cld_checks_svm[] = {
    {CLD_FN_clSVMAlloc, svm_alloc},
    {CLD_FN_clHostMemAllocINTEL, usm_alloc},
    {CLD_FN_clDeviceMemAllocINTEL, usm_alloc},
    {CLD_FN_clSharedMemAllocINTEL, usm_alloc},
    {CLD_FN_clMemFreeINTEL, usm_free},
    {CLD_FN_clMemBlockingFreeINTEL, usm_free},
    {CLD_FN_clEnqueueSVMFree, svm_free},
    {CLD_FN_clEnqueueSVMMemcpy, copy},
    {CLD_FN_clEnqueueSVMMemFill, svm_fill},
    {CLD_FN_clEnqueueSVMMap, svm_map},
    {CLD_FN_clEnqueueSVMUnmap, svm_unmap},
    {CLD_FN_clEnqueueSVMMigrateMem, svm_migrate},
    {CLD_FN_clEnqueueMemcpyINTEL, copy},
    {CLD_FN_clEnqueueMemsetINTEL, usm_fill},
    {CLD_FN_clEnqueueMemFillINTEL, usm_fill},
    {CLD_FN_clEnqueueMigrateMemINTEL, usm_range},
    {CLD_FN_clEnqueueMemAdviseINTEL, usm_range},
    {0, NULL},
};
