/*
 * build_headers.h - the headers on disk that a source includes: as the driver finds them, by -I and from the
 * folder in which the program runs.
 */
#ifndef CLD_LAYER_BUILD_HEADERS_H
#define CLD_LAYER_BUILD_HEADERS_H

#include "layer/instrumenter.h"

/*
 * Calls `found` for each header, once, with its name as it is included (below its own header's folder, where
 * that is how it was found) and its text; both live until `found` returns. Conditions (#if) are not looked
 * at: what may be included is given, where it exists. Headers that the unit has as programs are left out.
 */
void cld_build_headers(const struct cld_unit *u,
                       void (*found)(void *user, const char *name, const char *text), void *user);

#endif
