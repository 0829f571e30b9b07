/* log_slot.h - one slot of a twin's log (wire/log.h), as numbers. */
#ifndef CLD_LAYER_LOG_SLOT_H
#define CLD_LAYER_LOG_SLOT_H

#include <stdbool.h>
#include <stdint.h>

struct cld_slot_read {
    bool exact; /* address and bounds are there; the pass may know no more than the place */
    uint32_t work_items, accesses, key;
    int argument; /* -1: another object */
    uint32_t bytes;
    uint32_t space; /* CLD_LOG_SPACE: 0: not known */
    uint32_t alignment,
        components; /* what the address is no multiple of; of the vector; 0: it lies outside */
    uint64_t address, first, behind;
    uint64_t global[3];
    uint32_t local[3], group[3];
};

/* False: what is there is not whole. */
bool cld_slot_read(const uint32_t *words, struct cld_slot_read *out);

#endif
