/* inputs.h - what the kernels are given, and how what they wrote is summed up: the same in OpenCL and in
 * CUDA. */
#ifndef BENCH_SANITIZER_INPUTS_H
#define BENCH_SANITIZER_INPUTS_H

#include <stdio.h>
#include <stdlib.h>

static inline unsigned scramble(size_t i)
{
    unsigned x = (unsigned)i * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ (x >> 13);
}

static inline void *room(size_t bytes) /* zeroed */
{
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return p;
}

/* The first n of one sequence, kept for the next that asks: give them back by release(), as everything else.
 */
static float *small_floats_;
static size_t small_floats_count_;

static inline float *small_floats(size_t n)
{
    if (n > small_floats_count_) { /* somebody may still read the shorter one */
        small_floats_ = room(n * sizeof *small_floats_);
        for (size_t i = 0; i < n; i++)
            small_floats_[i] = (float)(scramble(i) & 7);
        small_floats_count_ = n;
    }
    return small_floats_;
}

static inline void release(void *bytes)
{
    if (bytes != small_floats_)
        free(bytes);
}

/* Scattered by pieces, near each other within: a renumbered mesh. */
static inline unsigned *near_indices(size_t n)
{
    unsigned *index = room(n * sizeof *index);
    for (size_t i = 0; i < n; i++)
        index[i] = (unsigned)((scramble(i / 64) + (scramble(i) & 1023)) % n);
    return index;
}

static inline double weight(size_t i)
{
    return (double)(i % 61 + 1);
}

static inline double sum_floats(const float *f, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += weight(i) * (double)f[i];
    return sum;
}

static inline double sum_ints(const unsigned *u, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += weight(i) * (double)u[i];
    return sum;
}

static inline int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
