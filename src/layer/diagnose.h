/*
 * diagnose.h - why a call failed: the specification's conditions for that function and code, checked against
 * what the program passed and against our own object table.
 */
#ifndef CLD_LAYER_DIAGNOSE_H
#define CLD_LAYER_DIAGNOSE_H

#include "layer/finding.h"

/*
 * Fills in `r` (id, arg, message, fix, objects, evidence; r->is_probe for calls that merely ask what there
 * is) for the failed call. `call->args` is the function's struct cld_args_NAME. May query the driver about
 * objects that are known to be alive. Always leaves a message, at worst the general meaning of the code.
 */
void cld_diagnose(struct cld_call *call, cl_int code, struct cld_report *r);

/* "CL_INVALID_VALUE" and so on; "unknown error" for codes that nobody defined. */
const char *cld_code_name(cl_int code);

#endif
