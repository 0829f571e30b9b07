/* stack.h - call stacks of the program, each written once. */
#ifndef CLD_LAYER_STACK_H
#define CLD_LAYER_STACK_H

#include "layer/layer.h"

/* Takes the calling thread's stack from the frame that returns to `from` outwards. 0: no room. */
uint32_t cld_stack_take(struct cld_thread *t, const void *from);
void cld_stack_start(void); /* loads what unwinding needs, before the first use on a fast path */

void cld_stacks_lock(void);
void cld_stacks_unlock(void);
void cld_stacks_forked(void);

#endif
