#include "layer/work_group.h"

#include <stdint.h>

size_t cld_group_items(const size_t size[3], unsigned dims)
{
    size_t all = 1;
    for (unsigned i = 0; i < dims; i++)
        if (__builtin_mul_overflow(all, size[i], &all))
            return SIZE_MAX;
    return all;
}

bool cld_group_round_up(const size_t global[3], const size_t local[3], unsigned dims, size_t out[3])
{
    for (unsigned i = 0; i < 3; i++) {
        out[i] = i < dims ? global[i] : 1;
        size_t rest = i < dims ? global[i] % local[i] : 0;
        if (rest && __builtin_add_overflow(global[i], local[i] - rest, &out[i]))
            return false;
    }
    return true;
}

static size_t smaller(size_t a, size_t limit)
{
    return limit && limit < a ? limit : a;
}

void cld_group_that_fits(const size_t global[3], const size_t wanted[3], unsigned dims, size_t most,
                         const size_t items[3], size_t out[3])
{
    enum { LARGEST = 65536 }; /* no device has larger groups: bounds the search */
    size_t left = smaller(LARGEST, most);
    for (unsigned i = 0; i < 3; i++) {
        size_t n = i < dims ? smaller(smaller(left, items[i]), wanted[i]) : 1;
        while (n > 1 && global[i] % n)
            n--;
        out[i] = n ? n : 1;
        left /= out[i];
    }
}
