/*
 * recipe.h - what a program was made from: enough to build its twin later.
 *
 * Captured when the program is built, compiled or linked. Immutable, shared, counted: the program may release
 * its headers and its link inputs, and build again with other options, while a twin is being built.
 */
#ifndef CLD_LAYER_RECIPE_H
#define CLD_LAYER_RECIPE_H

#include "layer/instrumenter.h"
#include "layer/opencl.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cld_recipe_unit {
    _Atomic uint32_t users;
    struct cld_unit unit;
};

struct cld_recipe {
    _Atomic uint32_t users;
    const char *reason; /* static; not NULL: no twin can be made, and why */
    bool linked;        /* by clLinkProgram: its units are compiled one by one, then linked */
    char *link_options; /* NULL: none */
    size_t n_units;
    struct cld_recipe_unit *units[];
};

/* A list: what a program was made from, for each device. */
struct cld_made {
    struct cld_made *next;
    cl_device_id device; /* NULL: every device that has no entry of its own */
    struct cld_recipe *recipe;
};

/* All return one reference, or NULL when memory is short. */
struct cld_recipe *cld_recipe_none(const char *reason);
struct cld_recipe *cld_recipe_of_source(const cl_icd_dispatch *next, cl_program program, const char *options,
                                        cl_uint n_headers, const cl_program *headers, const char **names);
/* The units of all inputs together; the inputs' own link options (of libraries) do not matter. */
struct cld_recipe *cld_recipe_of_link(struct cld_recipe *const *inputs, size_t n, const char *options);
struct cld_recipe *cld_recipe_retain(struct cld_recipe *r);
void cld_recipe_release(struct cld_recipe *r);

/* As bytes for the cache on disk; malloc'ed, NULL: it has no units, or memory is short. */
void *cld_recipe_pack(const struct cld_recipe *r, size_t *size);
struct cld_recipe *cld_recipe_unpack(const void *data, size_t size);

/* The entry for `device`; NULL: none. */
struct cld_recipe *cld_made_for(const struct cld_made *list, cl_device_id device);
/* Puts an entry in front of the list; keeps a reference of its own to the recipe. False: no memory. */
bool cld_made_add(struct cld_made **list, cl_device_id device, struct cld_recipe *recipe);
struct cld_made *cld_made_copy(const struct cld_made *list);
void cld_made_free(struct cld_made *list);

#endif
