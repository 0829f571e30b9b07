/* declare.h - what is declared before a program's text, for libclang only: the twin does not have it. */
#ifndef CLD_INSTRUMENT_DECLARE_H
#define CLD_INSTRUMENT_DECLARE_H

#include "instrument/conditions.h"
#include "instrument/unit.h"

/*
 * as_float4() and the like are macros in clang's header, and libclang does not tell where in the text the
 * arguments of a macro are. As functions they are calls like any other.
 */
void cld_declare_as_type(struct cld_text *out, const char *text, const struct cld_device *device);

/* Functions that clang does not know: extensions of the vendor. */
void cld_declare_unknown(struct cld_text *out, const char *text, const struct cld_names *unknown);

#endif
