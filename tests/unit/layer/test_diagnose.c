/*
 * test_diagnose.c - what is said of calls that fail: every case of diagnose_cases.def through the real layer.
 *
 * The driver is PoCL. The program starts itself again under the layer, makes all the calls, reads its own
 * session and compares. A finding belongs to the case during which it was made.
 */
#include "layer/calls.gen.h"
#include "layer/calls.h"
#include "layer/opencl.h"
#include "record/read.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- what the cases work with -------------------------------------------------------------------------- */

static cl_platform_id platform;
static cl_context_properties of_platform[3];
static cl_device_id device, out_device;
static cl_context context, other_context;
static cl_command_queue queue, other_queue, timed_queue;
static cl_mem buffer, big, sub_buffer, other_buffer, read_only, host_write_only, host_read_only,
    host_no_access;
static cl_mem image, float_image;
static cl_sampler sampler;
static cl_program program, unbuilt, never_built, broken, broken_built, header, compiled;
static cl_kernel kernel, tile, fixed;
static cl_event done_event, user_event, other_event, failed_event, set_event, timed_event;
static void *svm;
static char text[65536];
static cl_uint number;
static const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1}, small[3] = {16, 4, 1},
                    thousand[4] = {1000, 1, 1, 1};
static const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_desc desc = {
    .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 32};

static void CL_CALLBACK native(void *args)
{
    (void)args;
}

static void CL_CALLBACK notify(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    (void)status;
    (void)user_data;
}

static const char source[] =
    "kernel void scale(global float *out, global const float *in, float factor, int n)\n"
    "{ int i = get_global_id(0); if (i < n) out[i] = in[i] * factor; }\n"
    "kernel void tiled(global float *out, local float *tile)\n"
    "{ tile[get_local_id(0)] = 1; out[get_global_id(0)] = tile[get_local_id(0)]; }\n"
    "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void fixed(global float *out)\n"
    "{ out[get_global_id(0)] = 1; }\n";

static cl_program new_program(const char *code)
{
    return clCreateProgramWithSource(context, 1, &code, NULL, NULL);
}

static void make_memory(void)
{
    const cl_buffer_region region = {0, 1024};
    const cl_image_format floats = {CL_RGBA, CL_FLOAT};
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    big = clCreateBuffer(context, CL_MEM_READ_WRITE, 65536, NULL, NULL);
    sub_buffer = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    other_buffer = clCreateBuffer(other_context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    read_only = clCreateBuffer(context, CL_MEM_READ_ONLY, 4096, NULL, NULL);
    host_write_only = clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY, 4096, NULL, NULL);
    host_read_only = clCreateBuffer(context, CL_MEM_HOST_READ_ONLY, 4096, NULL, NULL);
    host_no_access = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 4096, NULL, NULL);
    image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    float_image = clCreateImage(context, CL_MEM_READ_WRITE, &floats, &desc, NULL, NULL);
    sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL);
    svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
}

static void make_programs(void)
{
    const cl_float factor = 2;
    const cl_int n = 1000;
    program = new_program(source);
    unbuilt = new_program(source);
    never_built = new_program(source);
    header = new_program("");
    compiled = new_program(source);
    broken = new_program("kernel void scale(global int *out) { out[0] = undeclared_name; }\n");
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_SUCCESS);
    assert_int_equal(clCompileProgram(compiled, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    broken_built = new_program("kernel void scale(global int *out) { out[0] = nothing; }\n");
    clBuildProgram(broken_built, 1, &device, "", NULL, NULL); /* a finding before the first case */
    kernel = clCreateKernel(program, "scale", NULL);
    tile = clCreateKernel(program, "tiled", NULL);
    fixed = clCreateKernel(program, "fixed", NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof big, &big);
    clSetKernelArg(kernel, 2, sizeof factor, &factor);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(fixed, 0, sizeof big, &big);
}

static void make_events(void)
{
    user_event = clCreateUserEvent(context, NULL);
    set_event = clCreateUserEvent(context, NULL);
    failed_event = clCreateUserEvent(context, NULL);
    other_event = clCreateUserEvent(other_context, NULL);
    clSetUserEventStatus(set_event, CL_COMPLETE);
    clSetUserEventStatus(other_event, CL_COMPLETE);
    clSetUserEventStatus(failed_event, CL_OUT_OF_RESOURCES);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 16, text, 0, NULL, &done_event);
    clEnqueueWriteBuffer(timed_queue, buffer, CL_TRUE, 0, 16, text, 0, NULL, &timed_event);
}

/* The cases have the codes that PoCL 3.1 gives, and leave out what it does not survive. */
static bool find_pocl(void)
{
    cl_platform_id platforms[16];
    cl_uint n = 0;
    char name[256];
    clGetPlatformIDs(16, platforms, &n);
    for (cl_uint i = 0; i < n && i < 16; i++)
        if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
            strcmp(name, "Portable Computing Language") == 0) {
            platform = platforms[i];
            return true;
        }
    return false;
}

static void set_up(void)
{
    of_platform[0] = CL_CONTEXT_PLATFORM;
    of_platform[1] = (cl_context_properties)platform;
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(of_platform, 1, &device, NULL, NULL, NULL);
    other_context = clCreateContext(of_platform, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    other_queue = clCreateCommandQueue(other_context, device, 0, NULL);
    timed_queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    make_memory();
    make_programs();
    make_events();
    assert_true(buffer && image && float_image && sampler && kernel && tile && fixed && done_event && svm);
}

/* ---- the cases
 * --------------------------------------------------------------------------------------------- */

#define CASE(name, fn, code, arg, part, ...)                                                                 \
    static cl_int case_##name(void)                                                                          \
    {                                                                                                        \
        cl_int e = CL_SUCCESS;                                                                               \
        __VA_ARGS__;                                                                                         \
        return e;                                                                                            \
    }
#define QUIET(name, ...)                                                                                     \
    static cl_int quiet_##name(void)                                                                         \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
        return CL_SUCCESS;                                                                                   \
    }
#include "code_cases.def"
#include "diagnose_cases.def"

static struct test_case {
    const char *name;
    cl_int (*run)(void);
    int fn; /* -1: no finding is to be made */
    cl_int code;
    const char *arg, *part;
    uint64_t start, end;
    cl_int got;
    unsigned findings;
    unsigned found_fn; /* and so on: the first of them */
    cl_int found_code, found_arg;
    char message[1024], fix[1024];
} cases[] = {
#define CASE(name_, fn_, code_, arg_, part_, ...)                                                            \
    {.name = #name_, .run = case_##name_, .fn = CLD_FN_##fn_, .code = code_, .arg = arg_, .part = part_},
#define QUIET(name_, ...) {.name = #name_, .run = quiet_##name_, .fn = -1},
#include "code_cases.def"
#include "diagnose_cases.def"
};
#define N_CASES (sizeof cases / sizeof cases[0])

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void run_cases(void)
{
    for (size_t i = 0; i < N_CASES; i++) {
        if (getenv("CLD_TEST_TRACE")) /* to see which call a driver does not survive */
            fprintf(stderr, "%s\n", cases[i].name);
        cases[i].start = now();
        cases[i].got = cases[i].run();
        cases[i].end = now();
    }
}

static void take(void *user, const struct cld_rec_head *record)
{
    const struct cld_rec_finding *f = (const void *)record;
    (void)user;
    if (record->kind != CLD_REC_FINDING)
        return;
    for (size_t i = 0; i < N_CASES; i++) {
        if (f->first_ns < cases[i].start || f->first_ns > cases[i].end || cases[i].findings++)
            continue;
        cases[i].found_fn = f->fn;
        cases[i].found_code = f->code;
        cases[i].found_arg = f->arg;
        snprintf(cases[i].message, sizeof cases[i].message, "%s", f->strings);
        snprintf(cases[i].fix, sizeof cases[i].fix, "%s", f->strings + strlen(f->strings) + 1);
    }
}

static void read_session(const char *dir, cld_record_fn *fn, void *user)
{
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX];
    if (cld_reader_open(dir, &reader, error) != 0)
        fail_msg("%s", error);
    for (size_t p = 0; p < cld_reader_processes(reader); p++) {
        const struct cld_process_dir *process = cld_reader_process(reader, p);
        for (size_t i = 0; i < process->n_files; i++)
            cld_reader_read_records(reader, process->files[i], NULL, fn, user);
    }
    cld_reader_close(reader);
}

/* ---- comparing
 * ---------------------------------------------------------------------------------------------- */

static void check_case(void **state)
{
    const struct test_case *c = *state;
    if (c->fn < 0) {
        if (c->findings)
            fail_msg("%s: no finding was expected, and there is: %s", c->name, c->message);
        return;
    }
    const struct cld_fn_info *info = cld_fn_info((unsigned)c->fn);
    if (c->got != c->code)
        fail_msg("%s: the driver answered %d where the case expects %d; message: %s", c->name, c->got,
                 c->code, c->message);
    if (c->findings != 1)
        fail_msg("%s: %u findings where one was expected; first: %s", c->name, c->findings, c->message);
    const char *arg =
        c->found_arg < 0 || c->found_arg >= info->n_params ? "" : info->param_names[c->found_arg];
    assert_int_equal(c->found_fn, c->fn);
    assert_int_equal(c->found_code, c->code);
    if (strcmp(arg, c->arg) != 0)
        fail_msg("%s: `%s` was blamed, not `%s`: %s", c->name, arg, c->arg, c->message);
    if (!strstr(c->message, c->part))
        fail_msg("%s: \"%s\" is not in: %s", c->name, c->part, c->message);
    assert_non_null(strstr(c->message, info->name));
    assert_true(strlen(c->fix) > 5);
}

static void count(void *user, const struct cld_rec_head *record)
{
    unsigned *counts = user;
    counts[record->kind == CLD_REC_FINDING ? 0 : record->kind == CLD_REC_PROBE ? 1 : 2]++;
    if (record->kind == CLD_REC_FINDING)
        print_message("finding: %s\n", ((const struct cld_rec_finding *)record)->strings);
}

static int delete_entry(const char *path, const struct stat *s, int type, struct FTW *ftw)
{
    (void)s;
    (void)type;
    (void)ftw;
    return remove(path);
}

static void delete_folder(const char *dir)
{
    nftw(dir, delete_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* clinfo asks everything of everything: not one of its questions is a fault. */
static void check_clinfo(void **state)
{
    char dir[] = "/tmp/cldoctor-test-XXXXXX";
    unsigned counts[3] = {0, 0, 0};
    (void)state;
    assert_non_null(mkdtemp(dir));
    pid_t child = fork();
    if (child == 0) {
        setenv("CLDOCTOR_SESSION", dir, 1);
        if (!freopen("/dev/null", "w", stdout))
            _exit(126);
        execlp("clinfo", "clinfo", (char *)NULL);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        skip();
    assert_int_equal(status, 0);
    read_session(dir, count, counts);
    delete_folder(dir);
    assert_int_equal(counts[0], 0);
    assert_true(counts[1] > 0); /* the session is clinfo's, and its probes were seen */
}

static int start_again(char **argv)
{
    char dir[] = "/tmp/cldoctor-test-XXXXXX";
    if (!mkdtemp(dir) || setenv("OPENCL_LAYERS", CLD_TEST_LAYER, 1) != 0 ||
        setenv("CLDOCTOR_SESSION", dir, 1) != 0 || setenv("CLDOCTOR_OPTIONS", "quiet=1", 1) != 0)
        return 1;
    execv("/proc/self/exe", argv);
    return 1;
}

static struct CMUnitTest tests[N_CASES + 1];

int main(int argc, char **argv)
{
    const char *dir = getenv("CLDOCTOR_SESSION");
    (void)argc;
    if (!dir || !getenv("OPENCL_LAYERS"))
        return start_again(argv);
    if (!find_pocl()) {
        delete_folder(dir);
        return 77; /* skipped: see CMakeLists.txt */
    }
    set_up();
    run_cases();
    read_session(dir, take, NULL);
    delete_folder(dir);
    for (size_t i = 0; i < N_CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, check_case, NULL, NULL, &cases[i]};
    tests[N_CASES] = (struct CMUnitTest){"clinfo", check_clinfo, NULL, NULL, NULL};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
