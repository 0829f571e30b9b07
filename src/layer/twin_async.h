/*
 * twin_async.h - what a twin found of an async copy, in words. Its site says which of it
 * (instrument/sites.h): cr, cw: the range that is read or written; ca: arguments differ; cn: not all
 * work-items came; cu: never waited for; ce: an event that is none.
 *
 * The slot's numbers are then (instrument/async_runtime.c):
 *     ca  address: this work-item's value; first: the other's; behind: which it is of its group;
 *         argument: 0 destination, 1 source, 2 number of elements, 3 stride
 *     cn  argument -1: address is 1, first is which work-item of the group came to another copy here;
 *         else first: copies that all work-items together came to; behind: those of one; argument + 1:
 * work-items ce  address: the value; first: where in the list of a wait
 */
#ifndef CLD_LAYER_TWIN_ASYNC_H
#define CLD_LAYER_TWIN_ASYNC_H

#include "layer/finding.h"
#include "layer/log_slot.h"
#include "layer/site_text.h"

#include <string.h>

static inline bool cld_async_is_range(const char *use)
{
    return use[0] == 'c' && (use[1] == 'r' || use[1] == 'w');
}

static inline bool cld_async_is_order(const char *use)
{
    return use[0] == 'c' && !cld_async_is_range(use);
}

/* "copies from"; NULL: it is no range. */
const char *cld_async_does(const char *use);
void cld_async_message(const struct cld_slot_read *slot, const struct cld_site_text *site, const char *kernel,
                       char *out, size_t room);
void cld_async_fix(const struct cld_site_text *site, const struct cld_slot_read *slot, char *out,
                   size_t room);
void cld_async_evidence(struct cld_report *r, const struct cld_slot_read *slot,
                        const struct cld_site_text *site);

#endif
