/*
 * preprocess.h - from the program's source to text without macros, whose lines are known.
 *
 * clang preprocesses, with nothing of its own defined: what the device's compiler defines decides, and is
 * asked for by name (cld_unit.needed) where a condition depends on it.
 */
#ifndef CLD_INSTRUMENT_PREPROCESS_H
#define CLD_INSTRUMENT_PREPROCESS_H

#include "instrument/unit.h"

/* Fills in text and lines; or `needed`, and then this is to be called again; or `error`. `folder`: where the
 * program runs, for relative paths. */
void cld_preprocess(struct cld_unit *u, const struct cld_device *device, const char *folder);

#endif
