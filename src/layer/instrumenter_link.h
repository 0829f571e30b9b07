/*
 * instrumenter_link.h - the one connection of this process to an instrumenter: made when it is needed, kept,
 * made anew when it failed, given up when that does not help.
 */
#ifndef CLD_LAYER_INSTRUMENTER_LINK_H
#define CLD_LAYER_INSTRUMENTER_LINK_H

#include "wire/message.h"

#include <stdbool.h>

#define CLD_WHY_MAX 256

/* NULL, or what is wrong with an answer: one clause. Called with no lock held. */
typedef const char *cld_link_check(const struct cld_message *answer, void *data);

/*
 * One request and its answer, which `check` found to make sense; a second try with a process of our own. One
 * at a time: other threads wait. False: `why` says why there is no answer. Not to be cancelled.
 */
bool cld_link_ask(const struct cld_message *request, struct cld_message *answer, cld_link_check *check,
                  void *data, char why[CLD_WHY_MAX]);

/* For fork(): never wait for an answer that is under way. */
void cld_link_lock(void);
void cld_link_unlock(void);
void cld_link_forked(void);

#endif
