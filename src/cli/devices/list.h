/* list.h - the document of `cldoctor devices`: what its text and its JSON are made from. */
#ifndef CLD_CLI_DEVICES_LIST_H
#define CLD_CLI_DEVICES_LIST_H

#include <jansson.h>

/*
 * Every platform and device, schema "cldoctor-devices-1". A driver that crashes, or says nothing for
 * `timeout` seconds, is a "problem" of its platform. Where there is no device, "problem" of the whole says
 * why, and "fix" what to do. The caller decrefs it.
 */
json_t *cld_devices_list(int timeout);
/* How many devices it has. */
size_t cld_devices_count(const json_t *document);

#endif
