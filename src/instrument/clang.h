/* clang.h - where clang is, and how it is told what the device takes. */
#ifndef CLD_INSTRUMENT_CLANG_H
#define CLD_INSTRUMENT_CLANG_H

#include "instrument/unit.h"

#include <clang-c/Index.h>

/* The program: $CLDOCTOR_CLANG, or the one that this was built with. */
const char *cld_clang_program(void);
/* The folder of its own headers, with include/opencl-c-base.h in it: $CLDOCTOR_CLANG_RESOURCES or as built.
 */
const char *cld_clang_resources(void);
/* "CL1.2": as the options say, or as the device's compiler takes it. */
const char *cld_clang_standard(const struct cld_unit *u, const struct cld_device *device);

/*
 * The standard by which the text is parsed. Where the device takes a pointer without an address space as
 * generic whatever the standard (its layer has found out: __cld_generic), so must we: that is OpenCL C 2.0.
 */
const char *cld_clang_parse_standard(const struct cld_unit *u, const struct cld_device *device);

/*
 * Parses the unit's text. NULL, with the unit's error set, when there is an error in it: what clang makes of
 * such text leaves out whole expressions without a word. `offset` is where the unit's text begins in what was
 * parsed: declarations of ours come before it. Free with clang_disposeTranslationUnit().
 */
CXTranslationUnit cld_clang_parse(CXIndex index, struct cld_unit *u, const struct cld_device *device,
                                  unsigned *offset);

#endif
