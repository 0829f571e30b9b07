/* The profile's data, shared by the part that measures (profile.c) and the part that writes
 * (profile_write.c). */
#ifndef CLD_LIB_PROFILE_INTERNAL_H
#define CLD_LIB_PROFILE_INTERNAL_H

#include <cldoctor/profile.h>
#include <stdint.h>

struct section {
    char *name;
    cld_section_kind kind;
    size_t parent;
    unsigned depth;
    uint64_t count;
    uint64_t bytes;
    uint64_t *times; /* one a timed repetition: the median needs them all */
    size_t timed;
    size_t capacity;
};

/* A command whose times are not known yet. */
struct pending {
    cl_event event;
    size_t section;
    size_t bytes;
};

/* A host section that has been entered and not left. */
struct open_section {
    size_t section;
    uint64_t start;
};

struct cld_profile {
    struct section *sections;
    size_t section_count, section_capacity;
    struct pending *pending;
    size_t pending_count, pending_capacity;
    size_t harvest_at; /* look for ended commands when so many are pending */
    struct open_section *open;
    size_t open_count, open_capacity;
};

/* As cld_profile_collect(), but commands without times are no error. */
cl_int cld_profile_settle(cld_profile *profile);

/* Fills `out` for a section that has been settled. */
void cld_profile_summarize(const cld_profile *profile, size_t index, cld_section *out);

#endif
