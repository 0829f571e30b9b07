/*
 * waiting.h - conditions that only other work-items' writes can change: `flag[0] == 0`, `atomic_cmpxchg(lock,
 * 0, 1)`.
 */
#ifndef CLD_INSTRUMENT_WAITING_H
#define CLD_INSTRUMENT_WAITING_H

#include "instrument/tree.h"

/*
 * Whether `condition`, asked again and again in `loop`, reads memory, and nothing in the loop changes what it
 * is made of but by reading that memory again: no variable that counts, no write to the same memory, no
 * function of the program. The space that it waits in: CLD_SPACE_GLOBAL or CLD_SPACE_LOCAL;
 * CLD_SPACE_PRIVATE: it does not wait.
 */
enum cld_space cld_waits_in(const struct cld_node *condition, const struct cld_node *loop);

/* Nothing in `loop` changes it, and it reads no memory: as it is the first time, it is for ever. */
bool cld_stays_as_it_is(const struct cld_node *condition, const struct cld_node *loop);

/* A called function's name; "": it is called by no name. The caller frees it with clang_disposeString(). */
CXString cld_callee_name(const struct cld_node *call);

#endif
