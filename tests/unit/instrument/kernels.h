/* kernels.h - the kernels of kernels.def: as OpenCL C, and to be run. */
#ifndef CLD_TEST_KERNELS_H
#define CLD_TEST_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The group that a run is in, of a range of one dimension. */
enum { LOCAL_SIZE = 4, GROUP = 2, GROUPS = 3, OFFSET = 1 };

enum proven { NONE, ALL, IN_VAIN, SHARPLY, SHARPLY_IN_GROUP };

struct kernel {
    const char *name, *parameters, *body;
    enum proven proven;
    void (*run)(int64_t a, int64_t b, int64_t c);
    /* The parameters as they arrive, in a long. */
    void (*convert)(int64_t a, int64_t b, int64_t c, int64_t v[3]);
};

extern const char kernel_types[]; /* as OpenCL C */
extern const struct kernel kernels[];
extern const size_t n_kernels;

/* No access is outside, as far as it was run. */
bool kernel_is_good(const struct kernel *k, int64_t a, int64_t b, int64_t c, int64_t units, int64_t local_id);

#endif
