/*
 * build_options.h - the options of clBuildProgram and clCompileProgram (OpenCL 3.0, 5.8.6), taken apart.
 *
 * The specification says that they are separated by spaces; drivers take quotes and backslashes besides, for
 * folders and definitions that hold spaces, and so do we.
 */
#ifndef CLD_INSTRUMENT_BUILD_OPTIONS_H
#define CLD_INSTRUMENT_BUILD_OPTIONS_H

#include <stddef.h>

struct cld_build_options {
    char **preprocess; /* for the preprocessor: -D, -U, -I and -include, each with its value in one word or
                          two */
    size_t n_preprocess, preprocess_room;
    char *standard; /* of -cl-std=, "CL1.2"; NULL: none was given */
    char *rest;     /* for the twin's build: what is left, quoted as it was */
};

void cld_build_options_read(struct cld_build_options *o, const char *text);
void cld_build_options_free(struct cld_build_options *o);

#endif
