/* abilities.h - what cldoctor can check on a device, and where it can't, why. */
#ifndef CLD_CLI_DEVICES_ABILITIES_H
#define CLD_CLI_DEVICES_ABILITIES_H

#include <jansson.h>

/*
 * Gives each device of the document "checks": [{"name", "possible", "reason"}], and the loader "layers":
 * true, false or, where its version does not tell, null. Names: calls, kernels, svm, timestamps.
 */
void cld_abilities_add(json_t *document);

#endif
