/* host_struct.h - how the host lays a struct out, from its debug information. */
#ifndef CLD_MODEL_HOST_STRUCT_H
#define CLD_MODEL_HOST_STRUCT_H

#include "model/symbolise.h"

struct cld_host_field {
    const char *name;
    uint64_t offset; /* bytes */
};

struct cld_host_struct {
    uint64_t bytes;
    struct cld_host_field *fields;
    size_t n_fields;
    const char *file; /* where it is declared; NULL: unknown */
    int line;
};

/*
 * The struct of this name in the source files that the functions of a stack are in. False: there is none, or
 * no debug information. It lives as long as the symboliser.
 */
bool cld_host_struct_find(struct cld_symboliser *symboliser, const struct cld_process *process,
                          uint32_t stack, const char *name, struct cld_host_struct *out);

#endif
