/*
 * claims.h - the proof that no access was dropped.
 *
 * clang leaves out of its tree what it does not understand, and libclang what it does not show. So every [, *
 * and -> in the text of a function must belong to a node that explains it: a subscript, a product, a
 * declarator, ...; and every subscript, dereference and arrow of the tree must have its token.
 */
#ifndef CLD_INSTRUMENT_CLAIMS_H
#define CLD_INSTRUMENT_CLAIMS_H

#include "instrument/function.h"

/* False: the unit says which token of which line nobody claims. */
bool cld_claims_check(struct cld_unit *u, const struct cld_tree *t, const struct cld_functions *f);

#endif
