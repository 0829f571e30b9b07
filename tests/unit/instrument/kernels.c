#include "kernels.h"

#include <setjmp.h>

#define MOST_TICKS 300

static struct {
    int64_t units; /* of the buffer */
    int64_t local_id;
    unsigned ticks;
    bool outside;
    jmp_buf end;
} now;

static int access_one(int64_t index, int64_t units)
{
    if (index < 0 || index >= units) {
        now.outside = true;
        longjmp(now.end, 1);
    }
    return 1;
}

static void tick(void)
{
    if (++now.ticks > MOST_TICKS)
        longjmp(now.end, 1);
}

bool kernel_is_good(const struct kernel *k, int64_t a, int64_t b, int64_t c, int64_t units, int64_t local_id)
{
    now.units = units;
    now.local_id = local_id;
    now.ticks = 0;
    now.outside = false;
    if (!setjmp(now.end))
        k->run(a, b, c);
    return !now.outside;
}

/* ---- what OpenCL C has, and C has not
 * ---------------------------------------------------------------------- */

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
#define AT(i) access_one((int64_t)(i), now.units)
#define ROW(i) access_one((int64_t)(i), 8)
#define TICK tick()
#define min(x, y) ((x) < (y) ? (x) : (y))
#define max(x, y) ((x) > (y) ? (x) : (y))
#define clamp(x, low, high) min(max(x, low), high)
#define get_local_id(d) ((size_t)now.local_id)
#define get_local_size(d) ((size_t)LOCAL_SIZE)
#define get_group_id(d) ((size_t)GROUP)
#define get_global_size(d) ((size_t)(LOCAL_SIZE * GROUPS))
#define get_global_id(d) ((size_t)(OFFSET + GROUP * LOCAL_SIZE + now.local_id))

/* ---- the kernels
 * ------------------------------------------------------------------------------------------- */

#define TYPES                                                                                                \
    typedef enum { none, one, many = 0x7fffffff } plain_enum;                                                \
    typedef enum { below = -1, zero, above } signed_enum;
#define EXPANDED_TEXT(...) #__VA_ARGS__
#define EXPAND(x) EXPANDED_TEXT(x)
TYPES
const char kernel_types[] = EXPAND(TYPES);

#define PARAMETERS(A, B, C) A a, B b, C c
#define ARGUMENTS(A, B, C) (A) a, (B)b, (C)c
#define CONVERTED(A, B, C) v[0] = (int64_t)(A)a, v[1] = (int64_t)(B)b, v[2] = (int64_t)(C)c
#define TEXT(A, B, C) #A " a, " #B " b, " #C " c"

#define KERNEL(NAME, PROVEN, KINDS, ...)                                                                     \
    static void NAME##_body(PARAMETERS KINDS)                                                                \
        __VA_ARGS__ static void NAME##_run(int64_t a, int64_t b, int64_t c)                                  \
    {                                                                                                        \
        NAME##_body(ARGUMENTS KINDS);                                                                        \
    }                                                                                                        \
    static void NAME##_convert(int64_t a, int64_t b, int64_t c, int64_t v[3])                                \
    {                                                                                                        \
        CONVERTED KINDS;                                                                                     \
    }
#include "kernels.def"
#undef KERNEL

const struct kernel kernels[] = {
#define KERNEL(NAME, PROVEN, KINDS, ...)                                                                     \
    {#NAME, TEXT KINDS, #__VA_ARGS__, PROVEN, NAME##_run, NAME##_convert},
#include "kernels.def"
#undef KERNEL
};
const size_t n_kernels = sizeof kernels / sizeof kernels[0];
