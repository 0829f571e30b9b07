#include "layer/log_slot.h"

#include "wire/log.h"

static uint64_t wide(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

bool cld_slot_read(const uint32_t *words, struct cld_slot_read *out)
{
    *out = (struct cld_slot_read){
        .exact = words[CLD_LOG_PUBLISHED] == 1,
        .work_items = words[CLD_LOG_WORK_ITEMS],
        .accesses = words[CLD_LOG_ACCESSES],
        .key = words[CLD_LOG_KEY],
        .argument = (int)words[CLD_LOG_ARGUMENT] - 1,
        .bytes = words[CLD_LOG_BYTES],
        .space = words[CLD_LOG_SPACE],
        .alignment = words[CLD_LOG_ALIGNMENT] & 0xffff,
        .components = words[CLD_LOG_ALIGNMENT] >> 16,
        .address = wide(words + CLD_LOG_ADDRESS),
        .first = wide(words + CLD_LOG_FIRST),
        .behind = wide(words + CLD_LOG_BEHIND),
    };
    for (size_t i = 0; i < 3; i++) {
        out->global[i] = wide(words + CLD_LOG_GLOBAL + 2 * i);
        out->local[i] = words[CLD_LOG_LOCAL + i];
        out->group[i] = words[CLD_LOG_GROUP + i];
    }
    return words[CLD_LOG_PUBLISHED] != 0;
}
