/* diagnose_program.c - programs: OpenCL 3.0, 5.8. */
#include "buildlog/log.h"
#include "buildlog/noise.h"
#include "layer/diagnose_check.h"
#include "layer/driver_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 5.8.1 to 5.8.4: creation
 * ------------------------------------------------------------------------------------- */

static bool null_entry(struct cld_diag *d, const char *count, const char *array, cl_int code)
{
    const void *const *list = cld_ptr(d, array);
    const void *entry;
    if (!list || !cld_is(d, code))
        return false;
    for (uint64_t i = 0;
         i < cld_num(d, count) && i < CLD_MOST_ENTRIES && cld_peek_entry(list, i, &entry, sizeof entry); i++)
        if (!entry)
            return cld_blame(d, array, "entry %u of `%s` is NULL", (unsigned)i, array) &&
                   cld_fix(d, "fill in all entries that `%s` counts: was a file not found?", count);
    return false;
}

static bool with_source(struct cld_diag *d)
{
    return cld_zero(d, CL_INVALID_VALUE, "count", "pass the number of strings") ||
           cld_null(d, CL_INVALID_VALUE, "strings", "pass the address of an array of texts") ||
           null_entry(d, "count", "strings", CL_INVALID_VALUE);
}

static bool zero_length(struct cld_diag *d)
{
    const size_t *list = cld_ptr(d, "lengths");
    size_t length;
    if (!list || !cld_is(d, CL_INVALID_VALUE))
        return false;
    for (uint64_t i = 0; i < cld_num(d, "num_devices") && i < CLD_DEVICES; i++)
        if (cld_peek_entry(list, i, &length, sizeof length) && !length)
            return cld_blame(d, "lengths", "entry %u of `lengths` is 0: the binary is empty", (unsigned)i) &&
                   cld_fix(d, "check that the file with the binary was found and read");
    return false;
}

/* A stored binary that no longer fits is an ordinary event: programs then build from source. */
static bool refused_binary(struct cld_diag *d)
{
    const cl_int *list = cld_ptr(d, "binary_status");
    cl_int status = CL_SUCCESS;
    uint64_t i = 0;
    if (!cld_only(d, CL_INVALID_BINARY))
        return false;
    while (i < cld_num(d, "num_devices") && list && cld_peek_entry(list, i, &status, sizeof status) &&
           !status)
        i++;
    bool told = list && status != CL_SUCCESS;
    d->r->severity = CLD_SEVERITY_WARNING;
    return cld_blame(d, "binaries",
                     "the driver does not take entry %u of `binaries`%s%s: it is damaged, or of another "
                     "device or driver version",
                     told ? (unsigned)i : 0u, told ? ", with the status " : "",
                     told ? cld_code_name(status) : "") &&
           cld_fix(d, "build from source when a stored binary is refused, and store the new one");
}

static bool with_binary(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_devices", "device_list") ||
           cld_null(d, CL_INVALID_VALUE, "lengths", "pass the size of each binary") ||
           cld_null(d, CL_INVALID_VALUE, "binaries", "pass the address of each binary") || zero_length(d) ||
           null_entry(d, "num_devices", "binaries", CL_INVALID_VALUE) ||
           cld_listed_devices(d, "num_devices", "device_list") || refused_binary(d);
}

static bool with_built_in(struct cld_diag *d)
{
    char names[256], have[512] = "";
    cl_device_id devices[CLD_DEVICES];
    if (cld_list(d, CL_INVALID_VALUE, "num_devices", "device_list") ||
        cld_null(d, CL_INVALID_VALUE, "kernel_names", "pass names, separated by semicolons") ||
        cld_listed_devices(d, "num_devices", "device_list"))
        return true;
    if (!cld_only(d, CL_INVALID_VALUE) || !cld_peek_text(cld_ptr(d, "kernel_names"), names, sizeof names) ||
        !cld_devices(d, devices) || !d->next->clGetDeviceInfo)
        return false;
    d->next->clGetDeviceInfo(devices[0], CL_DEVICE_BUILT_IN_KERNELS, sizeof have - 1, have, NULL);
    return cld_blame(d, "kernel_names", "`kernel_names` is \"%s\", and the device's built-in kernels are: %s",
                     names, have[0] ? have : "none") &&
           cld_fix(d, "ask CL_DEVICE_BUILT_IN_KERNELS for the names");
}

static bool with_il(struct cld_diag *d)
{
    char version[128] = "";
    cl_device_id devices[CLD_DEVICES];
    if (cld_null(d, CL_INVALID_VALUE, "il", "pass the address of the SPIR-V module") ||
        cld_zero(d, CL_INVALID_VALUE, "length", "pass the module's size in bytes"))
        return true;
    size_t n = cld_is(d, CL_INVALID_OPERATION) ? cld_devices(d, devices) : 0;
    if (n && d->next->clGetDeviceInfo)
        d->next->clGetDeviceInfo(devices[0], CL_DEVICE_IL_VERSION, sizeof version - 1, version, NULL);
    if (n && !version[0] && cld_only(d, CL_INVALID_OPERATION))
        return cld_blame(
                   d, "context",
                   "the device of `context` takes no intermediate language (its CL_DEVICE_IL_VERSION is "
                   "empty)") &&
               cld_fix(d, "create the program from OpenCL C source instead");
    return cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, "il", "`il` is not a module that this driver understands") &&
           cld_fix(d, "compare its version with CL_DEVICE_IL_VERSION, and check it with spirv-val");
}

/* ---- build logs: where builds are not looked at (--check), they are failed calls like others
 * ---------------------- */

/* The error to begin with; where none is recognised, the first line with any text. */
static void first_error(const char *log, char *out, size_t room)
{
    struct cld_build_log *parsed = cld_build_log_parse(log, strlen(log));
    const struct cld_diagnostic *root = parsed ? cld_build_log_root(parsed) : NULL;
    if (root && root->line)
        snprintf(out, room, "line %u: %.300s", root->line, root->message);
    else if (root)
        snprintf(out, room, "%.300s", root->message);
    else
        cld_log_first_line(log, out, room < 301 ? room : 301);
    cld_build_log_free(parsed);
}

/* The log of one device; false: none, or nothing in it. */
static bool read_log(struct cld_diag *d, cl_program program, cl_device_id device, char *out, size_t room)
{
    char *log = cld_driver_log(d->next, program, device);
    out[0] = '\0';
    if (log)
        first_error(log, out, room);
    free(log);
    return out[0] != '\0';
}

static cl_build_status status_of(struct cld_diag *d, cl_program program, cl_device_id device)
{
    cl_build_status status = CL_BUILD_NONE;
    if (d->next->clGetProgramBuildInfo)
        d->next->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                       NULL);
    return status;
}

static size_t devices_of_program(struct cld_diag *d, cl_program program, cl_device_id out[CLD_DEVICES])
{
    size_t size = 0;
    if (!d->next->clGetProgramInfo ||
        d->next->clGetProgramInfo(program, CL_PROGRAM_DEVICES, CLD_DEVICES * sizeof out[0], out, &size) !=
            CL_SUCCESS)
        return 0;
    return size / sizeof out[0];
}

static bool build_failed(struct cld_diag *d, struct cld_object *program, const char *verb)
{
    char line[320] = "", name[128] = "the device";
    cl_device_id devices[CLD_DEVICES];
    size_t n = cld_alive(program) ? devices_of_program(d, program->handle, devices) : 0;
    for (size_t i = 0; i < n && !line[0]; i++)
        if (status_of(d, program->handle, devices[i]) == CL_BUILD_ERROR || n == 1) {
            read_log(d, program->handle, devices[i], line, sizeof line);
            cld_device_name(d, devices[i], name, sizeof name);
        }
    cld_report_object(d->r, program);
    if (!line[0])
        return cld_blame(d, "program", "the program could not be %s, and the driver left no log", verb) &&
               cld_fix(d, "compile the source with another driver (PoCL runs on any CPU) to see its errors");
    cld_report_evidence(d->r, "device", "%s", name);
    cld_report_evidence(d->r, "log", "%s", line);
    return cld_blame(d, "program", "the program could not be %s for %s: %s", verb, name, line) &&
           cld_fix(d, "correct the source or the options; the whole log is CL_PROGRAM_BUILD_LOG of "
                      "clGetProgramBuildInfo");
}

/* ---- 5.8.6 and 5.8.7: building
 * ----------------------------------------------------------------------------------------- */

static bool bad_options(struct cld_diag *d, cl_int code, struct cld_object *program)
{
    char options[256], line[320] = "";
    cl_device_id devices[CLD_DEVICES];
    if (!cld_only(d, code) || !cld_peek_text(cld_ptr(d, "options"), options, sizeof options))
        return false;
    if (cld_alive(program) && devices_of_program(d, program->handle, devices))
        read_log(d, program->handle, devices[0], line, sizeof line);
    return cld_blame(d, "options", "the compiler does not take the options \"%s\"%s%s", options,
                     line[0] ? ": " : "", line) &&
           cld_fix(d,
                   "take out the options one by one to find the one it does not know; -D and -I need a name");
}

static bool has_kernels(struct cld_diag *d, const struct cld_object *program)
{
    int kernels = program ? atomic_load(&program->children) : 0;
    return kernels > 0 && cld_is(d, CL_INVALID_OPERATION) &&
           cld_blame(
               d, "program",
               "%d kernel object%s of `program` still exist%s, and it can't be built anew while they do",
               kernels, kernels == 1 ? "" : "s", kernels == 1 ? "s" : "") &&
           cld_fix(d, "release its kernels first, or create another program");
}

static bool building(struct cld_diag *d, const struct cld_object *program)
{
    cl_device_id devices[CLD_DEVICES];
    size_t n = cld_alive(program) ? devices_of_program(d, program->handle, devices) : 0;
    for (size_t i = 0; i < n; i++)
        if (status_of(d, program->handle, devices[i]) == CL_BUILD_IN_PROGRESS &&
            cld_is(d, CL_INVALID_OPERATION))
            return cld_blame(d, "program", "an earlier build of `program` is still going on") &&
                   cld_fix(d, "wait for its callback, or build with a NULL callback");
    return false;
}

static bool no_tool(struct cld_diag *d, cl_int code, cl_device_info what, const char *name)
{
    cl_device_id devices[CLD_DEVICES];
    size_t n = cld_is(d, code) ? cld_devices(d, devices) : 0;
    for (size_t i = 0; i < n; i++)
        if (!cld_device_number(d, devices[i], what))
            return cld_blame(d, cld_arg(d, "program") >= 0 ? "program" : "device_list",
                             "a device of this call has no %s", name) &&
                   cld_fix(d, "create the program from binaries made elsewhere");
    return false;
}

static bool build(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    if (cld_only(d, CL_BUILD_PROGRAM_FAILURE))
        return build_failed(d, p, "built");
    if (cld_pair(d, CL_INVALID_VALUE, "num_devices", "device_list") || cld_callback(d, "pfn_notify") ||
        cld_listed_devices(d, "num_devices", "device_list") || has_kernels(d, p) || building(d, p) ||
        bad_options(d, CL_INVALID_BUILD_OPTIONS, p) ||
        no_tool(d, CL_COMPILER_NOT_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, "compiler"))
        return true;
    if (!cld_only(d, CL_INVALID_BINARY))
        return false;
    d->r->severity = CLD_SEVERITY_WARNING;
    return cld_blame(d, "program", "the binary that `program` was created from does not fit the device") &&
           cld_fix(d, "build from source when a stored binary is refused, and store the new one");
}

static bool from_source(struct cld_diag *d, struct cld_object *p)
{
    size_t size = 0;
    return cld_alive(p) && d->next->clGetProgramInfo && cld_is(d, CL_INVALID_OPERATION) &&
           d->next->clGetProgramInfo(p->handle, CL_PROGRAM_SOURCE, 0, NULL, &size) == CL_SUCCESS &&
           size < 2 && cld_only(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "program", "`program` has no source, so there is nothing to compile") &&
           cld_fix(d, "compile programs created by clCreateProgramWithSource or clCreateProgramWithIL");
}

static bool compile(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    if (cld_only(d, CL_COMPILE_PROGRAM_FAILURE))
        return build_failed(d, p, "compiled");
    return cld_pair(d, CL_INVALID_VALUE, "num_devices", "device_list") || cld_callback(d, "pfn_notify") ||
           cld_pair(d, CL_INVALID_VALUE, "num_input_headers", "input_headers") ||
           cld_pair(d, CL_INVALID_VALUE, "num_input_headers", "header_include_names") ||
           null_entry(d, "num_input_headers", "header_include_names", CL_INVALID_VALUE) ||
           cld_listed_devices(d, "num_devices", "device_list") || has_kernels(d, p) || building(d, p) ||
           bad_options(d, CL_INVALID_COMPILER_OPTIONS, p) || from_source(d, p) ||
           no_tool(d, CL_COMPILER_NOT_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, "compiler");
}

/* All inputs must be compiled objects or libraries, for each device. */
static bool not_compiled(struct cld_diag *d)
{
    const cl_program *list = cld_ptr(d, "input_programs");
    cl_device_id devices[CLD_DEVICES];
    cl_program p;
    if (!list || !cld_is(d, CL_INVALID_OPERATION) || !d->next->clGetProgramBuildInfo)
        return false;
    for (uint64_t i = 0; i < cld_num(d, "num_input_programs") && i < CLD_MOST_ENTRIES &&
                         cld_peek_entry(list, i, &p, sizeof p);
         i++) {
        cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
        struct cld_object *o = cld_object_find(p);
        if (!cld_alive(o) || o->kind != CLD_KIND_PROGRAM || !devices_of_program(d, p, devices))
            continue;
        d->next->clGetProgramBuildInfo(p, devices[0], CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL);
        if (type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || type == CL_PROGRAM_BINARY_TYPE_LIBRARY)
            continue;
        cld_report_object(d->r, o);
        return cld_blame(d, "input_programs",
                         "entry %u of `input_programs` is not compiled: its binary is %s", (unsigned)i,
                         cld_value_text("cl_program_binary_type", type).at) &&
               cld_fix(d, "call clCompileProgram for it first (clBuildProgram already links)");
    }
    return false;
}

static bool link(struct cld_diag *d)
{
    if (cld_only(d, CL_LINK_PROGRAM_FAILURE))
        return build_failed(d, d->call->created, "linked") &&
               (d->r->arg = cld_arg(d, "input_programs"), true);
    return cld_pair(d, CL_INVALID_VALUE, "num_devices", "device_list") ||
           cld_list(d, CL_INVALID_VALUE, "num_input_programs", "input_programs") ||
           cld_callback(d, "pfn_notify") || cld_listed_devices(d, "num_devices", "device_list") ||
           bad_options(d, CL_INVALID_LINKER_OPTIONS, NULL) || not_compiled(d) ||
           no_tool(d, CL_LINKER_NOT_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE, "linker");
}

/* ---- 5.8.8: what a program is asked for
 * ------------------------------------------------------------------------------- */

static bool program_info(struct cld_diag *d)
{
    uint64_t what = cld_num(d, "param_name");
    bool needs_build = what == CL_PROGRAM_NUM_KERNELS || what == CL_PROGRAM_KERNEL_NAMES;
    return needs_build && cld_is(d, CL_INVALID_PROGRAM_EXECUTABLE) &&
           cld_only(d, CL_INVALID_PROGRAM_EXECUTABLE) &&
           cld_blame(d, "program", "`program` is not built, so its kernels are not known") &&
           cld_fix(d, "call clBuildProgram first, and look at its error code");
}

static bool build_info(struct cld_diag *d)
{
    struct cld_object *p = cld_obj(d, "program");
    cl_device_id devices[CLD_DEVICES], device = (cl_device_id)(uintptr_t)cld_num(d, "device");
    size_t n = cld_alive(p) && cld_is(d, CL_INVALID_DEVICE) ? devices_of_program(d, p->handle, devices) : 0;
    for (size_t i = 0; i < n; i++)
        if (devices[i] == device)
            return false;
    return n && cld_blame(d, "device", "`device` is not one of the %zu devices of `program`", n) &&
           cld_fix(d, "ask about the devices that CL_PROGRAM_DEVICES lists");
}

static bool specialization(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "spec_value", "pass the address of the value") ||
           (cld_only(d, CL_INVALID_VALUE) &&
            cld_blame(d, "spec_size", "`spec_size` %llu does not match the size of constant %u",
                      (unsigned long long)cld_num(d, "spec_size"), (unsigned)cld_num(d, "spec_id")) &&
            cld_fix(d, "pass the size of the constant's type; a bool has 1 byte")) ||
           (cld_only(d, CL_INVALID_PROGRAM) &&
            cld_blame(d, "program", "`program` was not created from an intermediate language") &&
            cld_fix(d, "only clCreateProgramWithIL makes programs with specialization constants"));
}

static bool release_callback(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "pfn_notify", "pass the function to be called");
}

const struct cld_checks cld_checks_program[] = {
    {CLD_FN_clCreateProgramWithSource, with_source},
    {CLD_FN_clCreateProgramWithBinary, with_binary},
    {CLD_FN_clCreateProgramWithBuiltInKernels, with_built_in},
    {CLD_FN_clCreateProgramWithIL, with_il},
    {CLD_FN_clCreateProgramWithILKHR, with_il},
    {CLD_FN_clBuildProgram, build},
    {CLD_FN_clCompileProgram, compile},
    {CLD_FN_clLinkProgram, link},
    {CLD_FN_clGetProgramInfo, program_info},
    {CLD_FN_clGetProgramBuildInfo, build_info},
    {CLD_FN_clSetProgramSpecializationConstant, specialization},
    {CLD_FN_clSetProgramReleaseCallback, release_callback},
    {0, NULL},
};
