/* twin_barrier.h - the finding barrier-divergence: from a slot of a twin's log in which a vote failed. */
#ifndef CLD_LAYER_TWIN_BARRIER_H
#define CLD_LAYER_TWIN_BARRIER_H

#include "layer/log_slot.h"
#include "layer/site_text.h"
#include "layer/twin_log.h"

/* Its sites are of work-items that decide whether they come to a barrier, each with the barrier's behind it.
 */
static inline bool cld_barrier_is_vote(const char *use)
{
    return (use[0] == 'b' || use[0] == 'g') && use[1] != 'b';
}
/* Records it. NULL: no room. */
struct cld_rec_finding *cld_barrier_report(const struct cld_log *log, uint32_t number,
                                           const struct cld_slot_read *slot,
                                           const struct cld_site_text *site);

#endif
