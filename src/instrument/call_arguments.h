/*
 * call_arguments.h - arguments of calls that clang replaced: of a sampler that is a constant of the program
 * it passes the initialiser, as if that stood there.
 */
#ifndef CLD_INSTRUMENT_CALL_ARGUMENTS_H
#define CLD_INSTRUMENT_CALL_ARGUMENTS_H

#include "instrument/tree.h"

/* `call` gets a node, a literal with clang's cursor, for each argument whose own is not in the text. */
void cld_call_complete(struct cld_tree *t, struct cld_node *call);

#endif
