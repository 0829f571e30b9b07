/* passes.h - CLDOCTOR_TWINS: which passes twins are made by, for testing cldoctor itself (CONTRIBUTING.md).
 */
#ifndef CLD_CLI_PASSES_H
#define CLD_CLI_PASSES_H

#include <stdbool.h>

#define CLD_PASSES "identity, touch, trace, bounds, barrier"

/* "bounds+barrier", or with "-gpu" at its end: as GPUs get it. */
bool cld_passes_known(const char *text);

#endif
