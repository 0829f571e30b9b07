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

/*
 * What is wrong with a call that has not failed. `check` is one of those of diagnose_check.h; the hooks look
 * first, by integers, whether it is worth the while.
 *
 * Before the driver is asked, where drivers end the program or do damage: the finding is out before that.
 * What the driver then answers is added to it.
 */
void cld_foretell(struct cld_call *call, bool (*check)(struct cld_diag *d));
void cld_foretold(struct cld_call *call, cl_int code);
/* After it accepted what the specification forbids (call->dubious): a warning, as other drivers refuse it. */
void cld_report_accepted(struct cld_call *call);

/* "CL_INVALID_VALUE" and so on; "unknown error" for codes that nobody defined. */
const char *cld_code_name(cl_int code);

#endif
