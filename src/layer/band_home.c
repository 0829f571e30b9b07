/* band_home.c - the pattern of guard bands, and a buffer with it in each context that needs one. */
#include "layer/band_state.h"

#include "layer/twin.h"

#include <stdlib.h>

/* ---- the pattern -----------------------------------------------------------------------------------------
 */

#define ROOM (CLD_BAND_MOST + 8)

static unsigned char pattern[ROOM];

/*
 * No byte is what kernels write most, so that the damage is seen from its first byte to its last; and which
 * byte it is depends on its place: what was moved shows. Only the last bytes of words are from a few: as
 * floats and as doubles these are numbers of usual size, for to a huge one a kernel can add without changing
 * it.
 */
static bool is_usual(unsigned char c)
{
    return c < 0x46 || c == 0x80 || (c >= 0xbe && c <= 0xc5) || c >= 0xfe;
}

static void fill(void)
{
    unsigned char c = 0;
    for (size_t i = 0; i < ROOM; i++) {
        do
            c = (unsigned char)(c + 101 + (i >> 8));
        while (is_usual(c));
        pattern[i] = i % 8 == 7 ? 0x42 : i % 4 == 3 ? 0x45 : c;
    }
}

static const unsigned char *whole_pattern(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return pattern;
}

const unsigned char *cld_band_pattern(size_t size)
{
    return whole_pattern() + cld_band_shift(size);
}

/* ---- in a context ----------------------------------------------------------------------------------------
 */

struct home {
    struct home *next;
    struct cld_target *target;
    struct cld_object *context;
    uint64_t serial;
    cl_mem pattern;
};

static struct home *homes; /* with the lock of cld_bands */

static cl_mem find(const struct cld_object *context)
{
    for (const struct home *h = homes; h; h = h->next)
        if (h->context == context && h->serial == atomic_load(&context->serial))
            return h->pattern;
    return NULL;
}

static void drop(struct home *h)
{
    h->target->next.clReleaseMemObject(h->pattern);
    cld_twin_count_in(h->context, h->serial, CLD_COUNT_BUFFER, -1);
    free(h);
}

cl_mem cld_band_pattern_in(struct cld_target *target, struct cld_object *context, cl_context handle)
{
    cl_int error;
    pthread_mutex_lock(&cld_bands.lock);
    cl_mem found = find(context);
    pthread_mutex_unlock(&cld_bands.lock);
    struct home *h = found ? NULL : calloc(1, sizeof *h);
    if (!h)
        return found;
    *h = (struct home){NULL, target, context, atomic_load(&context->serial), NULL};
    h->pattern = target->next.clCreateBuffer(handle, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, ROOM,
                                             (void *)(uintptr_t)whole_pattern(), &error);
    if (!h->pattern) {
        free(h);
        return NULL;
    }
    cld_twin_count_in(context, h->serial, CLD_COUNT_BUFFER, 1);
    pthread_mutex_lock(&cld_bands.lock);
    found = find(context);
    if (!found) {
        found = h->pattern;
        h->next = homes;
        homes = h;
        h = NULL;
    }
    pthread_mutex_unlock(&cld_bands.lock);
    if (h) /* another thread's came first */
        drop(h);
    return found;
}

void cld_band_pattern_drop(const struct cld_object *context)
{
    struct home *found = NULL;
    pthread_mutex_lock(&cld_bands.lock);
    for (struct home **at = &homes; *at;) {
        struct home *h = *at;
        if (h->context != context) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        h->next = found;
        found = h;
    }
    pthread_mutex_unlock(&cld_bands.lock);
    while (found) {
        struct home *next = found->next;
        drop(found);
        found = next;
    }
}

void cld_band_homes_forked(void)
{
    homes = NULL;
}
