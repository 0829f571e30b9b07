/* twin_build.c - from a recipe to a program of the driver's: the instrumenter, then the vendor's compiler. */
#include "layer/twin.h"

#include "layer/diagnose.h"
#include "layer/driver_log.h"
#include "layer/registers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct build {
    const cl_icd_dispatch *next;
    cl_context context;
    cl_device_id device;
    char **reason;
};

static void set_reason(const struct build *b, const char *text, const char *more)
{
    char line[640];
    snprintf(line, sizeof line, "%s%s%s", text, *more ? ": " : "", more);
    free(*b->reason);
    *b->reason = strdup(line);
}

/* The first line of the log that speaks of an error, else the first that says anything. */
static const char *telling_line(char *log)
{
    char *rest = NULL, *first = NULL;
    for (char *line = strtok_r(log, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest)) {
        line += strspn(line, " \t");
        if (strstr(line, "error"))
            return line;
        if (!first && *line)
            first = line;
    }
    return first ? first : "";
}

static void refused(const struct build *b, const char *what, cl_program program, cl_int error)
{
    char *log = program ? cld_driver_log(b->next, program, b->device) : NULL;
    const char *line = log ? telling_line(log) : "";
    set_reason(b, what, *line ? line : cld_code_name(error));
    free(log);
}

static cl_program with_source(const struct build *b, const char *source)
{
    cl_int error = CL_SUCCESS;
    cl_program p = b->next->clCreateProgramWithSource(b->context, 1, &source, NULL, &error);
    if (!p)
        refused(b, "the driver makes no program for its twin", NULL, error);
    return p;
}

static cl_program build_one(const struct build *b, const struct cld_unit *u, unsigned registers)
{
    cl_program p = with_source(b, u->source);
    if (!p)
        return NULL;
    char *limited = registers ? cld_registers_options(u->options, registers) : NULL;
    cl_int error = b->next->clBuildProgram(p, 1, &b->device, limited ? limited : u->options, NULL, NULL);
    free(limited);
    if (error == CL_SUCCESS)
        return p;
    refused(b, "the driver's compiler refuses its twin", p, error);
    b->next->clReleaseProgram(p);
    return NULL;
}

static bool compile_all(const struct build *b, const struct cld_twin_text *text, cl_program *programs)
{
    for (size_t i = 0; i < text->n_units; i++) {
        const struct cld_unit *u = &text->units[i];
        if (!(programs[i] = with_source(b, u->source)))
            return false;
        cl_int error =
            b->next->clCompileProgram(programs[i], 1, &b->device, u->options, 0, NULL, NULL, NULL, NULL);
        if (error != CL_SUCCESS) {
            refused(b, "the driver's compiler refuses its twin", programs[i], error);
            return false;
        }
    }
    return true;
}

static cl_program link(const struct build *b, size_t n, const cl_program *programs, const char *options)
{
    cl_int error = CL_SUCCESS;
    cl_program p =
        b->next->clLinkProgram(b->context, 1, &b->device, options, (cl_uint)n, programs, NULL, NULL, &error);
    if (p && error == CL_SUCCESS)
        return p;
    refused(b, "the driver does not link its twin", p, error);
    if (p)
        b->next->clReleaseProgram(p);
    return NULL;
}

static cl_program compile_and_link(const struct build *b, const struct cld_twin_text *text,
                                   const char *options)
{
    if (!b->next->clCompileProgram || !b->next->clLinkProgram) {
        set_reason(b, "the driver does not link programs", "");
        return NULL;
    }
    cl_program *programs = calloc(text->n_units, sizeof *programs), linked = NULL;
    if (programs && compile_all(b, text, programs))
        linked = link(b, text->n_units, programs, options);
    for (size_t i = 0; programs && i < text->n_units; i++)
        if (programs[i])
            b->next->clReleaseProgram(programs[i]);
    free(programs);
    return linked;
}

/* The program's units as the instrumenter takes them: one array, whose texts stay the recipe's. */
static struct cld_unit *units_of(const struct cld_recipe *recipe)
{
    struct cld_unit *units = calloc(recipe->n_units, sizeof *units);
    for (size_t i = 0; units && i < recipe->n_units; i++)
        units[i] = recipe->units[i]->unit;
    return units;
}

static cl_program make(const struct build *b, const struct cld_recipe *recipe, struct cld_twin_text *text)
{
    struct cld_unit *units = units_of(recipe);
    if (!units)
        return NULL;
    cld_instrument(b->next, b->context, b->device, cld_layer.options.twins, units, recipe->n_units, text);
    free(units);
    if (!text->ok || !text->n_units) {
        set_reason(b, text->reason ? text->reason : "the instrumenter gave no answer", "");
        return NULL;
    }
    if (recipe->linked || text->n_units > 1)
        return compile_and_link(b, text, recipe->link_options);
    const struct cld_unit *original = &recipe->units[0]->unit;
    return build_one(b, &text->units[0], cld_registers_limit(b->next, b->context, b->device, original));
}

cl_program cld_twin_build(const struct cld_twins *t, cl_device_id device, const struct cld_recipe *recipe,
                          struct cld_twin_text *text, char **reason)
{
    const struct build b = {&t->target->next, t->context_handle, device, reason};
    struct cld_progress *progress = cld_progress_start(t->serial);
    cl_program program = make(&b, recipe, text);
    cld_progress_stop(progress, program != NULL);
    return program;
}
