/*
 * instrumenter.h - asks cldoctor-instrument for the twin of a program.
 *
 * Goes, in this order, to the cache on disk, to the server that `cldoctor run` owns, and to a process started
 * here in a way that the program can't wait for. Whatever goes wrong there is an answer with a reason, never
 * an error for the program.
 */
#ifndef CLD_LAYER_INSTRUMENTER_H
#define CLD_LAYER_INSTRUMENTER_H

#include "layer/opencl.h"

#include <stdbool.h>
#include <stddef.h>

struct cld_unit_header {
    char *name, *text;
};

/* One translation unit of a program: what clBuildProgram or clCompileProgram was given. */
struct cld_unit {
    char *source, *options;
    struct cld_unit_header *headers;
    size_t n_headers;
};

struct cld_twin_kernel_text {
    char *name;
    char *hidden;    /* as in wire/message.h: "L S0 S2" */
    char *reason;    /* not NULL: this kernel stays as it is, and why */
    char *unchecked; /* not NULL: what of its twin is not checked */
    char *uses;      /* as in wire/message.h: "0r12 2w14"; NULL: nothing is known */
    char *loops;     /* that may be endless: lines of wire/message.h; NULL: none */
};

struct cld_twin_text {
    bool ok;
    char *reason;           /* when not ok: one clause, no full stop */
    struct cld_unit *units; /* source and options of the twin; no headers */
    size_t n_units;
    struct cld_twin_kernel_text *kernels;
    size_t n_kernels;
    char **structs; /* as in wire/message.h: "lamp 32 direction:0 power:16" */
    size_t n_structs;
    void *sites;
    size_t sites_size;
};

/*
 * `out` is filled in any case; free it with cld_twin_text_free(). May take long (a device build for the
 * macros, then the instrumenter): call it with no lock held. Thread-safe; one request at a time is under way.
 */
void cld_instrument(const cl_icd_dispatch *next, cl_context context, cl_device_id device, const char *pass,
                    const struct cld_unit *units, size_t n_units, struct cld_twin_text *out);
void cld_twin_text_free(struct cld_twin_text *t);

/* For fork(): see layer.c. */
void cld_instrumenter_lock(void);
void cld_instrumenter_unlock(void);
void cld_instrumenter_forked(void);

#endif
