/*
 * identity.c - an instrumenter inside the process, which gives back each unit as it is: the driver here
 * computes nothing, and what the layer does with twins is to be broken, not what the instrumenter does.
 */
#include "layer/instrumenter.h"

#include <stdlib.h>
#include <string.h>

void cld_instrument(const cl_icd_dispatch *next, cl_context context, cl_device_id device, const char *pass,
                    const struct cld_unit *units, size_t n_units, struct cld_twin_text *out)
{
    (void)next;
    (void)context;
    (void)device;
    (void)pass;
    *out = (struct cld_twin_text){.ok = true, .n_units = n_units};
    out->units = calloc(n_units, sizeof *out->units);
    for (size_t i = 0; i < n_units; i++) {
        out->units[i].source = strdup(units[i].source);
        out->units[i].options = strdup(units[i].options);
    }
}

void cld_instrumenter_lock(void)
{
}

void cld_instrumenter_unlock(void)
{
}

void cld_instrumenter_forked(void)
{
}
