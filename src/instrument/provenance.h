/*
 * provenance.h - the bounds of the memory that a pointer may touch travel with it.
 *
 * Bounds are a ulong2: the address of the first byte and of the byte behind the last. (0, ~0) is "unknown":
 * every address is within. Each pointer variable whose address nobody takes has a companion variable that is
 * assigned whenever it is; so have the elements of arrays of pointers and the pointer members of structs that
 * are variables themselves. Pointer parameters of functions have a hidden parameter behind the others, a
 * returned pointer a hidden place for its bounds. The companions of one function are declared at its start.
 */
#ifndef CLD_INSTRUMENT_PROVENANCE_H
#define CLD_INSTRUMENT_PROVENANCE_H

#include "instrument/rewrite.h"

struct cld_provenance *cld_provenance_new(struct cld_rewriter *r, const struct cld_function *f);
void cld_provenance_free(struct cld_provenance *p);

/* Hidden parameters of a declaration or definition, each with a comma before it. */
void cld_provenance_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
/* Of a kernel's: as in wire/message.h, " S0 S2". */
void cld_provenance_hidden(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
/* Declarations at the function's start. Call when its body has been emitted. */
void cld_provenance_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
/* Hidden arguments of a call; `f`: its declaration, when it is in this unit. */
void cld_provenance_arguments(struct cld_rewriter *r, const struct cld_node *call, const struct cld_function *f,
                              struct cld_text *out);

/* Emits nodes that move bounds along (assignments, initialisers, returns, ...). False: an ordinary node. */
bool cld_provenance_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

/* Text of the bounds for an access; the caller frees it. */
char *cld_provenance_of_access(struct cld_rewriter *r, const struct cld_access *a);

#endif
