#include "layer/device_limits.h"

#include <stdlib.h>
#include <string.h>

static _Atomic(struct cld_device_limits *) all; /* only ever grows, at its head */

static struct cld_device_limits *find(cl_device_id device, uint64_t serial)
{
    struct cld_device_limits *l = atomic_load_explicit(&all, memory_order_acquire);
    while (l && (l->device != device || l->serial != serial))
        l = l->next;
    return l;
}

static uint64_t number(const cl_icd_dispatch *next, cl_device_id device, cl_device_info what, size_t size)
{
    uint64_t value = 0; /* little-endian machines only, as the record format */
    return next->clGetDeviceInfo(device, what, size, &value, NULL) == CL_SUCCESS ? value : 0;
}

static void ask(const cl_icd_dispatch *next, struct cld_device_limits *l)
{
    size_t items[16] = {0};
    if (!next->clGetDeviceInfo)
        return;
    l->local_bytes = number(next, l->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong));
    l->group = number(next, l->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
    l->base_alignment = (uint32_t)number(next, l->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint)) / 8;
    if (next->clGetDeviceInfo(l->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL) ==
        CL_SUCCESS)
        memcpy(l->items, items, sizeof l->items);
}

/* Two threads that come here at once make two entries that say the same. */
const struct cld_device_limits *cld_device_limits(struct cld_call *call, cl_device_id device)
{
    const struct cld_object *o = cld_object_find(device);
    uint64_t serial = o ? o->serial : 0;
    struct cld_device_limits *l = find(device, serial);
    if (l || !(l = calloc(1, sizeof *l)))
        return l;
    l->device = device;
    l->serial = serial;
    ask(&call->target->next, l);
    l->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &l->next, l))
        ;
    return l;
}

/* ---- kernels --------------------------------------------------------------------------------------------
 */

static size_t devices_of(const cl_icd_dispatch *next, const struct cld_object *kernel, cl_device_id *devices,
                         size_t room)
{
    size_t size = 0;
    const struct cld_object *context = kernel->context;
    if (!context || context->serial != kernel->context_serial || !next->clGetContextInfo ||
        !next->clGetKernelWorkGroupInfo ||
        next->clGetContextInfo(context->handle, CL_CONTEXT_DEVICES, 0, NULL, &size) != CL_SUCCESS ||
        size > room * sizeof *devices ||
        next->clGetContextInfo(context->handle, CL_CONTEXT_DEVICES, size, devices, NULL) != CL_SUCCESS)
        return 0;
    return size / sizeof *devices;
}

void cld_kernel_fits(struct cld_call *call, struct cld_object *kernel)
{
    const cl_icd_dispatch *next = &call->target->next;
    cl_device_id devices[64];
    size_t n = devices_of(next, kernel, devices, 64);
    for (size_t i = 0; i < n && i < CLD_FITS; i++) {
        struct cld_kernel_fit fit = {.device = devices[i]};
        cl_kernel k = kernel->handle;
        if (next->clGetKernelWorkGroupInfo(k, fit.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof fit.group,
                                           &fit.group, NULL) != CL_SUCCESS ||
            next->clGetKernelWorkGroupInfo(k, fit.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                           sizeof fit.required, fit.required, NULL) != CL_SUCCESS ||
            next->clGetKernelWorkGroupInfo(k, fit.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof fit.local_bytes,
                                           &fit.local_bytes, NULL) != CL_SUCCESS)
            continue; /* not built for this device */
        kernel->kernel.fits[i] = fit;
    }
}

const struct cld_kernel_fit *cld_kernel_fit(const struct cld_object *kernel, cl_device_id device)
{
    for (size_t i = 0; i < CLD_FITS; i++)
        if (kernel->kernel.fits[i].device == device)
            return device ? &kernel->kernel.fits[i] : NULL;
    return NULL;
}
