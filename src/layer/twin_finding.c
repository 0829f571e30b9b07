/* twin_finding.c - from a slot of a twin's log to a finding. */
#include "layer/twin_log.h"

#include "layer/finding.h"
#include "layer/misplaced.h"
#include "layer/site_report.h"
#include "layer/twin_async.h"
#include "layer/twin_barrier.h"
#include "layer/twin_story.h"

#include <string.h>

/* Without numbers there is nothing to reason from. */
static const char *find_cause(struct cld_story *s)
{
    if (s->is_image)
        return cld_cause_name(
            cld_image_cause(&s->pixel, &s->miss, s->why, sizeof s->why, s->fix, sizeof s->fix));
    const struct cld_misplaced at = {&s->slot, s->known ? s->slot.first : UINT64_MAX, s->space, s->is_write,
                                     s->object.serial && !s->miss.is_local};
    if (s->slot.alignment)
        return cld_misaligned_cause(&at, s->fix, sizeof s->fix);
    if (s->into)
        return cld_other_space_cause(&at, s->fix, sizeof s->fix);
    struct cld_miss nothing = {.argument = s->miss.argument, .is_local = s->miss.is_local};
    struct cld_miss whole = s->miss;
    const struct cld_miss *m = s->known || s->miss.null ? &whole : &nothing;
    if (s->is_order) {
        cld_async_fix(&s->site, &s->slot, s->fix, sizeof s->fix);
        return cld_cause_name(CLD_CAUSE_NONE);
    }
    if (s->is_copy) /* of the group: ids of work-items say nothing */
        whole.dims = 0;
    return cld_cause_name(cld_cause_of(m, s->why, sizeof s->why, s->fix, sizeof s->fix));
}

static enum cld_finding id_of(const struct cld_story *s)
{
    if (s->slot.alignment)
        return CLD_FINDING_MISALIGNED_ACCESS;
    if (s->miss.null && !s->is_order)
        return CLD_FINDING_NULL_DEREFERENCE;
    if (s->is_copy || s->is_order)
        return CLD_FINDING_ASYNC_COPY_MISUSE;
    return s->is_write ? CLD_FINDING_OUT_OF_BOUNDS_WRITE : CLD_FINDING_OUT_OF_BOUNDS_READ;
}

static struct cld_rec_finding *report(struct cld_story *s)
{
    struct cld_report r;
    bool is_of_copy = s->is_copy || s->is_order;
    struct cld_report_place at =
        cld_site_launched(s->key, cld_site_place(&s->site, s->kernel, is_of_copy ? s->site.use : ""));
    s->cause = find_cause(s);
    cld_report_init(&r, id_of(s), -1);
    if (s->is_hint)
        r.severity = CLD_SEVERITY_WARNING;
    cld_site_begin(&r, &s->site, s->kernel);
    cld_story_message(&r, s);
    cld_report_fix(&r, "%s", s->fix);
    cld_story_evidence(&r, s);
    return cld_report_kernel(&at, &r, s->slot.work_items, s->slot.accesses);
}

void cld_log_found(struct cld_log *log, uint32_t number, const uint32_t *slot)
{
    struct cld_log_seen *seen = &log->seen[number - 1];
    uint32_t work_items = slot[CLD_LOG_WORK_ITEMS] - seen->work_items;
    uint32_t accesses = slot[CLD_LOG_ACCESSES] - seen->accesses;
    struct cld_slot_read vote;
    struct cld_site_text site;
    struct cld_story s;
    if (seen->record) {
        cld_report_more(seen->record, work_items, accesses);
    } else if (!seen->told && cld_site_read(log->sites, log->sites_size, number, &site) &&
               cld_barrier_is_vote(site.use)) {
        seen->told = cld_slot_read(slot, &vote);
        if (seen->told)
            seen->record = cld_barrier_report(log, number, &vote, &site);
    } else if (!seen->told) {
        memset(&s, 0, sizeof s);
        seen->told = cld_story_read(&s, log, number, slot);
        if (seen->told)
            seen->record = report(&s);
    }
    seen->work_items = slot[CLD_LOG_WORK_ITEMS];
    seen->accesses = slot[CLD_LOG_ACCESSES];
}

/* A zero in place of garbage made a loop endless: what the kernel has computed is not what it computes
 * without us. */
void cld_log_gave_up(struct cld_log *log, uint32_t work_items)
{
    struct cld_thread *t = cld_thread_self();
    struct cld_rec_gave_up *r = cld_rec_reserve(&cld_layer.session, t->file, sizeof *r, CLD_REC_ESSENTIAL);
    if (r) {
        r->program = log->program;
        r->work_items = work_items;
        cld_rec_commit(t->file, r, CLD_REC_GAVE_UP, 0);
    }
    cld_notice("%u work-items of program %llu were ended after %u bad accesses each", work_items,
               (unsigned long long)log->program, CLD_LOG_PATIENCE);
}
