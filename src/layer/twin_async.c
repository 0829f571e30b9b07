#include "layer/twin_async.h"

#include <stdio.h>

#define NEVER_SET (~(uint64_t)0) /* instrument/async_runtime.c: __CLD_NO_EVENT */

const char *cld_async_does(const char *use)
{
    if (use[0] == 'p')
        return "prefetches";
    if (!cld_async_is_range(use))
        return NULL;
    return use[1] == 'w' ? "copies to" : "copies from";
}

static bool is_wait(const struct cld_site_text *site)
{
    return strstr(site->text, "wait_group_events") && !strstr(site->text, "async_work_group_");
}

static const char *argument_name(const struct cld_slot_read *slot)
{
    static const char *const names[] = {"the destination", "the source", "the number of elements",
                                        "the stride"};
    return slot->argument >= 0 && slot->argument < 4 ? names[slot->argument] : "an argument";
}

static void differs(const struct cld_slot_read *slot, const struct cld_site_text *site, const char *kernel,
                    char *out, size_t room)
{
    char values[160];
    uint64_t mine = slot->address, other = slot->first;
    if (slot->argument > 1)
        snprintf(values, sizeof values, "%llu in work-item %llu of work-group %u, and %llu in work-item",
                 (unsigned long long)other, (unsigned long long)slot->behind, slot->group[0],
                 (unsigned long long)mine);
    else
        snprintf(values, sizeof values,
                 "0x%llx in work-item %llu of work-group %u, and %llu byte%s %s in work-item",
                 (unsigned long long)other, (unsigned long long)slot->behind, slot->group[0],
                 (unsigned long long)(mine > other ? mine - other : other - mine),
                 mine - other == 1 || other - mine == 1 ? "" : "s", mine > other ? "further" : "before that");
    snprintf(out, room,
             "kernel `%s` gives `%s` different arguments in one work-group: %s (argument %d) is %s %u",
             kernel, site->text, argument_name(slot), slot->argument, values, slot->local[0]);
}

static void not_reached(const struct cld_slot_read *slot, const struct cld_site_text *site,
                        const char *kernel, char *out, size_t room)
{
    unsigned long long came = slot->first, copies = slot->behind,
                       items = (unsigned long long)slot->argument + 1; /* where it is not -1 */
    if (slot->argument < 0)
        snprintf(out, room,
                 "kernel `%s`: `%s` is not reached by all work-items of a group: in work-group %u, work-item "
                 "%u is here "
                 "where work-item %llu is at another copy",
                 kernel, site->text, slot->group[0], slot->local[0], came);
    else if (copies == 1)
        snprintf(out, room,
                 "kernel `%s`: `%s` is not reached by all work-items of a group: by %llu of the %llu of "
                 "work-group %u",
                 kernel, site->text, came, items, slot->group[0]);
    else
        snprintf(
            out, room,
            "kernel `%s`: `%s`, or a copy before it, is not reached by all work-items of a group: those of "
            "work-group %u came to %llu copies in all, instead of %llu times %llu",
            kernel, site->text, slot->group[0], came, items, copies);
}

static void no_event(const struct cld_slot_read *slot, const struct cld_site_text *site, const char *kernel,
                     char *out, size_t room)
{
    char value[64];
    if (slot->address == NEVER_SET)
        snprintf(value, sizeof value, "it was never set");
    else
        snprintf(value, sizeof value, slot->address ? "it is 0x%llx" : "it is %llu",
                 (unsigned long long)slot->address);
    if (is_wait(site))
        snprintf(
            out, room,
            "kernel `%s` waits with `%s` for what no async copy has returned: event %llu of the list, %s",
            kernel, site->text, (unsigned long long)slot->first, value);
    else
        snprintf(out, room, "kernel `%s` gives `%s` an event that no async copy has returned: %s", kernel,
                 site->text, value);
}

void cld_async_message(const struct cld_slot_read *slot, const struct cld_site_text *site, const char *kernel,
                       char *out, size_t room)
{
    switch (site->use[1]) {
    case 'a':
        differs(slot, site, kernel, out, room);
        break;
    case 'n':
        not_reached(slot, site, kernel, out, room);
        break;
    case 'u':
        snprintf(out, room, "kernel `%s` never waits for `%s`", kernel, site->text);
        break;
    default:
        no_event(slot, site, kernel, out, room);
        break;
    }
}

void cld_async_fix(const struct cld_site_text *site, const struct cld_slot_read *slot, char *out, size_t room)
{
    const char *text =
        "wait for the events that the copies have returned: event_t e = async_work_group_copy(...); "
        "wait_group_events(1, &e)";
    if (site->use[1] == 'a')
        text = slot->argument > 1
                   ? "give the same value in every work-item: the copy is made once for the group"
                   : "give the same pointer in every work-item: the copy is made once for the group, so "
                     "that get_group_id() may be in it, and no get_local_id() or get_global_id()";
    else if (site->use[1] == 'n')
        text =
            "call it from all work-items of the group, outside of conditions that differ between them: it is "
            "divided among the work-items by the device";
    else if (site->use[1] == 'u')
        text = "call wait_group_events() with its event before the data is used, and before the kernel ends";
    else if (!is_wait(site))
        text = "give 0, or the event of a copy that was made before";
    snprintf(out, room, "%s", text);
}

void cld_async_evidence(struct cld_report *r, const struct cld_slot_read *slot,
                        const struct cld_site_text *site)
{
    static const char *const faults[] = {"different-arguments", "not-reached-by-all", "never-waited-for",
                                         "no-event"};
    static const char kinds[] = "anue";
    const char *kind = strchr(kinds, site->use[1]);
    if (kind && *kind)
        cld_report_evidence(r, "async.fault", "%s", faults[kind - kinds]);
    if (site->use[1] == 'a') {
        cld_report_evidence(r, "async.argument", "%d", slot->argument);
        cld_report_evidence(r, "async.value", "%llu", (unsigned long long)slot->address);
        cld_report_evidence(r, "async.other_value", "%llu", (unsigned long long)slot->first);
        cld_report_evidence(r, "async.other_work_item", "%llu", (unsigned long long)slot->behind);
    } else if (site->use[1] == 'n' && slot->argument >= 0) {
        cld_report_evidence(r, "async.reached", "%llu", (unsigned long long)slot->first);
        cld_report_evidence(r, "async.work_items", "%d", slot->argument + 1);
    } else if (site->use[1] == 'e') {
        cld_report_evidence(r, "async.event", "%llu", (unsigned long long)slot->address);
    }
}
