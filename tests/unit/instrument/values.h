/* values.h - what the texts of a proof evaluate to: declarations and expressions of long. */
#ifndef CLD_TEST_VALUES_H
#define CLD_TEST_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised: no names. */
struct values {
    struct value {
        char name[48]; /* of a variable, or a call with its argument: get_global_id(0) */
        size_t length;
        int64_t value;
    } list[256];
    size_t count;
};

void values_set(struct values *v, const char *name, int64_t value);
/* " const long a = 1L; const long b = a + 1;" */
void values_declare(struct values *v, const char *declarations);
/* Sums and products wrap around. What is no expression, and names that were not set, fail the test. */
int64_t values_of(const struct values *v, const char *expression);

#endif
