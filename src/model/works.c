#include "model/works.h"

#include <stdlib.h>

#include "model/arena.h"

#define PAGE 64
#define MOST_WORKS 60000 /* an index has two bytes; what is beyond is added to the last */

static size_t work_of(struct cld_works *works, uint32_t fn, uint32_t label)
{
    uint64_t key = (uint64_t)fn << 32 | label;
    if (works->count >= MOST_WORKS && !cld_idmap_get(&works->index, key))
        return works->count;
    void **at = cld_idmap_at(&works->index, key);
    if (!*at) {
        works->list = cld_xgrow(works->list, works->count, sizeof(*works->list));
        works->labels = cld_xgrow(works->labels, works->count, sizeof(*works->labels));
        works->list[works->count] = (struct cld_work){.fn = fn};
        works->labels[works->count] = label;
        *at = (void *)(uintptr_t)++works->count;
    }
    return (size_t)(uintptr_t)*at;
}

void cld_works_command(struct cld_works *works, const struct cld_rec_command *command)
{
    size_t index = work_of(works, command->head.extra, command->label);
    struct cld_work *work = &works->list[index - 1];
    work->commands++;
    if (command->dims == 0)
        work->bytes += command->global[0];
    *cld_idmap_at(&works->queues, command->queue) = works;
    void **page = cld_idmap_at(&works->pages, command->id / PAGE);
    if (!*page)
        *page = cld_xcalloc(PAGE, sizeof(uint16_t));
    ((uint16_t *)*page)[command->id % PAGE] = (uint16_t)index;
}

void cld_works_times(struct cld_works *works, const struct cld_rec_times *times)
{
    uint16_t *page = cld_idmap_get(&works->pages, times->id / PAGE);
    size_t index = page ? page[times->id % PAGE] : 0;
    if (index == 0)
        return;
    struct cld_work *work = &works->list[index - 1];
    if (times->head.extra != 0) {
        work->failed++;
        return;
    }
    /* Some drivers answer 0, or an end before the start, for commands that they never ran. */
    if (times->end < times->start || times->start == 0)
        return;
    uint64_t ns = times->end - times->start;
    work->timed++;
    work->device_ns += ns;
    if (ns > work->longest_ns)
        work->longest_ns = ns;
}

void cld_works_done(struct cld_works *works)
{
    for (size_t i = 0; i < works->pages.room; i++)
        free(works->pages.entries[i].value);
    cld_idmap_free(&works->pages);
    cld_idmap_free(&works->index);
    cld_idmap_free(&works->queues);
    free(works->labels);
    works->labels = NULL;
}
