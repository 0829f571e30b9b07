#include "layer/diagnose.h"

#include "layer/calls.h"

#include <stdio.h>

const char *cld_code_name(cl_int code)
{
    static const struct {
        cl_int code;
        const char *name;
    } names[] = {
#define CLD_ERROR(name, value, text) {value, #name},
#include "lib/errors.def"
#undef CLD_ERROR
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return names[i].name;
    return "unknown error";
}

void cld_diagnose(struct cld_call *call, cl_int code, struct cld_report *r)
{
    cld_report_message(r, "%s failed with %s (%d)", cld_fn_info(call->fn)->name, cld_code_name(code), code);
    cld_report_fix(r, "see the specification");
}
