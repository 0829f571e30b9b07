#include "layer/twin_barrier.h"

#include "layer/finding.h"
#include "layer/kernel_info.h"
#include "layer/launch_key.h"
#include "layer/site_report.h"

#include <stdio.h>
#include <string.h>

/* What decides: the second letter of the site's use (instrument/sites.h). */
enum decision { IF = 'i', EXIT = 'e', LOOP = 'l', SWITCH = 's', JUMP = 'j' };

struct divergence {
    const struct cld_slot_read *slot;
    const struct cld_site_text *site;
    struct cld_site_text barrier;
    const struct cld_launch_key *key; /* NULL: not known */
    char kernel[128];
    char here[48], other[48]; /* work-items, within their group */
    bool of_sub_group;
};

/* ---- who ------------------------------------------------------------------------------------------------
 */

static void name_item(const struct divergence *d, const uint64_t id[3], char *out, size_t room)
{
    uint32_t dims = d->key && d->key->kind != CLD_KEY_PLACE ? d->key->dims : 3;
    if (dims == 1 || !(id[1] | id[2]))
        snprintf(out, room, "work-item %llu", (unsigned long long)id[0]);
    else if (dims == 2 || !id[2])
        snprintf(out, room, "work-item (%llu, %llu)", (unsigned long long)id[0], (unsigned long long)id[1]);
    else
        snprintf(out, room, "work-item (%llu, %llu, %llu)", (unsigned long long)id[0],
                 (unsigned long long)id[1], (unsigned long long)id[2]);
}

/* The other one is known by its linear id in the group, whose size the launch may not have named. */
static void name_items(struct divergence *d)
{
    const uint64_t here[3] = {d->slot->local[0], d->slot->local[1], d->slot->local[2]};
    uint64_t n = d->slot->address, other[3] = {n, 0, 0};
    bool sized = d->key && d->key->kind != CLD_KEY_PLACE && d->key->local[0];
    name_item(d, here, d->here, sizeof d->here);
    if (sized && d->key->dims > 1) {
        uint64_t x = d->key->local[0], y = d->key->local[1] ? d->key->local[1] : 1;
        other[0] = n % x;
        other[1] = n / x % y;
        other[2] = n / x / y;
    } else if (here[1] | here[2]) {
        snprintf(d->other, sizeof d->other, "work-item %llu (get_local_linear_id)", (unsigned long long)n);
        return;
    }
    name_item(d, other, d->other, sizeof d->other);
}

static void name_group(const struct divergence *d, char *out, size_t room)
{
    const uint32_t *g = d->slot->group;
    if (g[1] | g[2])
        snprintf(out, room, "work-group (%u, %u, %u)", g[0], g[1], g[2]);
    else
        snprintf(out, room, "work-group %u", g[0]);
}

/* ---- in words -------------------------------------------------------------------------------------------
 */

static void write_decision(const struct divergence *d, char *out, size_t room)
{
    const char *text = d->site->text;
    char group[64];
    name_group(d, group, sizeof group);
    switch (d->site->use[1]) {
    case LOOP:
        snprintf(out, room, "the loop goes on in %s of %s, and ends in %s (`%s`)", d->here, group, d->other,
                 text);
        break;
    case SWITCH:
        snprintf(out, room, "`%s` is %lld in %s of %s, and %lld in %s", text, (long long)d->slot->first,
                 d->here, group, (long long)d->slot->behind, d->other);
        break;
    case JUMP:
        snprintf(out, room, "%s of %s leaves by `%s`, and %s does not", d->here, group, text, d->other);
        break;
    default:
        snprintf(out, room, "`%s` is true in %s of %s, and false in %s", text, d->here, group, d->other);
        break;
    }
}

static void write_message(struct cld_report *r, const struct divergence *d)
{
    char decision[512], where[320] = "";
    write_decision(d, decision, sizeof decision);
    if (d->barrier.line && d->barrier.file[0])
        snprintf(where, sizeof where, " in %s:%u", d->barrier.file, d->barrier.line);
    else if (d->barrier.line)
        snprintf(where, sizeof where, " in line %u", d->barrier.line);
    cld_report_message(r, "kernel `%s`: not all work-items of a %s come to `%s`%s: %s", d->kernel,
                       d->of_sub_group ? "sub-group" : "group", d->barrier.text, where, decision);
}

static void write_fix(struct cld_report *r, const struct divergence *d)
{
    switch (d->site->use[1]) {
    case LOOP:
        cld_report_fix(
            r, "let all work-items of the group go round equally often: loop up to a limit that is the "
               "same for all, and guard the work inside with a condition, but not the barrier");
        break;
    case EXIT:
    case JUMP:
        cld_report_fix(
            r, "let all work-items of the group go on to the barrier: instead of leaving early, guard "
               "the reads and writes with a condition");
        break;
    default:
        cld_report_fix(r,
                       "put the barrier in front of or behind the branch, where all work-items of the group "
                       "come, and leave only the work in it");
        break;
    }
}

/* ---- evidence -------------------------------------------------------------------------------------------
 */

static void put_rest(struct cld_report *r, const struct divergence *d)
{
    const struct cld_slot_read *s = d->slot;
    static const char *const names[] = {
        ['i'] = "branch", ['e'] = "early-exit", ['l'] = "loop", ['s'] = "switch", ['j'] = "early-exit"};
    cld_site_work_item(r, s);
    cld_site_put(r, "barrier.decision", names[(unsigned char)d->site->use[1]]);
    cld_site_put(r, "barrier.file", d->barrier.file);
    if (d->barrier.line)
        cld_report_evidence(r, "barrier.line", "%u", d->barrier.line);
    cld_site_put(r, "barrier.expression", d->barrier.text);
    cld_report_evidence(r, "barrier.other_work_item", "%llu", (unsigned long long)s->address);
    cld_site_launch(r, d->key);
}

/* ---- the finding ----------------------------------------------------------------------------------------
 */

struct cld_rec_finding *cld_barrier_report(const struct cld_log *log, uint32_t number,
                                           const struct cld_slot_read *slot, const struct cld_site_text *site)
{
    struct divergence d = {.slot = slot, .site = site, .key = cld_launch_key(slot->key)};
    struct cld_report r;
    if (!cld_site_read(log->sites, log->sites_size, number + 1, &d.barrier))
        snprintf(d.barrier.text, sizeof d.barrier.text, "its barrier");
    snprintf(d.kernel, sizeof d.kernel, "%s", d.key ? d.key->info->name : site->function);
    d.of_sub_group = site->use[0] == 'g';
    name_items(&d);
    struct cld_report_place at = cld_site_launched(d.key, cld_site_place(site, d.kernel, ""));
    cld_report_init(&r, CLD_FINDING_BARRIER_DIVERGENCE, -1);
    cld_site_begin(&r, site, d.kernel);
    write_message(&r, &d);
    write_fix(&r, &d);
    cld_site_program(&r, site, d.key);
    cld_site_source(&r, site, d.kernel);
    put_rest(&r, &d);
    return cld_report_kernel(&at, &r, slot->work_items, slot->accesses);
}
