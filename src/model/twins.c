#include "model/twins.h"

#include <stdlib.h>

struct cld_twin_seen {
    struct cld_twin twin;
    size_t file, number; /* of the record: in the order of reading */
};

void cld_twins_record(struct cld_twins *twins, struct cld_arena *arena, const struct cld_rec_twin *record)
{
    bool instrumented = record->head.extra == CLD_TWIN_INSTRUMENTED;
    twins->list = cld_xgrow(twins->list, twins->count, sizeof(*twins->list));
    twins->list[twins->count] = (struct cld_twin_seen){
        .twin = {.program = record->program,
                 .label_id = record->label,
                 .instrumented = instrumented,
                 .reason = record->reason[0] ? cld_arena_strdup(arena, record->reason) : ""},
        .file = twins->file,
        .number = twins->count,
    };
    twins->count++;
}

static int order(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_kernel(const struct cld_twin *a, const struct cld_twin *b)
{
    int programs = order(a->program, b->program);
    return programs ? programs : order(a->label_id, b->label_id);
}

static int by_kernel_and_time(const void *a, const void *b)
{
    const struct cld_twin_seen *x = a, *y = b;
    int kernels = by_kernel(&x->twin, &y->twin);
    return kernels ? kernels : order(x->number, y->number);
}

/* 0: nothing, 1: not all, 2: all. */
static int checks(const struct cld_twin *twin)
{
    return !twin->instrumented ? 0 : twin->reason[0] ? 1 : 2;
}

/*
 * The last record of each file speaks for that file; among files the one that checked least outweighs.
 * `seen[0]` begins the records of one kernel; returns how many there are.
 */
static size_t take_kernel(const struct cld_twin_seen *seen, size_t left, struct cld_twin *result)
{
    const struct cld_twin_seen *winner = NULL;
    size_t n = 0;
    for (; n < left && by_kernel(&seen[n].twin, &seen[0].twin) == 0; n++) {
        bool last_of_file = n + 1 == left || by_kernel(&seen[n + 1].twin, &seen[0].twin) != 0 ||
                            seen[n + 1].file != seen[n].file;
        if (last_of_file && (!winner || checks(&seen[n].twin) <= checks(&winner->twin)))
            winner = &seen[n];
    }
    *result = winner->twin;
    return n;
}

void cld_twins_done(struct cld_twins *twins, struct cld_process *process)
{
    if (twins->count > 1)
        qsort(twins->list, twins->count, sizeof(*twins->list), by_kernel_and_time);
    for (size_t i = 0; i < twins->count;) {
        process->twins = cld_xgrow(process->twins, process->n_twins, sizeof(*process->twins));
        i += take_kernel(&twins->list[i], twins->count - i, &process->twins[process->n_twins++]);
    }
    free(twins->list);
    *twins = (struct cld_twins){0};
}
