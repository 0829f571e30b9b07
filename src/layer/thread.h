/* thread.h - for fork(): see layer.c. */
#ifndef CLD_LAYER_THREAD_H
#define CLD_LAYER_THREAD_H

void cld_threads_lock(void);
void cld_threads_unlock(void);
void cld_threads_forked(void);

#endif
