#include "layer/device_probe.h"

#include "layer/device_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_PER_TEXT 32 /* keeps a string literal below the 4095 characters that C99 promises */
#define BUILDS_AT_MOST 40
#define MARK "\\001" /* in the probe's text, where its kernel puts 1 or 0 for CLD_GENERIC */

static void write_macros(FILE *f, bool plain)
{
    const char *parameters = plain ? "x" : "...", *use = plain ? "x" : "__VA_ARGS__";
    fprintf(f, "#define cld_probe_s(%s) #%s\n#define cld_probe_v(%s) cld_probe_s(%s)\n", parameters, use,
            parameters, use);
}

/* One line of text a name: "0", or "1" and the value. Values hold no line ends: # writes them as \n. */
static void write_texts(FILE *f, const char *const *names, size_t n)
{
    /* The first line is there to see that all this works. */
    fputs("__constant char cld_probe_0[] = \"x\" cld_probe_v(x) \"\\n\";\n", f);
    for (size_t i = 0; i < n; i++) {
        if (i % NAMES_PER_TEXT == 0)
            fprintf(f, "__constant char cld_probe_%zu[] = \"\"\n", i / NAMES_PER_TEXT + 1);
        if (strcmp(names[i], CLD_GENERIC) == 0)
            fputs("\"1" MARK "\\n\"\n", f);
        else
            fprintf(f, "#ifdef %s\n\"1\" cld_probe_v(%s) \"\\n\"\n#else\n\"0\\n\"\n#endif\n", names[i],
                    names[i]);
        if (i % NAMES_PER_TEXT == NAMES_PER_TEXT - 1 || i == n - 1)
            fputs(";\n", f);
    }
}

/* Stores whole ints: OpenCL 1.0 can't store bytes. */
static void write_kernel(FILE *f, bool no_generic, size_t n)
{
    size_t texts = (n + NAMES_PER_TEXT - 1) / NAMES_PER_TEXT + 1;
    fputs("__kernel void cld_probe(__global int *cld_probe_out, int cld_probe_room)\n{\n"
          "    int cld_probe_at = 1, cld_probe_i;\n",
          f);
    fputs(
        no_generic
            ? "    int cld_probe_generic = 48;\n"
            : "    int cld_probe_generic = __builtin_types_compatible_p(int *, __private int *) ? 48 : 49;\n",
        f);
    for (size_t i = 0; i < texts; i++)
        fprintf(
            f,
            "    for (cld_probe_i = 0; cld_probe_i < (int)sizeof(cld_probe_%zu) - 1; cld_probe_i++) {\n"
            "        if (cld_probe_at < cld_probe_room)\n"
            "            cld_probe_out[cld_probe_at] = cld_probe_%zu[cld_probe_i] == 1 ? cld_probe_generic : "
            "cld_probe_%zu[cld_probe_i];\n"
            "        cld_probe_at++;\n    }\n",
            i, i, i);
    fputs("    cld_probe_out[0] = cld_probe_at;\n}\n", f);
}

static char *write_source(const struct cld_probe *p, const char *const *names, size_t n)
{
    char *source = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&source, &size);
    if (!f)
        return NULL;
    write_macros(f, p->plain);
    write_texts(f, names, n);
    write_kernel(f, p->no_generic, n);
    bool failed = ferror(f) != 0;
    if (fclose(f) != 0 || failed) {
        free(source);
        return NULL;
    }
    return source;
}

static cl_kernel build(const struct cld_probe *p, const char *source, cl_int *code)
{
    cl_kernel kernel = NULL;
    cl_program program = p->next->clCreateProgramWithSource(p->context, 1, &source, NULL, code);
    if (!program)
        return NULL;
    *code = p->next->clBuildProgram(program, 1, &p->device, p->options, NULL, NULL);
    if (*code == CL_SUCCESS)
        kernel = p->next->clCreateKernel(program, "cld_probe", code);
    p->next->clReleaseProgram(program); /* the kernel keeps it */
    return kernel;
}

/* `room` ints; out[0] tells how many it would take. */
static cl_int run_with(const struct cld_probe *p, cl_command_queue queue, cl_kernel kernel, cl_int *out,
                       cl_int room)
{
    cl_int code;
    size_t size = (size_t)room * sizeof *out, one = 1;
    cl_mem buffer = p->next->clCreateBuffer(p->context, CL_MEM_READ_WRITE, size, NULL, &code);
    if (!buffer)
        return code;
    code = p->next->clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    if (code == CL_SUCCESS)
        code = p->next->clSetKernelArg(kernel, 1, sizeof room, &room);
    if (code == CL_SUCCESS)
        code = p->next->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = p->next->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, out, 0, NULL, NULL);
    p->next->clReleaseMemObject(buffer);
    return code;
}

static char *to_text(const cl_int *out, cl_int n)
{
    char *text = malloc((size_t)n);
    for (cl_int i = 1; text && i < n; i++)
        text[i - 1] = (char)out[i];
    if (text)
        text[n - 1] = '\0';
    return text;
}

static cl_int run_on(const struct cld_probe *p, cl_command_queue queue, cl_kernel kernel, char **text)
{
    cl_int code = CL_OUT_OF_RESOURCES, room = 16384;
    for (int tries = 0; tries < 2; tries++) {
        cl_int *out = calloc((size_t)room, sizeof *out);
        if (!out)
            return CL_OUT_OF_HOST_MEMORY;
        code = run_with(p, queue, kernel, out, room);
        cl_int needed = out[0];
        if (code == CL_SUCCESS && needed >= 1 && needed <= room)
            *text = to_text(out, needed);
        free(out);
        if (*text || code != CL_SUCCESS || needed <= room || needed > 1 << 24)
            break;
        room = needed;
    }
    return *text ? CL_SUCCESS : code == CL_SUCCESS ? CL_OUT_OF_RESOURCES : code;
}

/* CL_BUILD_PROGRAM_FAILURE and the like, or with CL_SUCCESS what the probe wrote. */
static cl_int run_probe(struct cld_probe *p, const char *const *names, size_t n, char **text)
{
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    *text = NULL;
    p->builds++;
    char *source = write_source(p, names, n);
    cl_kernel kernel = source ? build(p, source, &code) : NULL;
    free(source);
    if (!kernel)
        return code == CL_SUCCESS ? CL_INVALID_VALUE : code;
    cl_command_queue queue = p->next->clCreateCommandQueue(p->context, p->device, 0, &code);
    if (queue) {
        code = run_on(p, queue, kernel, text);
        p->next->clReleaseCommandQueue(queue);
    }
    p->next->clReleaseKernel(kernel);
    return code == CL_SUCCESS && !*text ? CL_INVALID_VALUE : code;
}

/* False: that is not what the probe writes. */
static bool read_values(const char *text, const char *const *names, size_t n, struct cld_macros *out)
{
    if (strncmp(text, "xx\n", 3) != 0)
        return false;
    text += 3;
    for (size_t i = 0; i < n; i++) {
        const char *end = strchr(text, '\n');
        if (!end || (*text != '0' && *text != '1'))
            return false;
        char *value = *text == '1' ? strndup(text + 1, (size_t)(end - text - 1)) : NULL;
        bool added = (*text == '0' || value) && cld_macros_add(out, names[i], value);
        free(value);
        if (!added)
            return false;
        text = end + 1;
    }
    return *text == '\0';
}

static cl_int try_probe(struct cld_probe *p, const char *const *names, size_t n, struct cld_macros *out)
{
    char *text;
    struct cld_macros found = {0};
    cl_int code = run_probe(p, names, n, &text);
    if (code == CL_SUCCESS && (!read_values(text, names, n, &found) || !cld_macros_add_all(out, &found)))
        code = CL_INVALID_VALUE;
    cld_macros_free(&found);
    free(text);
    return code;
}

/* How does this compiler take any probe at all? */
static cl_int prepare(struct cld_probe *p)
{
    cl_int code = CL_SUCCESS;
    struct cld_macros none = {0};
    for (int way = 0; way < 4; way++) {
        p->plain = way > 0;
        p->no_generic = way > 1;
        if (way == 3)
            cld_keep_standard_options(p->options);
        code = try_probe(p, NULL, 0, &none);
        if (code == CL_SUCCESS)
            break;
    }
    p->prepared = true;
    return code;
}

/* A name that the compiler takes offence at must not cost us the others: halves, down to that one. */
cl_int cld_probe_ask(struct cld_probe *p, const char *const *names, size_t n, struct cld_macros *out)
{
    cl_int code = try_probe(p, names, n, out);
    if (code == CL_SUCCESS)
        return code;
    if (!p->prepared) {
        cl_int usable = prepare(p);
        return usable == CL_SUCCESS ? cld_probe_ask(p, names, n, out) : usable;
    }
    if (n == 1)
        return cld_macros_add(out, names[0], NULL) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (p->builds >= BUILDS_AT_MOST)
        return code;
    code = cld_probe_ask(p, names, n / 2, out);
    return code == CL_SUCCESS ? cld_probe_ask(p, names + n / 2, n - n / 2, out) : code;
}

bool cld_probe_possible(const cl_icd_dispatch *next, cl_device_id device, char reason[CLD_REASON_MAX])
{
    cl_bool there = CL_FALSE;
    if (next->clCreateProgramWithSource && next->clBuildProgram && next->clCreateKernel &&
        next->clReleaseProgram && next->clReleaseKernel && next->clCreateCommandQueue &&
        next->clReleaseCommandQueue && next->clCreateBuffer && next->clReleaseMemObject &&
        next->clSetKernelArg && next->clEnqueueNDRangeKernel && next->clEnqueueReadBuffer &&
        next->clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof there, &there, NULL) ==
            CL_SUCCESS &&
        there)
        return true;
    snprintf(reason, CLD_REASON_MAX, "the device has no compiler");
    return false;
}
