#include "layer/build_log.h"

#include "layer/driver_log.h"

#include <stdlib.h>
#include <string.h>

static bool read_log(struct cld_device_log *t)
{
    t->log = cld_driver_log(t->end->next, t->end->program, t->device);
    if (!t->log)
        return false;
    t->log_size = strlen(t->log);
    t->parsed = cld_build_log_parse(t->log, t->log_size);
    return t->parsed != NULL;
}

static void add_source(struct cld_device_log *t, const char *name, const char *text)
{
    if (t->n_sources < CLD_BUILD_SOURCES)
        t->sources[t->n_sources++] = (struct cld_source_text){name, text, strlen(text)};
}

static void take_sources(struct cld_device_log *t)
{
    const struct cld_recipe *made = t->end->made;
    for (size_t i = 0; made && i < made->n_units; i++) {
        const struct cld_unit *u = &made->units[i]->unit;
        add_source(t, NULL, u->source);
        for (size_t h = 0; h < u->n_headers; h++)
            add_source(t, u->headers[h].name, u->headers[h].text);
    }
}

static void name_device(struct cld_device_log *t)
{
    if (t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_NAME, sizeof t->device_name - 1, t->device_name,
                                      NULL) != CL_SUCCESS)
        t->device_name[0] = '\0';
}

struct cld_device_log *cld_device_log_open(struct cld_build_end *end, cl_device_id device)
{
    struct cld_device_log *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->end = end;
    t->device = device;
    take_sources(t);
    if (end->program && device)
        read_log(t);
    if (device)
        name_device(t);
    return t;
}

void cld_device_log_close(struct cld_device_log *t)
{
    cld_build_log_free(t->parsed);
    free(t->log);
    free(t);
}

cl_build_status cld_device_log_status(const struct cld_build_end *end, cl_device_id device)
{
    cl_build_status status = CL_BUILD_NONE;
    end->next->clGetProgramBuildInfo(end->program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                     NULL);
    return status;
}

bool cld_device_log_has_error(const struct cld_device_log *t)
{
    return t->parsed && t->parsed->errors > 0;
}

bool cld_device_log_same(const struct cld_device_log *a, const struct cld_device_log *b)
{
    const struct cld_diagnostic *x = a->parsed ? cld_build_log_root(a->parsed) : NULL;
    const struct cld_diagnostic *y = b->parsed ? cld_build_log_root(b->parsed) : NULL;
    return x && y ? x->line == y->line && x->column == y->column && strcmp(x->message, y->message) == 0
                  : x == y;
}

char *cld_device_log_extensions(const struct cld_device_log *t)
{
    size_t size = 0;
    char *text = NULL;
    if (t->device &&
        t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS &&
        size > 1 && (text = calloc(1, size + 1)))
        t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_EXTENSIONS, size, text, NULL);
    return text;
}
