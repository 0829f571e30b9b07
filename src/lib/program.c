#include <cldoctor/program.h>

#include "build_detail.h"
#include "detail.h"
#include "source_file.h"
#include "text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cld_program {
    cl_context context;
    cl_device_id device;
    struct cld_text source; /* all sources, each behind its #line */
    struct cld_text options;
    struct cld_text log;
    cl_program program; /* NULL until a build succeeds */
};

static cl_int no_memory(void)
{
    return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for a program.");
}

cl_int cld_program_new(cl_context context, cl_device_id device, cld_program **out)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_program_new: `out` is NULL.");
    *out = NULL;
    if (!context || !device)
        return cld_detail(CL_INVALID_VALUE, "cld_program_new: no %s given.", context ? "device" : "context");
    cld_program *program = calloc(1, sizeof(*program));
    if (!program)
        return no_memory();
    const cl_int err = clRetainContext(context);
    if (err != CL_SUCCESS) {
        free(program);
        return cld_detail(err, "cld_program_new: the context is not valid.");
    }
    program->context = context;
    program->device = device;
    *out = program;
    return CL_SUCCESS;
}

void cld_program_free(cld_program *program)
{
    if (!program)
        return;
    if (program->program)
        clReleaseProgram(program->program);
    clReleaseContext(program->context);
    cld_text_clear(&program->source);
    cld_text_clear(&program->options);
    cld_text_clear(&program->log);
    free(program);
}

/* What every function that changes sources or options must check first. */
static cl_int require_open(const cld_program *program, const void *argument, const char *function)
{
    if (!program || !argument)
        return cld_detail(CL_INVALID_VALUE, "%s: an argument is NULL.", function);
    if (program->program)
        return cld_detail(CLD_ALREADY_BUILT, "%s: the program is built already.", function);
    return CL_SUCCESS;
}

/* A name as a C string literal, for #line. */
static void add_quoted(struct cld_text *text, const char *name)
{
    cld_text_add(text, "\"", 1);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            cld_text_add(text, "\\", 1);
        cld_text_add(text, *name == '\n' ? " " : name, 1);
    }
    cld_text_add(text, "\"", 1);
}

cl_int cld_program_add_source(cld_program *program, const char *name, const char *source)
{
    if (!name || !source)
        return cld_detail(CL_INVALID_VALUE, "cld_program_add_source: an argument is NULL.");
    const cl_int err = require_open(program, source, __func__);
    if (err != CL_SUCCESS)
        return err;
    cld_text_add(&program->source, "#line 1 ", strlen("#line 1 "));
    add_quoted(&program->source, name);
    cld_text_add(&program->source, "\n", 1);
    cld_text_add(&program->source, source, strlen(source));
    cld_text_add(&program->source, "\n",
                 1); /* a file whose last line has no end must not swallow the next one */
    return program->source.bad ? no_memory() : CL_SUCCESS;
}

/* -I for the file's folder, so that its #include "..." works wherever the process was started. */
static cl_int add_include_folder(cld_program *program, const char *path)
{
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) : 1;
    const char *folder = slash ? path : ".";
    for (int i = 0; i < length; i++) {
        if (isspace((unsigned char)folder[i]) || folder[i] == '"' || folder[i] == '\'')
            return CL_SUCCESS;
    }
    cld_text_format(&program->options, " -I %.*s", length ? length : 1, folder);
    return program->options.bad ? no_memory() : CL_SUCCESS;
}

cl_int cld_program_add_file(cld_program *program, const char *path)
{
    cl_int err = require_open(program, path, __func__);
    if (err != CL_SUCCESS)
        return err;
    struct cld_text source = {0};
    err = cld_source_file_read(path, &source);
    if (err == CL_SUCCESS)
        err = cld_program_add_source(program, path, cld_text_get(&source));
    if (err == CL_SUCCESS)
        err = add_include_folder(program, path);
    cld_text_clear(&source);
    return err;
}

cl_int cld_program_add_files(cld_program *program, size_t count, const char *const paths[])
{
    if (count && !paths)
        return cld_detail(CL_INVALID_VALUE, "cld_program_add_files: `paths` is NULL.");
    cl_int err = CL_SUCCESS;
    for (size_t i = 0; i < count && err == CL_SUCCESS; i++)
        err = cld_program_add_file(program, paths[i]);
    return err;
}

cl_int cld_program_option(cld_program *program, const char *options)
{
    const cl_int err = require_open(program, options, __func__);
    if (err != CL_SUCCESS)
        return err;
    cld_text_format(&program->options, " %s", options);
    return program->options.bad ? no_memory() : CL_SUCCESS;
}

static int is_identifier(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return 0;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return *name == '\0';
}

/* Drivers split the options at blanks and know no quotes: such a value would silently become something else.
 */
static cl_int add_define(cld_program *program, const char *name, const char *value)
{
    if (strpbrk(value, " \t\r\n\"'"))
        return cld_detail(CL_INVALID_VALUE, "The value of macro %s has a blank or quote: [%s].", name, value);
    cld_text_format(&program->options, *value ? " -D %s=%s" : " -D %s", name, value);
    return program->options.bad ? no_memory() : CL_SUCCESS;
}

cl_int cld_program_define(cld_program *program, const char *name, const char *format, ...)
{
    const cl_int err = require_open(program, name, __func__);
    if (err != CL_SUCCESS)
        return err;
    if (!is_identifier(name))
        return cld_detail(CL_INVALID_VALUE, "A macro can't be named [%s].", name);
    char value[256] = "";
    if (format) {
        va_list args;
        va_start(args, format);
        const int length = vsnprintf(value, sizeof(value), format, args);
        va_end(args);
        if (length < 0 || (size_t)length >= sizeof(value))
            return cld_detail(CL_INVALID_VALUE, "The value of macro %s is longer than 255 characters.", name);
    }
    return add_define(program, name, value);
}

/* Is the device's OpenCL 1.2 or newer? CL_DEVICE_VERSION is "OpenCL <major>.<minor> <vendor's>" (OpenCL
 * API 4.2). */
static int knows_arg_info(cl_device_id device)
{
    char version[256] = "";
    if (clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof(version), version, NULL) != CL_SUCCESS)
        return 0;
    int major = 0;
    int minor = 0;
    if (sscanf(version, "OpenCL %d.%d", &major, &minor) !=
        2) // NOLINT(cert-err34-c): a version has two digits
        return 0;
    return major > 1 || minor >= 2;
}

static void fetch_log(cld_program *program, cl_program built)
{
    cld_text_clear(&program->log);
    size_t size = 0;
    if (clGetProgramBuildInfo(built, program->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS ||
        size < 2)
        return;
    char *log = calloc(size + 1, 1);
    if (!log)
        return;
    if (clGetProgramBuildInfo(built, program->device, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS)
        cld_text_add(&program->log, log, strlen(log));
    free(log);
}

static cl_int compile(cld_program *program, const char *options)
{
    const char *source = cld_text_get(&program->source);
    cl_int err = CL_SUCCESS;
    cl_program built = clCreateProgramWithSource(program->context, 1, &source, NULL, &err);
    if (err != CL_SUCCESS)
        return cld_detail(err, "clCreateProgramWithSource failed.");
    err = clBuildProgram(built, 1, &program->device, options, NULL, NULL);
    fetch_log(program, built);
    if (err != CL_SUCCESS) {
        clReleaseProgram(built);
        return cld_build_detail(err, program->device, source, options, cld_text_get(&program->log));
    }
    program->program = built;
    return CL_SUCCESS;
}

cl_int cld_program_build(cld_program *program)
{
    cl_int err = require_open(program, program, __func__);
    if (err != CL_SUCCESS)
        return err;
    if (program->source.length == 0)
        return cld_detail(CL_INVALID_VALUE, "cld_program_build: the program has no source yet.");
    struct cld_text options = {0};
    /* The options kept in the program begin with a blank. */
    cld_text_format(&options, "%s%s", knows_arg_info(program->device) ? "-cl-kernel-arg-info" : "",
                    cld_text_get(&program->options));
    err = options.bad ? no_memory() : compile(program, cld_text_get(&options));
    cld_text_clear(&options);
    return err;
}

const char *cld_program_log(const cld_program *program)
{
    return cld_text_get(&program->log);
}

cl_program cld_program_cl(const cld_program *program)
{
    return program->program;
}

static cl_int no_such_kernel(const cld_program *program, const char *name)
{
    char names[2048] = "";
    if (clGetProgramInfo(program->program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL) != CL_SUCCESS)
        return cld_detail(CL_INVALID_KERNEL_NAME, "The program has no kernel \"%s\".", name);
    return cld_detail(CL_INVALID_KERNEL_NAME, "The program has no kernel \"%s\". It has: %s.", name, names);
}

cl_int cld_program_kernel(const cld_program *program, const char *name, cl_kernel *out)
{
    if (!program || !name || !out)
        return cld_detail(CL_INVALID_VALUE, "cld_program_kernel: an argument is NULL.");
    *out = NULL;
    if (!program->program)
        return cld_detail(CLD_NOT_BUILT, "Kernel \"%s\" was asked for before a successful build.", name);
    cl_int err = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program->program, name, &err);
    if (err == CL_INVALID_KERNEL_NAME)
        return no_such_kernel(program, name);
    if (err != CL_SUCCESS)
        return cld_detail(err, "clCreateKernel failed for \"%s\".", name);
    *out = kernel;
    return CL_SUCCESS;
}
