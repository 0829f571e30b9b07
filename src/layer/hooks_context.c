/* hooks_context.c - platforms, devices, contexts. */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/harvest.h"
#include "layer/twin_log.h"

#include <stdlib.h>
#include <string.h>

static struct cld_object *known(const void *handle, enum cld_kind kind)
{
    struct cld_object *o = cld_object_find(handle);
    return o && o->kind == (uint32_t)kind && atomic_load(&o->refs) > 0 ? o : NULL;
}

/* How many entries of the program's array the driver has filled in: it may have more, or fewer, than fit. */
static cl_uint filled(cl_uint room, cl_uint there_are)
{
    return there_are < room ? there_are : room;
}

void cld_post_clGetPlatformIDs(struct cld_call *call, struct cld_args_clGetPlatformIDs *a, cl_int *ret,
                               cl_int *code)
{
    cl_uint n = 0;
    (void)code;
    if (*ret != CL_SUCCESS || !a->platforms)
        return;
    if (!a->num_platforms)
        call->target->next.clGetPlatformIDs(0, NULL, &n);
    n = filled(a->num_entries, a->num_platforms ? *a->num_platforms : n);
    for (cl_uint i = 0; i < n; i++) {
        if (known(a->platforms[i], CLD_KIND_PLATFORM))
            continue;
        struct cld_object *o = cld_object_add(call, CLD_KIND_PLATFORM, a->platforms[i], NULL, NULL, 0);
        if (o)
            o->platform = a->platforms[i];
    }
}

/* Root devices live as long as the process; they get an entry so that wrong handles can be told from right
 * ones. */
static struct cld_object *enter_device(struct cld_call *call, cl_device_id device)
{
    struct cld_object *o = known(device, CLD_KIND_DEVICE);
    if (o)
        return o;
    cl_platform_id platform = NULL;
    cl_device_type type = 0;
    call->target->next.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    call->target->next.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    o = cld_object_add(call, CLD_KIND_DEVICE, device, NULL, NULL, 0);
    if (o) {
        o->platform = platform;
        o->device.root = true;
        o->device.is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
    }
    return o;
}

void cld_post_clGetDeviceIDs(struct cld_call *call, struct cld_args_clGetDeviceIDs *a, cl_int *ret,
                             cl_int *code)
{
    cl_uint n = 0;
    (void)code;
    if (*ret != CL_SUCCESS || !a->devices)
        return;
    if (!a->num_devices)
        call->target->next.clGetDeviceIDs(a->platform, a->device_type, 0, NULL, &n);
    n = filled(a->num_entries, a->num_devices ? *a->num_devices : n);
    for (cl_uint i = 0; i < n; i++)
        enter_device(call, a->devices[i]);
}

static size_t text_of(struct cld_call *call, cl_device_id device, cl_device_info what, char *out, size_t room)
{
    out[0] = '\0';
    call->target->next.clGetDeviceInfo(device, what, room, out, NULL);
    out[room - 1] = '\0';
    return strlen(out) + 1;
}

static uint64_t number_of(struct cld_call *call, cl_device_id device, cl_device_info what, size_t size)
{
    uint64_t value = 0; /* little-endian machines only, as the record format */
    call->target->next.clGetDeviceInfo(device, what, size, &value, NULL);
    return value;
}

static void record_device(struct cld_call *call, cl_device_id device, const struct cld_object *o)
{
    char texts[5 * 256], *at = texts;
    static const cl_device_info what[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION,
                                          CL_DRIVER_VERSION};
    for (int i = 0; i < 4; i++)
        at += text_of(call, device, what[i], at, 256);
    *at = '\0';
    if (o->platform)
        call->target->next.clGetPlatformInfo(o->platform, CL_PLATFORM_NAME, 255, at, NULL);
    at += strlen(at) + 1;
    struct cld_rec_device *r = cld_rec_reserve(&cld_layer.session, call->thread->file,
                                               sizeof *r + (size_t)(at - texts), CLD_REC_ESSENTIAL);
    if (!r)
        return;
    r->serial = o->serial;
    r->type = number_of(call, device, CL_DEVICE_TYPE, sizeof(cl_device_type));
    r->global_mem = number_of(call, device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    r->local_mem = number_of(call, device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong));
    r->compute_units = (uint32_t)number_of(call, device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint));
    r->slot = call->target->slot;
    memcpy(r->strings, texts, (size_t)(at - texts));
    cld_rec_commit(call->thread->file, r, CLD_REC_DEVICE, 0);
}

static void note_device(struct cld_call *call, struct cld_object *context, cl_device_id device)
{
    uint64_t memory = number_of(call, device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    uint64_t constant = number_of(call, device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof(cl_ulong));
    if (!context->context_.constant || constant < context->context_.constant)
        context->context_.constant = constant;
    if (!context->context_.n_devices++)
        context->context_.first_device = device;
    if (!context->context_.memory || memory < context->context_.memory)
        context->context_.memory = memory;
}

static void enter_devices(struct cld_call *call, cl_context context)
{
    cl_device_id devices[64];
    size_t size = 0;
    struct cld_object *c = call->created;
    if (call->target->next.clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, &size) !=
        CL_SUCCESS)
        return;
    for (size_t i = 0; i < size / sizeof devices[0]; i++) {
        struct cld_object *d = enter_device(call, devices[i]);
        if (!d)
            continue;
        if (c && !c->platform)
            c->platform = d->platform;
        if (c)
            note_device(call, c, devices[i]);
        if (!atomic_exchange(&d->device.recorded, true))
            record_device(call, devices[i], d);
    }
}

void cld_post_clCreateContext(struct cld_call *call, struct cld_args_clCreateContext *a, cl_context *ret,
                              cl_int *code)
{
    (void)a;
    (void)code;
    if (!*ret)
        return;
    enter_devices(call, *ret);
    cld_layer_watch_exit();
}

void cld_post_clCreateContextFromType(struct cld_call *call, struct cld_args_clCreateContextFromType *a,
                                      cl_context *ret, cl_int *code)
{
    (void)a;
    (void)code;
    if (!*ret)
        return;
    enter_devices(call, *ret);
    cld_layer_watch_exit();
}

/* The array may be longer than what is made. */
bool cld_pre_clCreateSubDevices(struct cld_call *call, struct cld_args_clCreateSubDevices *a, cl_int *ret,
                                cl_int *code)
{
    (void)ret;
    (void)code;
    if (a->out_devices && !a->num_devices_ret)
        a->num_devices_ret = &call->count;
    return true;
}

bool cld_pre_clCreateSubDevicesEXT(struct cld_call *call, struct cld_args_clCreateSubDevicesEXT *a,
                                   cl_int *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    if (a->out_devices && !a->num_devices)
        a->num_devices = &call->count;
    return true;
}

static void enter_sub_devices(struct cld_call *call, cl_uint room, cl_device_id *out, const cl_uint *count)
{
    struct cld_object *parent = cld_call_object(call, CLD_KIND_DEVICE);
    if (!out)
        return;
    for (cl_uint i = 0; i < room && i < *count; i++) {
        struct cld_object *o =
            cld_object_add(call, CLD_KIND_DEVICE, out[i], NULL, parent, cld_call_stack(call));
        cld_object_publish(o);
    }
}

void cld_post_clCreateSubDevices(struct cld_call *call, struct cld_args_clCreateSubDevices *a, cl_int *ret,
                                 cl_int *code)
{
    (void)code;
    if (*ret == CL_SUCCESS)
        enter_sub_devices(call, a->num_devices, a->out_devices, a->num_devices_ret);
}

void cld_post_clCreateSubDevicesEXT(struct cld_call *call, struct cld_args_clCreateSubDevicesEXT *a,
                                    cl_int *ret, cl_int *code)
{
    (void)code;
    if (*ret == CL_SUCCESS)
        enter_sub_devices(call, a->num_entries, a->out_devices, a->num_devices);
}

/*
 * What the driver destroys now it would have destroyed now without us: give back the events that we hold of
 * finished commands, for they hold the queue and the context.
 */
static void let_go(struct cld_call *call)
{
    if (!call->n_objects || atomic_load(&call->objects[0]->refs) > 0)
        return;
    cld_harvest_drain(50);
    cld_logs_leave(call->objects[0]);
    cld_bands_leave(call->objects[0]);
}

bool cld_pre_clReleaseContext(struct cld_call *call, struct cld_args_clReleaseContext *a, cl_int *ret,
                              cl_int *code)
{
    (void)a;
    (void)ret;
    (void)code;
    let_go(call);
    return true;
}

bool cld_pre_clReleaseCommandQueue(struct cld_call *call, struct cld_args_clReleaseCommandQueue *a,
                                   cl_int *ret, cl_int *code)
{
    (void)a;
    (void)ret;
    (void)code;
    let_go(call);
    return true;
}

/* References that objects of ours hold are none of the program's. */
void cld_post_clGetContextInfo(struct cld_call *call, struct cld_args_clGetContextInfo *a, cl_int *ret,
                               cl_int *code)
{
    struct cld_object *context = cld_call_object(call, CLD_KIND_CONTEXT);
    cl_uint refs;
    (void)code;
    if (!context || *ret != CL_SUCCESS || a->param_name != CL_CONTEXT_REFERENCE_COUNT || !a->param_value ||
        a->param_value_size < sizeof refs)
        return;
    memcpy(&refs, a->param_value, sizeof refs);
    refs -= cld_twin_context_refs(&call->target->next, context);
    memcpy(a->param_value, &refs, sizeof refs);
}
