/* test.h - cmocka, and the few assertions that it lacks. */
#ifndef CLD_TEST_H
#define CLD_TEST_H

// clang-format off: cmocka.h needs these before it
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#define assert_contains(text, part) assert_non_null(strstr((text), (part)))
#define assert_lacks(text, part) assert_null(strstr((text), (part)))

#endif
