/*
 * query.h - asking a driver. Everything here runs in a child process: a driver may crash or hang in any of
 * these calls. What it finds goes to the parent as it is found, a line of JSON a message, so that a later
 * crash takes nothing back:
 *
 *     {"doing": "..."}        what is tried next: said when the child does not come back from it
 *     {"loader": {...}}       the library, its name and version
 *     {"no_loader": "..."}    it can't be opened, and why
 *     {"count": N, "code": C} platforms that the loader has, and the code of the call that asked
 *     {"platform": {...}}     without its devices
 *     {"device": {...}}       one of its devices
 *     {"kernel": {...}}       what the device said of a trivial kernel: belongs to the last device
 *     {"end": true}           nothing was left out
 */
#ifndef CLD_CLI_DEVICES_QUERY_H
#define CLD_CLI_DEVICES_QUERY_H

#include "cli/devices/opencl.h"

#include <jansson.h>
#include <stdint.h>

/* Lists platform `index` of the loader to the descriptor `to`. */
void cld_query_platform(uint32_t index, int to);
/* device_query.c: the answers of one device; what it should know and does not is its "not_answered". */
json_t *cld_query_device(const struct cld_opencl *cl, cl_device_id device);

#endif
