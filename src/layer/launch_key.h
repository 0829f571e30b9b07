/*
 * launch_key.h - what a launch was: its kernel, its place in the program, its sizes and arguments.
 *
 * Snapshots are kept once each, by number. A twin is given the number as its hidden argument K and writes it
 * beside what it finds (wire/log.h): when the log is read, the program may have long set other arguments.
 */
#ifndef CLD_LAYER_LAUNCH_KEY_H
#define CLD_LAYER_LAUNCH_KEY_H

#include "layer/call.h"
#include "layer/image_size.h"

#define CLD_KEY_ARGS 64 /* of one launch that are kept; those behind are not known */
#define CLD_KEYS 4096   /* of each kind. A launch that finds its kind full is kept as the next */

enum cld_key_kind {
    CLD_KEY_WHOLE,
    CLD_KEY_VALUELESS, /* without the arguments' values: programs count steps in them */
    CLD_KEY_PLACE,     /* without arguments and sizes */
    CLD_KEY_KINDS      /* beyond: 0, not known */
};

/* Plain numbers that say whether two launches are the same: no padding. */
struct cld_launch_arg {
    uint64_t how;    /* enum cld_mirrored (twin_kernel.h) */
    uint64_t size;   /* as set */
    uint64_t value;  /* up to 8 bytes that are no object; else 0. Not in keys without values */
    uint64_t serial; /* of the object; 0: none */
    uint64_t offset; /* of a pointer in its allocation */
};

/* An image among the arguments. */
struct cld_key_image {
    cl_image_format format;
    struct cld_image_size size; /* n 0: no image, or not known */
};

struct cld_launch_key {
    uint32_t id;
    uint32_t fn, stack, thread, label;
    uint32_t dims, n_args;
    enum cld_key_kind kind;
    uint64_t offset[3], global[3], local[3];
    struct cld_kernel_info *info;
    struct cld_finding_object kernel, program;
    struct cld_launch_arg args[CLD_KEY_ARGS];
    const struct cld_finding_object *objects; /* of the arguments that have one: n_args of them */
    const uint64_t *parents;                  /* bytes of the buffer that a sub-buffer is of; 0: it is none */
    const struct cld_key_image *images;
};

static inline uint64_t cld_launch_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

/*
 * The number of a launch as `key` describes it, whose `objects` come from `kernel`'s arguments. 0: no room.
 * Only a launch that is new costs memory.
 */
uint32_t cld_launch_key_id(struct cld_launch_key *key, const struct cld_object *kernel);
/* By its number; NULL: not known. It stays. */
const struct cld_launch_key *cld_launch_key(uint32_t id);

/* For fork(): see layer.c. */
void cld_launch_keys_lock(void);
void cld_launch_keys_unlock(void);
void cld_launch_keys_forked(void);

#endif
