/*
 * unchecked.h - accesses for which no check could be written, and why: what a kernel's coverage says.
 *
 * They are noted by function, once however often the function's text is written; a kernel answers for the
 * functions that it calls, too.
 */
#ifndef CLD_INSTRUMENT_UNCHECKED_H
#define CLD_INSTRUMENT_UNCHECKED_H

#include "instrument/conditions.h"
#include "instrument/tree.h"

enum cld_unchecked_reason {
    CLD_UNCHECKED_TYPE,  /* a variable would be needed of a type that has no name */
    CLD_UNCHECKED_PATH,  /* s.a[i].b[j]...: too many steps, or parts that must be evaluated ahead */
    CLD_UNCHECKED_COPY,  /* async copies of a kind that is not known */
    CLD_UNCHECKED_ROOM,  /* no local memory to compare what the work-items of a group give async copies */
    CLD_UNCHECKED_IMAGE, /* of a mipmap's level, or by a sampler that nobody knows */
    CLD_UNCHECKED_PIPE,
    CLD_UNCHECKED_VOTES, /* no local memory to see whether all work-items come to a barrier */
    CLD_UNCHECKED_JUMP,  /* one that leaves a barrier out, with a value, or by a goto */
    CLD_UNCHECKED_REASONS
};

/* Of a program. Zero-initialised: nothing. */
struct cld_unchecked {
    struct cld_unchecked_function *list;
    size_t count, room;
};

void cld_unchecked_access(struct cld_unchecked *u, const char *function, unsigned unit,
                          const struct cld_node *n, enum cld_unchecked_reason reason);
void cld_unchecked_call(struct cld_unchecked *u, const char *function, const char *callee);
/* "2 accesses unchecked: their type has no name"; NULL: all are checked. The caller frees it. */
char *cld_unchecked_of(const struct cld_unchecked *u, const char *kernel);
void cld_unchecked_free(struct cld_unchecked *u);

#endif
