/*
 * async.h - async copies between global and local memory: their ranges, and whether they are waited for.
 *
 * An event_t can be neither looked at nor kept in a struct. So in a twin the word stands for a number of ours
 * (a macro in front of the program), and the functions that give and take events are replaced: a copy notes
 * what it was given and gives the number of its event, a wait looks whether it was given such numbers. On
 * CPUs the copy itself is made by the device's own function, with an event that all copies of a work-item
 * share; on GPUs by a loop over the work-items, and the wait is a barrier, as it is in drivers of GPUs.
 *
 * Work-items compare what they were given with what the first of their group to come to the same copy has
 * left in local memory: nobody waits for anybody, so that nothing hangs where not all come.
 */
#ifndef CLD_INSTRUMENT_ASYNC_H
#define CLD_INSTRUMENT_ASYNC_H

#include "instrument/rewrite.h"

struct cld_async_use cld_async_use_of(const struct cld_unit *units, size_t count);

/* Built-in functions that take part: copies, waits, prefetch. False: another, and nothing was emitted. */
bool cld_async_emit(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out);
/* Behind a variable without an initialiser: one for events, so that it is known that nobody set it. */
void cld_async_initialise(const struct cld_rewriter *r, const struct cld_node *variable,
                          struct cld_text *out);

/* OpenCL C: types before the state of a work-item, functions, and the macro in front of the program. */
void cld_async_types(const struct cld_rewriter *r, struct cld_text *out);
void cld_async_runtime(const struct cld_rewriter *r, struct cld_text *out);
void cld_async_define(const struct cld_rewriter *r, struct cld_text *out);
#define CLD_ASYNC_STATE " __private __cld_async *async;"

/* What a kernel has at its start and at its end. */
void cld_async_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
void cld_async_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);

/* Sites of a copy, from its first on. */
enum cld_async_site {
    CLD_ASYNC_DIFFERS,
    CLD_ASYNC_NOT_REACHED,
    CLD_ASYNC_NEVER_WAITED,
    CLD_ASYNC_NO_EVENT,
    CLD_ASYNC_SITES
};

#endif
