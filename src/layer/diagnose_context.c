/* diagnose_context.c - platforms, devices and contexts: OpenCL 3.0, chapter 4. */
#include "layer/diagnose_check.h"

#include <stdio.h>

/* ---- 4.1 and 4.2: what is there
 * ----------------------------------------------------------------------------- */

static bool get_platforms(struct cld_diag *d)
{
    return cld_room(d, "num_entries", "platforms", "num_platforms");
}

static bool get_devices(struct cld_diag *d)
{
    return cld_room(d, "num_entries", "devices", "num_devices") ||
           cld_zero(d, CL_INVALID_DEVICE_TYPE, "device_type",
                    "pass CL_DEVICE_TYPE_ALL, or the type wanted") ||
           cld_bits(d, CL_INVALID_DEVICE_TYPE, "device_type");
}

static bool get_timer(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "device_timestamp", "pass the address of a cl_ulong") ||
           cld_null(d, CL_INVALID_VALUE, "host_timestamp", "pass the address of a cl_ulong");
}

/* ---- 4.3: splitting a device
 * ---------------------------------------------------------------------------------- */

static bool too_few_entries(struct cld_diag *d)
{
    cl_uint wanted = 0;
    const void *properties = cld_ptr(d, "properties");
    cl_device_id device = (cl_device_id)(uintptr_t)cld_num(d, "in_device");
    if (d->call->fn != CLD_FN_clCreateSubDevices || !cld_ptr(d, "out_devices") ||
        !cld_is(d, CL_INVALID_VALUE) || !cld_alive(cld_object_find(device)) || !d->next->clCreateSubDevices ||
        d->next->clCreateSubDevices(device, properties, 0, NULL, &wanted) != CL_SUCCESS ||
        wanted <= cld_num(d, "num_devices"))
        return false;
    cld_expected(d, wanted, cld_num(d, "num_devices"));
    return cld_blame(d, "num_devices", "`num_devices` is %u, and this partition makes %u devices",
                     (unsigned)cld_num(d, "num_devices"), wanted) &&
           cld_fix(d, "give `out_devices` room for %u devices", wanted);
}

/* The ways in which the device can be split, by CL_DEVICE_PARTITION_PROPERTIES. */
static bool can_split(struct cld_diag *d, cl_device_id device, uint64_t how, bool *known)
{
    cl_device_partition_property ways[16];
    size_t size = 0;
    *known = d->next->clGetDeviceInfo && d->next->clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES,
                                                                  sizeof ways, ways, &size) == CL_SUCCESS;
    for (size_t i = 0; *known && i < size / sizeof ways[0]; i++)
        if ((uint64_t)ways[i] == how)
            return true;
    return false;
}

static bool unsupported_split(struct cld_diag *d)
{
    uint64_t how = 0;
    bool known;
    cl_device_id device = (cl_device_id)(uintptr_t)cld_num(d, "in_device");
    if (!cld_alive(cld_object_find(device)) || !cld_peek(cld_ptr(d, "properties"), &how, sizeof how) ||
        !cld_is(d, CL_INVALID_VALUE) || d->call->fn != CLD_FN_clCreateSubDevices)
        return false;
    if (can_split(d, device, how, &known) || !known)
        return false;
    return cld_blame(d, "properties", "`properties` asks for %s, which this device does not support",
                     cld_value_text("cl_device_partition_property", how).at) &&
           cld_fix(d, "ask CL_DEVICE_PARTITION_PROPERTIES which ways of splitting the device has");
}

static bool too_many_units(struct cld_diag *d)
{
    uint64_t list[2] = {0, 0};
    uint64_t units = cld_largest(d, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (!units || !cld_peek(cld_ptr(d, "properties"), list, sizeof list))
        return false;
    bool equally = list[0] == CL_DEVICE_PARTITION_EQUALLY, counts = list[0] == CL_DEVICE_PARTITION_BY_COUNTS;
    bool fault = (equally || counts) && list[1] > units;
    if (!fault ||
        !(counts ? cld_is(d, CL_INVALID_DEVICE_PARTITION_COUNT) : cld_is(d, CL_DEVICE_PARTITION_FAILED)))
        return false;
    cld_expected(d, units, list[1]);
    return cld_blame(d, "properties",
                     "`properties` asks for %llu compute units a device, and the device has %llu",
                     (unsigned long long)list[1], (unsigned long long)units) &&
           cld_fix(d, "ask for at most %llu (CL_DEVICE_MAX_COMPUTE_UNITS)", (unsigned long long)units);
}

static bool create_sub_devices(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "properties",
                    "pass how to split: CL_DEVICE_PARTITION_*, ending with 0") ||
           too_many_units(d) || unsupported_split(d) || too_few_entries(d);
}

/* ---- 4.4: contexts
 * ---------------------------------------------------------------------------------------------- */

static uint64_t property(struct cld_diag *d, uint64_t wanted, bool *found)
{
    const uint64_t *list = cld_ptr(d, "properties");
    uint64_t pair[2];
    *found = false;
    for (size_t i = 0; list && i < 32 && cld_peek_entry(list, 2 * i, pair, sizeof pair[0]) && pair[0]; i++) {
        if (!cld_peek_entry(list, 2 * i + 1, &pair[1], sizeof pair[1]))
            break;
        *found = pair[0] == wanted;
        if (*found)
            return pair[1];
    }
    return 0;
}

static bool bad_platform(struct cld_diag *d)
{
    bool named;
    uint64_t platform = property(d, CL_CONTEXT_PLATFORM, &named);
    const struct cld_object *o = cld_object_find((const void *)(uintptr_t)platform);
    if (!named) { /* what happens without one is up to the implementation */
        if (!cld_only(d, CL_INVALID_PLATFORM))
            return false;
        d->r->severity = CLD_SEVERITY_WARNING; /* tools ask for this to learn what happens */
        return cld_blame(
                   d, "properties",
                   "`properties` %s CL_CONTEXT_PLATFORM, and this implementation has no default platform",
                   cld_ptr(d, "properties") ? "does not contain" : "is NULL, without a") &&
               cld_fix(d, "pass {CL_CONTEXT_PLATFORM, platform, 0} with a platform from clGetPlatformIDs");
    }
    if (o && o->kind == CLD_KIND_PLATFORM)
        return false;
    if (!cld_only(d, CL_INVALID_PLATFORM) && !(cld_is(d, CL_INVALID_PLATFORM) && !platform))
        return false;
    return cld_blame(d, "properties", "CL_CONTEXT_PLATFORM in `properties` is 0x%llx, which is %s",
                     (unsigned long long)platform,
                     o ? cld_a(cld_what(o)).at : "no platform that this program was given") &&
           cld_fix(d, "pass a platform from clGetPlatformIDs");
}

/* All devices must be of the platform that is named. */
static bool foreign_device(struct cld_diag *d)
{
    bool named;
    const void *platform = (const void *)(uintptr_t)property(d, CL_CONTEXT_PLATFORM, &named);
    const cl_device_id *list = cld_ptr(d, "devices");
    cl_device_id device;
    if (!named || !list || !cld_is(d, CL_INVALID_DEVICE))
        return false;
    for (uint64_t i = 0; i < cld_num(d, "num_devices") && i < CLD_DEVICES; i++) {
        const struct cld_object *o =
            cld_peek_entry(list, i, &device, sizeof device) ? cld_object_find(device) : NULL;
        if (o && o->kind == CLD_KIND_DEVICE && o->platform && o->platform != platform)
            return cld_blame(d, "devices",
                             "entry %u of `devices` is of platform %p, and `properties` names platform %p",
                             (unsigned)i, (void *)o->platform, platform) &&
                   cld_fix(d, "use devices of one platform, and name that platform");
    }
    return false;
}

static bool create_context(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_devices", "devices") || cld_callback(d, "pfn_notify") ||
           bad_platform(d) || cld_properties(d, CL_INVALID_PROPERTY, "properties", "cl_context_properties") ||
           foreign_device(d);
}

static bool create_context_from_type(struct cld_diag *d)
{
    return cld_callback(d, "pfn_notify") || bad_platform(d) ||
           cld_properties(d, CL_INVALID_PROPERTY, "properties", "cl_context_properties") ||
           cld_zero(d, CL_INVALID_DEVICE_TYPE, "device_type",
                    "pass CL_DEVICE_TYPE_ALL, or the type wanted") ||
           cld_bits(d, CL_INVALID_DEVICE_TYPE, "device_type");
}

static bool destructor(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "pfn_notify", "pass the function to be called");
}

/* cl_khr_terminate_context */
static bool terminate(struct cld_diag *d)
{
    return cld_only(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "context",
                     "`context` was created without CL_CONTEXT_TERMINATE_KHR, or its device can't do it") &&
           cld_fix(d, "ask CL_DEVICE_TERMINATE_CAPABILITY_KHR, and create the context with that property");
}

const struct cld_checks cld_checks_context[] = {
    {CLD_FN_clGetPlatformIDs, get_platforms},
    {CLD_FN_clGetDeviceIDs, get_devices},
    {CLD_FN_clGetDeviceAndHostTimer, get_timer},
    {CLD_FN_clGetHostTimer, get_timer},
    {CLD_FN_clCreateSubDevices, create_sub_devices},
    {CLD_FN_clCreateSubDevicesEXT, create_sub_devices},
    {CLD_FN_clCreateContext, create_context},
    {CLD_FN_clCreateContextFromType, create_context_from_type},
    {CLD_FN_clSetContextDestructorCallback, destructor},
    {CLD_FN_clTerminateContextKHR, terminate},
    {0, NULL},
};
