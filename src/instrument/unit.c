#include "instrument/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cld_device_macro(struct cld_device *d, const char *name, const char *value)
{
    if (cld_device_find(d, name))
        return;
    d->macros = cld_grow(d->macros, &d->macros_room, d->n_macros, sizeof *d->macros);
    d->macros[d->n_macros++] =
        (struct cld_macro){cld_copy(name, strlen(name)), value ? cld_copy(value, strlen(value)) : NULL};
}

const struct cld_macro *cld_device_find(const struct cld_device *d, const char *name)
{
    for (size_t i = 0; i < d->n_macros; i++)
        if (strcmp(d->macros[i].name, name) == 0)
            return &d->macros[i];
    return NULL;
}

void cld_device_free(struct cld_device *d)
{
    for (size_t i = 0; i < d->n_macros; i++) {
        free(d->macros[i].name);
        free(d->macros[i].value);
    }
    free(d->macros);
    free(d->opencl_c);
    free(d->extensions);
    *d = (struct cld_device){0};
}

void cld_unit_header(struct cld_unit *u, const char *name, const char *text)
{
    u->headers = cld_grow(u->headers, &u->headers_room, u->n_headers, sizeof *u->headers);
    u->headers[u->n_headers++] =
        (struct cld_header){cld_copy(name, strlen(name)), cld_copy(text, strlen(text))};
}

void cld_unit_fail(struct cld_unit *u, const char *format, ...)
{
    va_list args;
    if (u->error)
        return;
    va_start(args, format);
    if (vasprintf(&u->error, format, args) < 0)
        u->error = cld_copy("out of memory", 13);
    va_end(args);
}

void cld_unit_free(struct cld_unit *u)
{
    for (size_t i = 0; i < u->n_headers; i++) {
        free(u->headers[i].name);
        free(u->headers[i].text);
    }
    for (size_t i = 0; i < u->n_files; i++)
        free(u->files[i]);
    for (size_t i = 0; i < u->n_dependencies; i++)
        free(u->dependencies[i].path);
    for (size_t i = 0; i < u->n_needed; i++)
        free(u->needed[i]);
    cld_build_options_free(&u->build);
    free(u->headers);
    free(u->source);
    free(u->options);
    free(u->text);
    free(u->lines);
    free(u->files);
    free(u->dependencies);
    free(u->needed);
    free(u->error);
    *u = (struct cld_unit){0};
}
