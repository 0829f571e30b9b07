/* stack.h - call stacks of the program, each written once. */
#ifndef CLD_LAYER_STACK_H
#define CLD_LAYER_STACK_H

#include "layer/layer.h"

#define CLD_STACK_FRAMES 64

/* A stack as it was unwound. */
struct cld_frames {
    int n;
    const void *ip[CLD_STACK_FRAMES]; /* where each returns to; the first is `from` */
    uintptr_t sp[CLD_STACK_FRAMES];   /* of each at that time: the callee's frame lies below; 0: not known */
};

/* Takes the calling thread's stack from the frame that returns to `from` outwards. 0: no room. */
uint32_t cld_stack_take(struct cld_thread *t, const void *from);
/* The same, and tells its frames. */
uint32_t cld_stack_take_frames(struct cld_thread *t, const void *from, struct cld_frames *frames);
/* The stack of one frame, that another thread's call returns to. `t`: the calling thread. */
uint32_t cld_stack_of_frame(struct cld_thread *t, const void *from);
void cld_stack_start(void); /* loads what unwinding needs, before the first use on a fast path */

void cld_stacks_lock(void);
void cld_stacks_unlock(void);
void cld_stacks_forked(void);

#endif
