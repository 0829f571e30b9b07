/*
 * cause.h - why a kernel's access missed, as far as its numbers tell: the mistakes that programs make most.
 *
 * A pure function: a guess is made only where numbers fit that would hardly fit by chance.
 */
#ifndef CLD_LAYER_CAUSE_H
#define CLD_LAYER_CAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cld_cause {
    CLD_CAUSE_NONE,
    CLD_CAUSE_NULL_ARGUMENT,
    CLD_CAUSE_NULL,
    CLD_CAUSE_COUNT_AS_BYTES,
    CLD_CAUSE_VECTOR3,
    CLD_CAUSE_OVERFLOW,
    CLD_CAUSE_NEGATIVE,
    CLD_CAUSE_LOCAL_TOO_SMALL,
    CLD_CAUSE_SUB_BUFFER,
    CLD_CAUSE_SWAPPED,
    CLD_CAUSE_ROUNDED_UP,
    CLD_CAUSE_OFF_BY_ONE,
    CLD_CAUSE_ONE_ROW,
    CLD_CAUSE_NORMALIZED
};

/* An integer among the kernel's arguments. */
struct cld_miss_number {
    const char *name; /* NULL: not known */
    int64_t value;
};

struct cld_miss {
    bool null;          /* the pointer is */
    int argument;       /* index of the argument whose memory it is; -1: other memory */
    const char *name;   /* of that memory; "": not known */
    const char *type;   /* of that argument, e.g. "float3*"; NULL: not known */
    const char *access; /* text of the access */
    uint64_t address, first, behind;
    uint32_t bytes;                          /* of the access: of one element, mostly */
    uint64_t object_bytes;                   /* of the buffer; 0: not known */
    uint64_t parent_bytes;                   /* of the buffer that it is a sub-buffer of; 0: it is none */
    bool is_local;                           /* memory of a __local argument */
    uint32_t dims;                           /* 0: the launch is not known */
    uint64_t global[3], local[3], offset[3]; /* local[0] 0: not known */
    uint64_t id[3];                          /* get_global_id() */
    const struct cld_miss_number *numbers;
    size_t n_numbers;
};

/* Elements between the beginning and the access, counted in accesses of this size; negative before it. */
int64_t cld_miss_index(const struct cld_miss *m);

/*
 * `why` is a clause for the end of a sentence ("" for CLD_CAUSE_NONE), `fix` what to do, always.
 */
enum cld_cause cld_cause_of(const struct cld_miss *m, char *why, size_t why_room, char *fix, size_t fix_room);
/* "rounded-up-size" and so on, for reports; "" for none. */
const char *cld_cause_name(enum cld_cause cause);

#endif
