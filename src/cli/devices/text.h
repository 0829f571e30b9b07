/* text.h - the list of devices for people. */
#ifndef CLD_CLI_DEVICES_TEXT_H
#define CLD_CLI_DEVICES_TEXT_H

#include <jansson.h>

#include "report/out.h"

/* Writes the document of list.h. */
void cld_devices_text(const json_t *document, const struct cld_out *out);

#endif
