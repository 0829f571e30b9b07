/*
 * unit.h - one translation unit on its way: source, preprocessed text, tree, twin.
 */
#ifndef CLD_INSTRUMENT_UNIT_H
#define CLD_INSTRUMENT_UNIT_H

#include "instrument/build_options.h"
#include "instrument/text.h"

#include <stdbool.h>
#include <stddef.h>

struct cld_header {
    char *name, *text;
};

struct cld_macro {
    char *name, *value; /* value NULL: the device does not define it */
};

/* What is known of the device that the twin is for. */
struct cld_device {
    unsigned address_bits;
    bool is_cpu;      /* runs the work-items of a group one after the other, in a loop of its own */
    char *opencl_c;   /* "1.2": of its compiler, when the options name none */
    char *extensions; /* CL_DEVICE_EXTENSIONS */
    size_t max_parameter_size;
    struct cld_macro *macros;
    size_t n_macros, macros_room;
};

/* A file that was included from disk. */
struct cld_dependency {
    char *path;
};

/* Where a line of the preprocessed text came from. */
struct cld_line {
    const char *file; /* "" the program's own source */
    unsigned line;
};

struct cld_unit {
    /* given */
    char *source, *options;
    struct cld_header *headers;
    size_t n_headers, headers_room;
    /* made by cld_preprocess() */
    struct cld_build_options build;
    char *text; /* preprocessed, its line markers taken out */
    size_t size;
    struct cld_line *lines; /* for each line of `text`, from 0 on */
    size_t n_lines, lines_room;
    char **files; /* names that occur in `lines` */
    size_t n_files, files_room;
    struct cld_dependency *dependencies;
    size_t n_dependencies, dependencies_room;
    char **needed; /* macros whose values must be asked for first */
    size_t n_needed, needed_room;
    char *error; /* why this unit can't be instrumented; one clause */
};

void cld_device_macro(struct cld_device *d, const char *name, const char *value);
const struct cld_macro *cld_device_find(const struct cld_device *d, const char *name);
void cld_device_free(struct cld_device *d);

void cld_unit_header(struct cld_unit *u, const char *name, const char *text);
void cld_unit_free(struct cld_unit *u);
/* Says why the unit can't be instrumented, unless a reason is known already. */
void cld_unit_fail(struct cld_unit *u, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
