/*
 * test_diagnose_fake.c - what is said of failed calls that are made up: diagnose_fakes.def, and every
 * function with every code and hostile arguments, which must end with a message and not with a crash.
 */
#include "layer/diagnose_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- a driver that knows one device
 * ------------------------------------------------------------------------ */

#define HANDLE(n) ((void *)(uintptr_t)(0x10000 + (n) * 0x40))
#define PLATFORM HANDLE(1)
#define DEVICE HANDLE(2)
#define OTHER_DEVICE HANDLE(3)
#define CONTEXT HANDLE(4)
#define QUEUE HANDLE(5)
#define BUFFER HANDLE(6)
#define BIG HANDLE(7)
#define SUB_BUFFER HANDLE(8)
#define DEAD_BUFFER HANDLE(9)
#define IMAGE HANDLE(10)
#define PROGRAM HANDLE(11)
#define KERNEL HANDLE(12)
#define USER_EVENT HANDLE(13)
#define TIMED_EVENT HANDLE(14)
#define TIMED_QUEUE HANDLE(15)
#define SEMAPHORE HANDLE(16)
#define COMMANDS HANDLE(17)
#define SVM HANDLE(18)
#define AS(type, handle) ((type)(handle))

static struct cld_target target;
static struct cld_thread thread;
static _Alignas(64) char room[65536];
static cl_uint numbers[4];
static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
static const void *const bad_handle = (void *)0xbad0, *const kernel_handle = KERNEL;

static cl_int answer(const void *value, size_t size, size_t given, void *out, size_t *size_ret)
{
    if (size_ret)
        *size_ret = size;
    if (out && given < size)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, value, size);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t given, void *out,
                                      size_t *size_ret)
{
    static const size_t items[3] = {4096, 4096, 64};
    static const struct {
        cl_device_info what;
        uint64_t value;
    } numbers_of_device[] = {
        {CL_DEVICE_MAX_COMPUTE_UNITS, 8},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, 262144},
        {CL_DEVICE_GLOBAL_MEM_SIZE, 1048576},
        {CL_DEVICE_LOCAL_MEM_SIZE, 32768},
        {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, 4096},
        {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
        {CL_DEVICE_ADDRESS_BITS, 64},
        {CL_DEVICE_IMAGE_SUPPORT, 1},
        {CL_DEVICE_IMAGE2D_MAX_WIDTH, 8192},
        {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 8192},
        {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 65536},
        {CL_DEVICE_PIPE_SUPPORT, 1},
        {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 1024},
        {CL_DEVICE_SVM_CAPABILITIES, 1},
        {CL_DEVICE_EXECUTION_CAPABILITIES, CL_EXEC_KERNEL},
    };
    (void)device;
    if (what == CL_DEVICE_MAX_WORK_ITEM_SIZES)
        return answer(items, sizeof items, given, out, size_ret);
    if (what == CL_DEVICE_NAME)
        return answer("fake", 5, given, out, size_ret);
    for (size_t i = 0; i < sizeof numbers_of_device / sizeof numbers_of_device[0]; i++)
        if (numbers_of_device[i].what == what)
            return answer(&numbers_of_device[i].value, 8, given, out, size_ret);
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL context_info(cl_context context, cl_context_info what, size_t given, void *out,
                                       size_t *size_ret)
{
    const cl_device_id device = DEVICE;
    const cl_context_properties none = 0;
    (void)context;
    if (what == CL_CONTEXT_DEVICES)
        return answer(&device, sizeof device, given, out, size_ret);
    if (what == CL_CONTEXT_PROPERTIES)
        return answer(&none, sizeof none, given, out, size_ret);
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t given, void *out,
                                     size_t *size_ret)
{
    const cl_int status = CL_QUEUED;
    (void)event;
    return what == CL_EVENT_COMMAND_EXECUTION_STATUS ? answer(&status, sizeof status, given, out, size_ret)
                                                     : CL_INVALID_VALUE;
}

static const char *build_options = "";

static cl_int CL_API_CALL build_info(cl_program program, cl_device_id device, cl_program_build_info what,
                                     size_t given, void *out, size_t *size_ret)
{
    (void)program;
    (void)device;
    return what == CL_PROGRAM_BUILD_OPTIONS
               ? answer(build_options, strlen(build_options) + 1, given, out, size_ret)
               : CL_INVALID_VALUE;
}

/* ---- its objects
 * ----------------------------------------------------------------------------------------------- */

static struct cld_object *add(enum cld_kind kind, void *handle, struct cld_object *context,
                              struct cld_object *parent)
{
    struct cld_call call = {.fn = CLD_FN_clCreateBuffer, .target = &target, .thread = &thread};
    struct cld_object *o = cld_object_add(&call, kind, handle, context, parent, 0);
    assert_non_null(o);
    return o;
}

static struct cld_object *add_memory(void *handle, struct cld_object *context, enum cld_subkind subkind,
                                     uint64_t bytes)
{
    struct cld_object *o = add(CLD_KIND_MEM, handle, context, NULL);
    o->subkind = subkind;
    o->bytes = bytes;
    o->mem.type = subkind == CLD_SUB_IMAGE ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_BUFFER;
    return o;
}

static void add_kernel(struct cld_object *context)
{
    static struct cld_param_info params[] = {
        {"out", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL, 8, true, 0, 0, 0},
        {"n", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, 4, false, 0, 0, 0},
        {"tile", "float*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0, false, 0, 0, 0},
    };
    static struct cld_kernel_info info = {.name = "scale", .n_args = 3, .known = true, .args = params};
    struct cld_object *k =
        add(CLD_KIND_KERNEL, KERNEL, context, add(CLD_KIND_PROGRAM, PROGRAM, context, NULL));
    k->kernel.info = &info;
}

static int set_up(void **state)
{
    (void)state;
    target.next.clGetDeviceInfo = device_info;
    target.next.clGetContextInfo = context_info;
    target.next.clGetEventInfo = event_info;
    add(CLD_KIND_PLATFORM, PLATFORM, NULL, NULL);
    add(CLD_KIND_DEVICE, DEVICE, NULL, NULL);
    add(CLD_KIND_DEVICE, OTHER_DEVICE, NULL, NULL);
    struct cld_object *context = add(CLD_KIND_CONTEXT, CONTEXT, NULL, NULL);
    struct cld_object *queue = add(CLD_KIND_QUEUE, QUEUE, context, NULL);
    struct cld_object *timed = add(CLD_KIND_QUEUE, TIMED_QUEUE, context, NULL);
    queue->queue.device = timed->queue.device = DEVICE;
    timed->queue.user_profiling = true;
    struct cld_object *buffer = add_memory(BUFFER, context, CLD_SUB_BUFFER, 4096);
    add_memory(BIG, context, CLD_SUB_BUFFER, 65536);
    struct cld_object *sub = add_memory(SUB_BUFFER, context, CLD_SUB_SUB_BUFFER, 1024);
    sub->mem.offset = 4;
    cld_object_adopt(sub, buffer);
    cld_object_release(add_memory(DEAD_BUFFER, context, CLD_SUB_BUFFER, 16), 0);
    struct cld_object *image = add_memory(IMAGE, context, CLD_SUB_IMAGE, 1024);
    image->mem.format = rgba;
    image->mem.width = image->mem.height = 16;
    image->mem.element_size = 4;
    add_kernel(context);
    struct cld_object *user = add(CLD_KIND_EVENT, USER_EVENT, context, NULL);
    user->subkind = CLD_SUB_USER_EVENT;
    user->event.user = true;
    add(CLD_KIND_EVENT, TIMED_EVENT, context, timed);
    add(CLD_KIND_SEMAPHORE, SEMAPHORE, context, NULL);
    add(CLD_KIND_COMMAND_BUFFER, COMMANDS, context, NULL);
    add(CLD_KIND_SVM, SVM, context, NULL)->bytes = 4096;
    return 0;
}

/* ---- diagnosing
 * -------------------------------------------------------------------------------------------------- */

/* As the generated wrapper does. */
static void give_handles(struct cld_call *call)
{
    struct cld_diag d = {.call = call, .info = cld_fn_info(call->fn)};
    for (int i = 0; i < d.info->n_params; i++) {
        enum cld_kind kind = cld_handle_kind(d.info->param_types[i]);
        if (kind != CLD_KIND_NONE && !strchr(d.info->param_types[i], '*'))
            cld_call_handle(call, kind, i, (const void *)(uintptr_t)cld_arg_value(&d, i));
    }
}

static void diagnose(enum cld_fn fn, const void *args, cl_int code, struct cld_report *r)
{
    struct cld_call call = {.fn = fn, .target = &target, .thread = &thread, .args = args};
    give_handles(&call);
    cld_report_init(r, CLD_FINDING_API_ERROR, -1);
    cld_diagnose(&call, code, r);
}

static void expect(enum cld_fn fn, const void *args, cl_int code, const char *arg, const char *part)
{
    struct cld_report r;
    const struct cld_fn_info *info = cld_fn_info(fn);
    diagnose(fn, args, code, &r);
    const char *blamed = r.arg < 0 || r.arg >= info->n_params ? "" : info->param_names[r.arg];
    assert_false(r.is_probe);
    if (strcmp(blamed, arg) != 0)
        fail_msg("`%s` was blamed, not `%s`: %s", blamed, arg, r.message);
    if (!strstr(r.message, part))
        fail_msg("\"%s\" is not in: %s", part, r.message);
    assert_non_null(strstr(r.message, info->name));
    assert_true(strlen(r.fix) > 5);
    assert_int_equal(r.code, code);
}

#define FAKE(name, fn, code, arg, part, ...)                                                                 \
    static void fake_##name(void **state)                                                                    \
    {                                                                                                        \
        const struct cld_args_##fn args = {__VA_ARGS__};                                                     \
        (void)state;                                                                                         \
        expect(CLD_FN_##fn, &args, code, arg, part);                                                         \
    }
#define PROBE(name, fn, code, detail, ...)                                                                   \
    static void fake_##name(void **state)                                                                    \
    {                                                                                                        \
        const struct cld_args_##fn args = {__VA_ARGS__};                                                     \
        (void)state;                                                                                         \
        expect_probe(CLD_FN_##fn, &args, code, detail);                                                      \
    }
static void expect_probe(enum cld_fn fn, const void *args, cl_int code, uint32_t detail);
/* Linux has no headers for some: CODE_CL_... is each. */
enum {
#define CLD_ERROR(name, value, text) CODE_##name = value,
#include "lib/errors.def"
};
#include "code_fakes.def"
#include "diagnose_fakes.def"
#undef PROBE

/* ---- the table itself
 * ----------------------------------------------------------------------------------------- */

/* Arguments are found by the sizes of their types. */
static void every_type_is_known(void **state)
{
    (void)state;
    for (unsigned fn = 0; fn < CLD_FN_COUNT; fn++)
        for (int i = 0; i < cld_fn_info(fn)->n_params; i++)
            if (!cld_type_size(cld_fn_info(fn)->param_types[i]))
                fail_msg("%s: unknown type `%s`", cld_fn_info(fn)->name, cld_fn_info(fn)->param_types[i]);
}

static void arguments_are_found(void **state)
{
    struct cld_args_clCreateFromEGLImageKHR egl = {.eglimage = (CLeglImageKHR)room, .flags = 7};
    struct cld_args_clCreateSampler sampler = {
        .normalized_coords = 1, .addressing_mode = 2, .filter_mode = 3};
    struct cld_call call = {.fn = CLD_FN_clCreateFromEGLImageKHR, .args = &egl};
    struct cld_diag d = {.call = &call, .info = cld_fn_info(call.fn)};
    (void)state;
    assert_ptr_equal(cld_ptr(&d, "eglimage"), room);
    assert_int_equal(cld_num(&d, "flags"), 7);
    assert_int_equal(cld_arg(&d, "nothing"), -1);
    call.args = &sampler;
    d.info = cld_fn_info(CLD_FN_clCreateSampler);
    assert_int_equal(cld_num(&d, "addressing_mode"), 2);
    assert_int_equal(cld_num(&d, "filter_mode"), 3);
}

static void values_have_names(void **state)
{
    (void)state;
    assert_string_equal(cld_value_text("cl_channel_order", CL_RGBA).at, "CL_RGBA");
    assert_string_equal(cld_value_text("cl_channel_order", 0x42).at, "0x42");
    assert_string_equal(cld_value_text("cl_device_type", CL_DEVICE_TYPE_ALL).at, "CL_DEVICE_TYPE_ALL");
    assert_string_equal(cld_value_text("cl_mem_flags", 0).at, "0");
    assert_string_equal(cld_value_text("cl_svm_mem_flags", CL_MEM_READ_ONLY | 1u << 28).at,
                        "CL_MEM_READ_ONLY | 0x10000000");
    assert_string_equal(cld_query_of("cl_device_info", CL_PLATFORM_NAME), "clGetPlatformInfo");
    assert_null(cld_query_of("cl_device_info", CL_DEVICE_NAME));
    assert_null(cld_query_of("cl_device_info", 0x4242));
}

/* ---- probes
 * ------------------------------------------------------------------------------------------------------- */

static void expect_probe(enum cld_fn fn, const void *args, cl_int code, uint32_t detail)
{
    struct cld_report r;
    diagnose(fn, args, code, &r);
    if (!r.is_probe)
        fail_msg("a finding was made: %s", r.message);
    assert_int_equal(r.detail, detail);
}

static void probes(void **state)
{
    const struct cld_args_clGetDeviceIDs devices = {PLATFORM, CL_DEVICE_TYPE_GPU, 0, NULL, numbers};
    const struct cld_args_clGetDeviceInfo query = {DEVICE, 0x4242, 8, room, NULL};
    const struct cld_args_clGetDeviceInfo known = {DEVICE, CL_DEVICE_IL_VERSION, 64, room, NULL};
    const struct cld_args_clGetKernelArgInfo arg = {KERNEL, 0, CL_KERNEL_ARG_NAME, 64, room, NULL};
    const struct cld_args_clGetGLContextInfoKHR gl = {NULL, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, 8, room,
                                                      NULL};
    const struct cld_args_clGetHostTimer timer = {DEVICE, (cl_ulong *)room};
    const struct cld_args_clUnloadPlatformCompiler unload = {PLATFORM};
    const struct cld_args_clGetKernelSubGroupInfo groups = {
        KERNEL, DEVICE, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 8, room, NULL};
    const struct cld_args_clGetSupportedImageFormats formats = {
        CONTEXT, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D, 0, NULL, numbers};
    (void)state;
    expect_probe(CLD_FN_clGetDeviceIDs, &devices, CL_DEVICE_NOT_FOUND, CL_DEVICE_TYPE_GPU);
    expect_probe(CLD_FN_clGetDeviceIDs, &devices, CL_INVALID_DEVICE_TYPE, CL_DEVICE_TYPE_GPU);
    expect_probe(CLD_FN_clGetDeviceInfo, &query, CL_INVALID_VALUE, 0x4242);
    expect_probe(CLD_FN_clGetDeviceInfo, &known, CL_INVALID_VALUE, CL_DEVICE_IL_VERSION);
    expect_probe(CLD_FN_clGetKernelArgInfo, &arg, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, CL_KERNEL_ARG_NAME);
    expect_probe(CLD_FN_clGetGLContextInfoKHR, &gl, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR,
                 CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR);
    expect_probe(CLD_FN_clGetHostTimer, &timer, CL_INVALID_OPERATION, 0);
    expect_probe(CLD_FN_clUnloadPlatformCompiler, &unload, CL_INVALID_VALUE, 0);
    expect_probe(CLD_FN_clGetKernelSubGroupInfo, &groups, CL_INVALID_OPERATION, CL_KERNEL_MAX_NUM_SUB_GROUPS);
    expect_probe(CLD_FN_clGetSupportedImageFormats, &formats, CL_INVALID_VALUE, 0);
}

/* Tools ask what happens without a platform, and correct programs may rely on it: no error, and not silence.
 */
static void default_platform_is_a_warning(void **state)
{
    const struct cld_args_clCreateContextFromType args = {NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL};
    struct cld_report r;
    (void)state;
    diagnose(CLD_FN_clCreateContextFromType, &args, CL_INVALID_PLATFORM, &r);
    assert_false(r.is_probe);
    assert_int_equal(r.severity, CLD_SEVERITY_WARNING);
}

/* ---- what follows from an earlier failure
 * ------------------------------------------------------------------------- */

static void null_after_failure(void **state)
{
    const struct cld_args_clCreateSampler create = {.context = CONTEXT, .addressing_mode = 0x42};
    const struct cld_args_clReleaseSampler release = {NULL};
    struct cld_report r;
    (void)state;
    diagnose(CLD_FN_clCreateSampler, &create, CL_INVALID_VALUE, &r);
    diagnose(CLD_FN_clReleaseSampler, &release, CL_INVALID_SAMPLER, &r);
    assert_non_null(strstr(r.message, "clCreateSampler failed earlier with CL_INVALID_VALUE (-30)"));
    assert_non_null(strstr(r.fix, "clCreateSampler"));
}

/* ---- calls that the driver accepted, or is still to be asked
 * -------------------------------------------------------------------- */

static bool looked(enum cld_fn fn, const void *args, cld_check *check, int when, struct cld_report *r)
{
    struct cld_call call = {.fn = fn, .target = &target, .thread = &thread, .args = args};
    give_handles(&call);
    cld_report_init(r, CLD_FINDING_API_ERROR, -1);
    struct cld_diag d = {
        .call = &call, .info = cld_fn_info(fn), .next = &target.next, .r = r, .any = true, .when = when};
    return check(&d);
}

/* Works here, and nowhere else: no more than a warning, and no "failed". */
static void accepted_is_a_warning(void **state)
{
    const struct cld_args_clEnqueueReadBuffer read = {.command_queue = AS(cl_command_queue, QUEUE),
                                                      .buffer = AS(cl_mem, SUB_BUFFER),
                                                      .size = 4,
                                                      .ptr = room};
    struct cld_report r;
    (void)state;
    assert_true(looked(CLD_FN_clEnqueueReadBuffer, &read, cld_check_transfer_use, CLD_WHEN_ACCEPTED, &r));
    assert_int_equal(r.id, CLD_FINDING_MISALIGNED_SUB_BUFFER);
    assert_int_equal(r.severity, CLD_SEVERITY_WARNING);
    assert_non_null(strstr(r.message, "this driver accepts it, where the specification demands "
                                      "CL_MISALIGNED_SUB_BUFFER_OFFSET"));
    assert_null(strstr(r.message, "failed"));
    assert_non_null(strstr(r.fix, "at byte 0 or 128"));
    assert_false(looked(CLD_FN_clEnqueueReadBuffer, &read, cld_check_transfer_ends, CLD_WHEN_AHEAD, &r));
}

/* How the program was built is not known: its last group may be a smaller one. */
static void a_smaller_last_group_may_be_right(void **state)
{
    const size_t global = 1010, local = 100;
    const struct cld_args_clEnqueueNDRangeKernel args = {.command_queue = AS(cl_command_queue, QUEUE),
                                                         .kernel = AS(cl_kernel, KERNEL),
                                                         .work_dim = 1,
                                                         .global_work_size = &global,
                                                         .local_work_size = &local};
    struct cld_object *k = cld_object_find(KERNEL), *p = cld_object_find(PROGRAM);
    struct cld_report r;
    (void)state;
    atomic_store(&k->kernel.groups, 0);
    assert_false(looked(CLD_FN_clEnqueueNDRangeKernel, &args, cld_check_launch_use, CLD_WHEN_ACCEPTED, &r));
    atomic_store(&k->kernel.groups, 0);
    p->born_fn = CLD_FN_clCreateProgramWithSource;
    target.next.clGetProgramBuildInfo = build_info;
    build_options = "-cl-std=CL1.2";
    assert_true(looked(CLD_FN_clEnqueueNDRangeKernel, &args, cld_check_launch_use, CLD_WHEN_ACCEPTED, &r));
    assert_int_equal(r.id, CLD_FINDING_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(r.severity, CLD_SEVERITY_WARNING);
    atomic_store(&k->kernel.groups, 0);
    build_options = "-cl-std=CL3.0";
    assert_false(looked(CLD_FN_clEnqueueNDRangeKernel, &args, cld_check_launch_use, CLD_WHEN_ACCEPTED, &r));
    target.next.clGetProgramBuildInfo = NULL;
    p->born_fn = CLD_FN_clCreateBuffer;
}

/* Told of before the driver is asked: PoCL 3.1 ends the program, or hangs. */
static void local_size_zero_ahead(void **state)
{
    const size_t global[2] = {32, 2}, local[2] = {8, 0};
    const struct cld_args_clEnqueueNDRangeKernel args = {.command_queue = AS(cl_command_queue, QUEUE),
                                                         .kernel = AS(cl_kernel, KERNEL),
                                                         .work_dim = 2,
                                                         .global_work_size = global,
                                                         .local_work_size = local};
    struct cld_report r;
    (void)state;
    assert_true(looked(CLD_FN_clEnqueueNDRangeKernel, &args, cld_check_work_group, CLD_WHEN_AHEAD, &r));
    assert_int_equal(r.id, CLD_FINDING_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(r.severity, CLD_SEVERITY_ERROR);
    assert_non_null(strstr(r.message, "the local size is 0 in dimension 1"));
    assert_non_null(strstr(r.fix, "use local size 8 x 2"));
}

static void local_memory_ahead(void **state)
{
    const struct cld_args_clEnqueueTask args = {.command_queue = AS(cl_command_queue, QUEUE),
                                                .kernel = AS(cl_kernel, KERNEL)};
    struct cld_object *k = cld_object_find(KERNEL);
    struct cld_kernel_arg values[3] = {
        {.set = true}, {.set = true}, {.set = true, .is_local = true, .size = 20000}};
    struct cld_report r;
    (void)state;
    k->kernel.args = values;
    k->kernel.fits[0] = (struct cld_kernel_fit){.device = DEVICE, .local_bytes = 12768};
    assert_false(looked(CLD_FN_clEnqueueTask, &args, cld_check_local_memory, CLD_WHEN_AHEAD, &r));
    k->kernel.fits[0].local_bytes = 12769; /* of 32768 */
    assert_true(looked(CLD_FN_clEnqueueTask, &args, cld_check_local_memory, CLD_WHEN_AHEAD, &r));
    assert_int_equal(r.id, CLD_FINDING_LOCAL_MEMORY_EXCEEDED);
    assert_int_equal(r.severity, CLD_SEVERITY_ERROR);
    assert_non_null(
        strstr(r.message, "needs 32769 bytes of local memory (12769 of its variables, 20000 of its"));
    assert_non_null(strstr(r.fix, "give argument 2 (`float* tile`) at most 19999 bytes"));
    k->kernel.fits[0].local_bytes = 1; /* NVIDIA's answer for a kernel without variables */
    values[2].size = 32768;
    assert_false(looked(CLD_FN_clEnqueueTask, &args, cld_check_local_memory, CLD_WHEN_AHEAD, &r));
    values[2].size = 32769;
    assert_true(looked(CLD_FN_clEnqueueTask, &args, cld_check_local_memory, CLD_WHEN_AHEAD, &r));
    assert_non_null(
        strstr(r.message, "the arguments of kernel `scale` take 32769 bytes of local memory, and"));
    assert_non_null(strstr(r.fix, "at most 32768 bytes"));
    k->kernel.fits[0].device = NULL;
    k->kernel.args = NULL;
}

/* NVIDIA's driver answers for a command that has not ended. */
static void times_before_the_end(void **state)
{
    const struct cld_args_clGetEventProfilingInfo args = {.event = AS(cl_event, TIMED_EVENT),
                                                          .param_name = CL_PROFILING_COMMAND_END,
                                                          .param_value_size = 8,
                                                          .param_value = room};
    struct cld_report r;
    (void)state;
    assert_true(looked(CLD_FN_clGetEventProfilingInfo, &args, cld_check_times_use, CLD_WHEN_ACCEPTED, &r));
    assert_int_equal(r.id, CLD_FINDING_PROFILING_NOT_ENABLED);
    assert_int_equal(r.severity, CLD_SEVERITY_WARNING);
    assert_non_null(strstr(r.message, "has not ended: its status is CL_QUEUED; this driver accepts it"));
    diagnose(CLD_FN_clGetEventProfilingInfo, &args, CL_INVALID_OPERATION, &r); /* another code for it */
    assert_int_equal(r.id, CLD_FINDING_PROFILING_NOT_ENABLED);
    assert_int_equal(r.severity, CLD_SEVERITY_ERROR);
}

/* ---- hostile arguments
 * ---------------------------------------------------------------------------------------------- */

static const cl_int codes[] = {
#define CLD_ERROR(name, value, text) value,
#include "lib/errors.def"
    -9999,
};

static uint64_t hostile(void)
{
    static const uint64_t values[] = {
        0, 1, 2, 3, 64, SIZE_MAX, SIZE_MAX / 2 + 1, 0x10, 0xdeadbeefdeadbee0, 0x7fffffffffff, UINT32_MAX,
    };
    switch (rand() % 4) {
    case 0:
        return (uint64_t)(uintptr_t)HANDLE(1 + rand() % 18);
    case 1:
        return (uint64_t)(uintptr_t)(room + rand() % (int)sizeof room);
    case 2:
        return (uint64_t)(uintptr_t)(room + sizeof room - 8 * (rand() % 8));
    default:
        return values[(size_t)rand() % (sizeof values / sizeof values[0])];
    }
}

static void fill_room(int round)
{
    uint64_t *at = (uint64_t *)room;
    for (size_t i = 0; i < sizeof room / sizeof *at; i++)
        at[i] = round % 3 == 0 ? 0 : round % 3 == 1 ? UINT64_MAX : hostile();
}

static void survive(unsigned fn, cl_int code, bool zeros)
{
    uint64_t args[16];
    struct cld_report r;
    for (size_t i = 0; i < 16; i++)
        args[i] = zeros ? 0 : hostile();
    diagnose((enum cld_fn)fn, args, code, &r);
    assert_true(r.message[0] != '\0' && memchr(r.message, 0, sizeof r.message));
    assert_true(r.is_probe || (r.fix[0] != '\0' && memchr(r.fix, 0, sizeof r.fix)));
    assert_true(r.arg >= -1 && r.arg < (cld_fn_info(fn)->n_params ? cld_fn_info(fn)->n_params : 1));
}

/* Each function with each code: without any argument, and twice with hostile ones. */
static void survives_anything(void **state)
{
    enum { ROUNDS = 8 };
    (void)state;
    srand(1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill_room((int)round);
        for (unsigned fn = 0; fn < CLD_FN_COUNT; fn++)
            for (unsigned c = 0; c < sizeof codes / sizeof codes[0]; c++) {
                if (round == 0)
                    survive(fn, codes[c], true);
                if ((c + fn) % (ROUNDS / 2) == round % (ROUNDS / 2))
                    survive(fn, codes[c], false);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define FAKE(name, fn, code, arg, part, ...) {#name, fake_##name, NULL, NULL, NULL},
#define PROBE(name, fn, code, detail, ...) {#name, fake_##name, NULL, NULL, NULL},
#include "code_fakes.def"
#include "diagnose_fakes.def"
        cmocka_unit_test(every_type_is_known),
        cmocka_unit_test(arguments_are_found),
        cmocka_unit_test(values_have_names),
        cmocka_unit_test(probes),
        cmocka_unit_test(default_platform_is_a_warning),
        cmocka_unit_test(null_after_failure),
        cmocka_unit_test(accepted_is_a_warning),
        cmocka_unit_test(a_smaller_last_group_may_be_right),
        cmocka_unit_test(local_size_zero_ahead),
        cmocka_unit_test(local_memory_ahead),
        cmocka_unit_test(times_before_the_end),
        cmocka_unit_test(survives_anything),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
