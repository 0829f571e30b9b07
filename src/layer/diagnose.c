/* diagnose.c - why a call failed: see diagnose_check.h for how this is laid out. */
#include "layer/diagnose_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    cl_int code;
    const char *name, *text;
} codes[] = {
#define CLD_ERROR(name, value, text) {value, #name, text},
#include "lib/errors.def"
};

const char *cld_code_name(cl_int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].code == code)
            return codes[i].name;
    return "unknown error";
}

static const char *code_text(cl_int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].code == code)
            return codes[i].text;
    return "This code is not one of OpenCL's; the driver's documentation may name it.";
}

/* ---- rounds ---------------------------------------------------------------------------------------------
 */

bool cld_is(struct cld_diag *d, cl_int code)
{
    d->checking = code;
    return d->any || d->code == code;
}

bool cld_only(struct cld_diag *d, cl_int code)
{
    d->checking = code;
    return !d->any && d->code == code;
}

/* ---- messages ---------------------------------------------------------------------------------------------
 */

static void start_message(const struct cld_diag *d)
{
    if (d->when != CLD_WHEN_FAILED)
        cld_report_message(d->r, "%s: ", d->info->name);
    else
        cld_report_message(d->r, "%s failed with %s (%d): ", d->info->name, cld_code_name(d->code), d->code);
}

static void append(char *to, size_t room, const char *format, va_list args)
{
    size_t n = strlen(to);
    vsnprintf(to + n, room - n, format, args);
}

static void append_message(const struct cld_diag *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append_message(const struct cld_diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append(d->r->message, sizeof d->r->message, format, args);
    va_end(args);
}

bool cld_as(struct cld_diag *d, enum cld_finding id)
{
    d->r->id = id;
    d->r->severity = d->when == CLD_WHEN_ACCEPTED ? CLD_SEVERITY_WARNING : cld_finding_info(id)->severity;
    return true;
}

/* The specification's code, where the driver's answer is not that. */
static void append_code(const struct cld_diag *d)
{
    const char *code = cld_code_name(d->checking);
    if (d->when == CLD_WHEN_ACCEPTED)
        append_message(d, "; this driver accepts it, where the specification demands %s", code);
    else if (d->any && d->checking != d->code)
        append_message(d, " (the specification's code for this is %s)", code);
}

bool cld_blame(struct cld_diag *d, const char *arg, const char *format, ...)
{
    va_list args;
    d->r->arg = cld_arg(d, arg);
    start_message(d);
    va_start(args, format);
    append(d->r->message, sizeof d->r->message, format, args);
    va_end(args);
    append_code(d);
    if (d->r->arg >= 0 && cld_handle_kind(d->info->param_types[d->r->arg]) != CLD_KIND_NONE)
        cld_report_object(d->r, cld_obj(d, arg));
    return true;
}

bool cld_fix(struct cld_diag *d, const char *format, ...)
{
    va_list args;
    d->r->fix[0] = '\0';
    va_start(args, format);
    append(d->r->fix, sizeof d->r->fix, format, args);
    va_end(args);
    return true;
}

bool cld_expected(struct cld_diag *d, uint64_t expected, uint64_t actual)
{
    cld_report_evidence(d->r, "expected", "%llu", (unsigned long long)expected);
    cld_report_evidence(d->r, "actual", "%llu", (unsigned long long)actual);
    return true;
}

/* ---- nothing proven
 * ----------------------------------------------------------------------------------------- */

/* Where only one argument of a function can cause a code. */
static const struct {
    cl_int code;
    const char *arg, *fix;
} suspects[] = {
    {CL_INVALID_BINARY, "binaries",
     "build from source when a stored binary is refused: it may be of another "
     "device or driver version"},
    {CL_INVALID_BUILD_OPTIONS, "options",
     "compare the options with those of clBuildProgram (OpenCL 3.0, 5.8.6)"},
    {CL_INVALID_COMPILER_OPTIONS, "options",
     "compare the options with those of clCompileProgram (OpenCL 3.0, "
     "5.8.6)"},
    {CL_INVALID_LINKER_OPTIONS, "options",
     "compare the options with those of clLinkProgram (OpenCL 3.0, 5.8.7)"},
    {CL_INVALID_KERNEL_NAME, "kernel_name", "compare the name with the kernels in the program's source"},
    {CL_INVALID_SPEC_ID, "spec_id", "use the id of a specialization constant of the program's module"},
    {CL_INVALID_PROPERTY, "properties", "leave out properties that the device does not list"},
    {CL_INVALID_PROPERTY, "sema_props", "leave out properties that the device does not list"},
    {CL_INVALID_QUEUE_PROPERTIES, "properties", "ask CL_DEVICE_QUEUE_ON_HOST_PROPERTIES first"},
    {CL_INVALID_IMAGE_DESCRIPTOR, "image_desc", "compare the descriptor with OpenCL 3.0, 5.3.1.2"},
    {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format", "compare the format with OpenCL 3.0, 5.3.1.1"},
    {CL_IMAGE_FORMAT_NOT_SUPPORTED, "image_format", "ask clGetSupportedImageFormats first"},
    {CL_INVALID_MIP_LEVEL, "miplevel", "use a level that the texture has; many drivers share level 0 only"},
    {CL_INVALID_GL_OBJECT, "bufobj", "create the GL object, with data, before sharing it"},
    {CL_INVALID_GL_OBJECT, "texture", "create the GL texture, with an image, before sharing it"},
    {CL_INVALID_GL_OBJECT, "renderbuffer", "create the GL renderbuffer before sharing it"},
    {CL_INVALID_GL_OBJECT, "memobj", "ask this of memory objects made from GL objects only"},
    {CL_INVALID_GL_OBJECT, "mem_objects", "list memory objects made from GL objects only"},
    {CL_INVALID_EGL_OBJECT_KHR, "eglimage", "pass an EGLImage that exists on this display"},
    {CL_INVALID_EGL_OBJECT_KHR, "sync", "pass an EGLSync that exists on this display"},
    {CL_INVALID_EGL_OBJECT_KHR, "mem_objects", "list memory objects made from EGL images only"},
    {CL_EGL_RESOURCE_NOT_ACQUIRED_KHR, "mem_objects",
     "acquire them with clEnqueueAcquireEGLObjectsKHR first"},
    {CL_INVALID_MUTABLE_COMMAND_KHR, "command", "pass a handle that a command of a command buffer returned"},
    {CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, "sync_point_wait_list",
     "list sync points of this command buffer only"},
    {CL_INVALID_DEVICE_PARTITION_COUNT, "properties",
     "ask CL_DEVICE_PARTITION_MAX_SUB_DEVICES and "
     "CL_DEVICE_MAX_COMPUTE_UNITS first"},
    {CL_DEVICE_PARTITION_FAILED, "in_device",
     "ask CL_DEVICE_PARTITION_PROPERTIES which ways of splitting it has"},
    {CL_COMPILER_NOT_AVAILABLE, "program",
     "ask CL_DEVICE_COMPILER_AVAILABLE, and create the program from binaries"},
    {CL_LINKER_NOT_AVAILABLE, "device_list", "ask CL_DEVICE_LINKER_AVAILABLE first"},
    {CL_INVALID_DEVICE_QUEUE, "arg_value", "pass the address of a queue made with CL_QUEUE_ON_DEVICE"},
    {CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, "properties",
     "make the GL context current first, and name its display, too"},
    {CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, "queues",
     "ask CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR first"},
    /* Not in the headers of Linux. */
    {-1002, "properties", "ask clGetDeviceIDsFromD3D10KHR which devices go with it"},
    {-1006, "properties", "ask clGetDeviceIDsFromD3D11KHR which devices go with it"},
    {-1010, "properties", "ask clGetDeviceIDsFromDX9MediaAdapterKHR which devices go with it"},
    {-1098, "properties", "ask clGetDeviceIDsFromVA_APIMediaAdapterINTEL which devices go with it"},
    {-1003, "memobj", "ask this of memory objects made from Direct3D 10 resources only"},
    {-1007, "memobj", "ask this of memory objects made from Direct3D 11 resources only"},
    {-1011, "memobj", "ask this of memory objects made from DirectX 9 surfaces only"},
    {-1099, "memobj", "ask this of memory objects made from VA-API surfaces only"},
    {-1094, "arg_value", "pass the address of an accelerator that clCreateAcceleratorINTEL returned"},
    {-1095, "arg_value", "pass an accelerator of the type that the kernel's built-in function takes"},
    {-1108, "event_list", "look into the kernel for the reason to end itself"},
};

static bool suspect(struct cld_diag *d)
{
    for (size_t i = 0; i < sizeof suspects / sizeof suspects[0]; i++) {
        if (suspects[i].code != d->code || cld_arg(d, suspects[i].arg) < 0)
            continue;
        d->r->arg = cld_arg(d, suspects[i].arg);
        start_message(d);
        append_message(d, "most likely because of `%s`. %s", suspects[i].arg, code_text(d->code));
        return cld_fix(d, "%s", suspects[i].fix);
    }
    return false;
}

static void nothing_proven(struct cld_diag *d)
{
    start_message(d);
    append_message(
        d,
        "%s None of the conditions that cldoctor can check for this call is violated: the cause lies "
        "in the driver, or in something only the driver knows",
        code_text(d->code));
    cld_fix(
        d, "look at the call's arguments with that in mind, and try another driver (PoCL runs on any CPU) to "
           "tell whose fault it is");
}

/* ---- the whole -------------------------------------------------------------------------------------------
 */

static const struct cld_checks *const families[] = {
    cld_checks_context, cld_checks_queue,  cld_checks_memory,  cld_checks_image,
    cld_checks_program, cld_checks_kernel, cld_checks_launch,  cld_checks_transfer,
    cld_checks_event,   cld_checks_svm,    cld_checks_sharing, cld_checks_record,
};

static cld_check *check_for(enum cld_fn fn)
{
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const struct cld_checks *c = families[f]; c->check; c++)
            if (c->fn == fn)
                return c->check;
    return NULL;
}

static bool one_round(struct cld_diag *d)
{
    cld_check *own = check_for(d->call->fn);
    return cld_check_handles(d) || cld_check_wait_list(d) || cld_check_contexts(d) || (own && own(d)) ||
           cld_check_info(d);
}

/* Codes that tell of one thing only: what else may be wrong with the call is not why it failed. */
static bool is_definite(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_FOUND:
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_COMPILER_NOT_AVAILABLE:
    case CL_LINKER_NOT_AVAILABLE:
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILE_PROGRAM_FAILURE:
    case CL_LINK_PROGRAM_FAILURE:
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
    case CL_PROFILING_INFO_NOT_AVAILABLE:
    case CL_KERNEL_ARG_INFO_NOT_AVAILABLE:
        return true;
    default:
        return false;
    }
}

static void explain(struct cld_diag *d)
{
    if (one_round(d))
        return;
    d->any = !is_definite(d->code);
    if (d->any && one_round(d))
        return;
    d->any = false;
    if (!cld_check_memory_short(d) && !suspect(d))
        nothing_proven(d);
}

/* What the call was about, after what is at fault. */
static void attach(struct cld_diag *d)
{
    struct cld_object *k = cld_call_object(d->call, CLD_KIND_KERNEL);
    if (k && k->kernel.info)
        snprintf(d->r->kernel, sizeof d->r->kernel, "%s", k->kernel.info->name);
    for (uint32_t i = 0; i < d->call->n_objects; i++) {
        uint32_t kind = d->call->objects[i]->kind;
        if (kind == CLD_KIND_MEM || kind == CLD_KIND_KERNEL || kind == CLD_KIND_PROGRAM)
            cld_report_object(d->r, d->call->objects[i]);
    }
}

void cld_diagnose(struct cld_call *call, cl_int code, struct cld_report *r)
{
    struct cld_diag d = {
        .call = call, .info = cld_fn_info(call->fn), .next = &call->target->next, .r = r, .code = code};
    r->code = code;
    if (cld_is_probe(&d)) {
        r->is_probe = true;
        cld_report_message(r, "%s answered %s (%d)", d.info->name, cld_code_name(code), code);
    } else {
        explain(&d);
        attach(&d);
    }
    cld_note_failed(&d);
}

/* ---- calls that have not failed -------------------------------------------------------------------------
 */

static bool look(struct cld_call *call, cld_check *check, int when, struct cld_report *r)
{
    cld_report_init(r, CLD_FINDING_API_ERROR, -1);
    struct cld_diag d = {.call = call,
                         .info = cld_fn_info(call->fn),
                         .next = &call->target->next,
                         .r = r,
                         .any = true,
                         .when = when};
    if (!check(&d))
        return false;
    attach(&d);
    return true;
}

void cld_foretell(struct cld_call *call, cld_check *check)
{
    struct cld_report r;
    if (!look(call, check, CLD_WHEN_AHEAD, &r))
        return;
    call->reported = true;
    call->foretold = cld_report_emit(call, &r, false);
}

void cld_foretold(struct cld_call *call, cl_int code)
{
    struct cld_rec_finding *f = call->foretold;
    if (code == CL_SUCCESS)
        return;
    __atomic_store_n(&f->code, code, __ATOMIC_RELAXED); /* other threads may have the same finding */
    if (!atomic_load_explicit(&f->next_fn, memory_order_relaxed))
        call->thread->failure = f;
}

void cld_report_accepted(struct cld_call *call)
{
    struct cld_report r;
    if (look(call, call->dubious, CLD_WHEN_ACCEPTED, &r))
        cld_report_emit(call, &r, false);
}
