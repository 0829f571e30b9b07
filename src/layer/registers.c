#include "layer/registers.h"

#include "layer/device_macros.h"
#include "layer/driver_log.h"
#include "layer/twin_cache.h"
#include "wire/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERBOSE "-cl-nv-verbose"    /* cl_nv_compiler_options */
#define LIMIT "-cl-nv-maxrregcount" /* the same */
#define FEWEST 32u                  /* with these a compute unit is full of work-items */
#define MOST 64u /* with more, few work-items hide a latency anyway; the twin's few more matter less */

/* ---- what the compiler says ---------------------------------------------------------------------------- */

unsigned cld_registers_read(const char *log, size_t *kernels)
{
    static const char entry[] = "Compiling entry function '", used[] = "Used ";
    unsigned most = 0;
    *kernels = 0;
    for (const char *at = log; (at = strstr(at, entry));) {
        at += sizeof entry - 1;
        /* "Used 40 registers, used 1 barriers", before the next kernel; a log that is cut off ends earlier.
         */
        const char *next = strstr(at, entry), *count = strstr(at, used);
        unsigned registers;
        if (!count || (next && count > next) ||
            sscanf(count + sizeof used - 1, "%u registers", &registers) != 1)
            continue;
        most = registers > most ? registers : most;
        ++*kernels;
    }
    return most;
}

unsigned cld_registers_step(unsigned registers)
{
    unsigned step = (registers + 7) / 8 * 8; /* given out by eight */
    return !registers || step > MOST ? 0 : step < FEWEST ? FEWEST : step;
}

char *cld_registers_options(const char *options, unsigned limit)
{
    char *text = NULL;
    int n =
        asprintf(&text, "%s%s" LIMIT "=%u", options ? options : "", options && *options ? " " : "", limit);
    return n < 0 ? NULL : text;
}

/* ---- the original, built to be asked ------------------------------------------------------------------- */

struct original {
    const cl_icd_dispatch *next;
    cl_context context;
    cl_device_id device;
    const struct cld_unit *unit;
};

static bool takes_limit(const struct original *o)
{
    char *extensions = cld_device_text(o->next, o->device, CL_DEVICE_EXTENSIONS);
    const char *options = o->unit->options;
    bool takes = extensions && strstr(extensions, "cl_nv_compiler_options") &&
                 !(options && strstr(options, LIMIT)) && !o->unit->n_headers;
    free(extensions);
    return takes;
}

/* False: the driver's log names no kernel: it may have had the program in a cache. */
static bool ask_program(const struct original *o, cl_program program, unsigned *limit)
{
    size_t all = 0, known = 0;
    char *log = cld_driver_log(o->next, program, o->device);
    unsigned most = log ? cld_registers_read(log, &known) : 0;
    free(log);
    if (!known ||
        o->next->clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof all, &all, NULL) != CL_SUCCESS)
        return false;
    *limit = known >= all ? cld_registers_step(most) : 0; /* the driver cuts off long logs */
    return true;
}

static bool ask(const struct original *o, unsigned *limit)
{
    const char *source = o->unit->source, *options = o->unit->options;
    char *verbose = NULL;
    cl_int error;
    bool told = false;
    if (asprintf(&verbose, "%s%s" VERBOSE, options ? options : "", options && *options ? " " : "") < 0)
        return false;
    cl_program program = o->next->clCreateProgramWithSource(o->context, 1, &source, NULL, &error);
    if (program && o->next->clBuildProgram(program, 1, &o->device, verbose, NULL, NULL) == CL_SUCCESS)
        told = ask_program(o, program, limit);
    if (program)
        o->next->clReleaseProgram(program);
    free(verbose);
    return told;
}

/* ---- what is known already ----------------------------------------------------------------------------- */

static struct cld_twin_key key_of(const struct original *o)
{
    struct cld_message m = {0};
    cld_message_text(&m, "registers", o->unit->source);
    cld_message_text(&m, "options", o->unit->options ? o->unit->options : "");
    cld_device_identity(o->next, o->device, &m);
    struct cld_twin_key key = cld_twin_key(m.data, m.size);
    cld_message_free(&m);
    return key;
}

unsigned cld_registers_limit(const cl_icd_dispatch *next, cl_context context, cl_device_id device,
                             const struct cld_unit *original)
{
    const struct original o = {next, context, device, original};
    if (!takes_limit(&o))
        return 0;
    struct cld_twin_key key = key_of(&o);
    void *data = NULL;
    size_t size = 0;
    unsigned limit = 0;
    if (cld_twin_cache_get(key, &data, &size) && size == sizeof limit) {
        memcpy(&limit, data, sizeof limit);
    } else if (ask(&o, &limit)) {
        cld_twin_cache_put(key, &limit, sizeof limit);
    }
    free(data);
    return limit;
}
