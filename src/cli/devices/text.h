/* text.h - the list of devices for people. */
#ifndef CLD_CLI_DEVICES_TEXT_H
#define CLD_CLI_DEVICES_TEXT_H

#include <jansson.h>

#include "report/out.h"

/* Writes the document of list.h. */
void cld_devices_text(const json_t *document, const struct cld_out *out);
/* device_text.c: one of its devices, followed by an empty line. */
void cld_device_text(const json_t *device, long long platform, const struct cld_out *out);

#endif
