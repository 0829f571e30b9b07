/* use.h - what happens to each expression: read, written, only its address taken. */
#ifndef CLD_INSTRUMENT_USE_H
#define CLD_INSTRUMENT_USE_H

#include "instrument/tree.h"

/* Fills in use, inner, condition, frozen and constant of all nodes below. */
void cld_use_mark(const struct cld_tree *t, struct cld_node *root);

#endif
