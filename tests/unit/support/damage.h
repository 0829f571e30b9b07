/* damage.h - what happens to a session between being written and being read. */
#ifndef CLD_TEST_DAMAGE_H
#define CLD_TEST_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/* A file of a session, and the good bytes of it. */
struct damage_file {
    char *path;
    unsigned char *good;
    size_t size, used; /* `used`: up to the last byte that is not 0 */
};

/* Every file below `folder`. */
struct damage {
    struct damage_file *files;
    size_t count;
    uint64_t random;
};

/* Reads the session. The seed is $CLD_SEED, or one from the clock; it is printed. */
void damage_begin(struct damage *damage, const char *folder);
/* Spoils one file at random: bytes changed, cut, or overwritten by zeros or by another part of it. Returns
 * its path. */
const struct damage_file *damage_one(struct damage *damage);
void damage_repair(const struct damage_file *file);
void damage_end(struct damage *damage);

/* Writes `size` bytes as the whole of a file. */
void damage_write(const char *path, const void *bytes, size_t size);

#endif
