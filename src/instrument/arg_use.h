/*
 * arg_use.h - what a kernel does with the memory of its pointer arguments: for the flags of the buffers that
 * are bound to them (CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY).
 */
#ifndef CLD_INSTRUMENT_ARG_USE_H
#define CLD_INSTRUMENT_ARG_USE_H

#include "instrument/function.h"

/*
 * Of `kernel`, as in wire/message.h: "0r12 2r14w15 3s32". Of pointers only what is certain to be this
 * argument's memory: accesses by way of the parameter itself, in the kernel or in a function of this unit
 * that is given it; not through variables that hold a copy of the pointer, and nothing of a parameter that is
 * assigned another pointer. Whether the access is ever made, nobody knows here.
 */
void cld_arg_uses(const struct cld_unit *unit, const struct cld_functions *functions,
                  const struct cld_function *kernel, struct cld_text *out);

#endif
