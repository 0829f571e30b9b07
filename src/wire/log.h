/*
 * log.h - the log of a twin: what its kernels found, one slot a site, in a buffer that the host reads where
 * the program waits anyway.
 *
 * Words of 32 bits, 64-bit values as low word, high word. All zero when it is made; only kernels write to it.
 * The first work-item that misses at a site claims its slot and leaves the details; the others are counted.
 */
#ifndef CLD_WIRE_LOG_H
#define CLD_WIRE_LOG_H

#include <stddef.h>
#include <stdint.h>

enum cld_log_header {
    CLD_LOG_FAILED,   /* not 0: some slot is in use */
    CLD_LOG_RETURNED, /* work-items that gave up after CLD_LOG_PATIENCE bad accesses */
    CLD_LOG_HEADER_WORDS = 16
};

/* A zero where garbage would have been can make a loop endless: after so many bad accesses a kernel returns.
 */
#define CLD_LOG_PATIENCE 65536

enum cld_log_slot { /* of site N: from word CLD_LOG_HEADER_WORDS + (N - 1) * CLD_LOG_SLOT_WORDS on */
                    CLD_LOG_CLAIMED,
                    CLD_LOG_PUBLISHED,  /* 1: the details below are whole; 2: but for the address, and for
                                           bounds that no table has (0) */
                    CLD_LOG_WORK_ITEMS, /* that missed here, over all launches */
                    CLD_LOG_ACCESSES,   /* that were not made; at least one a work-item */
                    CLD_LOG_KEY,        /* hidden argument K of the launch */
                    CLD_LOG_ARGUMENT,   /* index + 1 of the kernel's argument whose memory was missed; 0:
                                           another object */
                    CLD_LOG_BYTES,      /* of one access */
                    CLD_LOG_SPACE,   /* of that memory: 1 private, 2 global, 3 constant, 4 local, 5 generic, 6
                                        image; 0: not known */
                    CLD_LOG_ADDRESS, /* 64 bits: first byte of the access, on the device */
                    CLD_LOG_FIRST = 10,  /* 64 bits: first byte of the memory that the pointer may touch; 0:
                                            all  three count from there */
                    CLD_LOG_BEHIND = 12, /* 64 bits: the byte behind its last. Both 0: a null pointer. Both
                                            the same CLD_LOG_IN_...: the pointer was made from one into that
                                            memory, of which its type is not */
                    CLD_LOG_GLOBAL = 14, /* 3 * 64 bits: get_global_id() */
                    CLD_LOG_LOCAL = 20,  /* 3 words: get_local_id() */
                    CLD_LOG_GROUP = 23,  /* 3 words: get_group_id() */
                    CLD_LOG_ALIGNMENT = 26, /* what the address is no multiple of, in the lower half; in the
                                            upper half the components of the vector that is accessed; 0: the
                                            access lies outside */
                    CLD_LOG_SLOT_WORDS = 32
};

/* Values of CLD_LOG_SPACE. */
enum cld_log_space {
    CLD_LOG_IN_PRIVATE = 1,
    CLD_LOG_IN_GLOBAL,
    CLD_LOG_IN_CONSTANT,
    CLD_LOG_IN_LOCAL,
    CLD_LOG_IN_GENERIC,
    CLD_LOG_IN_IMAGE
};

/*
 * Of an image: ADDRESS holds the coordinates, from the lowest bits on: of one dimension 32 bits, of two 32
 * each, of three 21 each (integers as far as they go, floats less their last 11 bits). BYTES says how many
 * there are and of what kind, BEHIND the sampler's rule: 1 unnormalized, 2 normalized coordinates; 0: none,
 * or not known. Where ARGUMENT is 0, FIRST has its value.
 */
enum cld_log_image {
    CLD_LOG_IMAGE_COUNT = 7, /* of coordinates, with the layer */
    CLD_LOG_IMAGE_FLOAT = 8,
    CLD_LOG_IMAGE_ARRAY = 16 /* the last one is the layer */
};

static inline size_t cld_log_bytes(size_t sites)
{
    return (CLD_LOG_HEADER_WORDS + sites * CLD_LOG_SLOT_WORDS) * sizeof(uint32_t);
}

#endif
