/*
 * program.h - a whole program: its units, for one device and one pass, and the twins of them.
 */
#ifndef CLD_INSTRUMENT_PROGRAM_H
#define CLD_INSTRUMENT_PROGRAM_H

#include "instrument/conditions.h"
#include "instrument/rewrite.h"
#include "instrument/unit.h"

struct cld_program {
    /* given */
    struct cld_device device;
    char *pass;
    struct cld_pass_list passes; /* of that text */
    char *folder;                /* where the program runs; NULL: here */
    struct cld_unit *units;
    size_t n_units, units_room;
    /* made */
    struct cld_names needed; /* macros to be asked for first: then nothing else is there */
    char *error;             /* why it can't be instrumented */
    struct cld_text *twins;  /* one a unit */
    struct cld_kernel_twin *kernels;
    size_t n_kernels, kernels_room;
    struct cld_names structs; /* struct_layout.h */
    struct cld_sites sites;
    struct cld_unchecked unchecked;
};

struct cld_unit *cld_program_unit(struct cld_program *p);
void cld_program_instrument(struct cld_program *p);
void cld_program_free(struct cld_program *p);

#endif
