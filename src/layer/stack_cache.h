/*
 * stack_cache.h - the stacks of calls that a thread makes again and again, without unwinding them.
 *
 * A call is known by its return address and frame, and by the return addresses of its callers, which are read
 * from where they lay when the stack was unwound: a function has the same frame each time it calls from the
 * same place. So a launch through a function of the program is told from one that came to it another way.
 *
 * Its limits: callers further out than CLD_CACHED_CALLERS are not looked at, nor are those behind a frame
 * whose return address is not in memory as it is (signed ones, signal handlers).
 */
#ifndef CLD_LAYER_STACK_CACHE_H
#define CLD_LAYER_STACK_CACHE_H

#include "layer/layer.h"

#define CLD_CACHED_CALLERS 16

struct cld_stack_cache;

/* The calling thread's stack, of a call that returns to `from` and has this frame. 0: no room. */
uint32_t cld_stack_cached(struct cld_thread *t, const void *from, const void *frame);
/* What is in it is of another stack or process. NULL: nothing is. */
void cld_stack_cache_clear(struct cld_stack_cache *cache);

#endif
