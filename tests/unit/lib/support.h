/* What the library's tests share: one context on whatever device there is. */
#ifndef CLD_TEST_SUPPORT_H
#define CLD_TEST_SUPPORT_H

// clang-format off: cmocka.h needs these before it
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <cldoctor/cldoctor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_success(call) assert_int_equal((call), CL_SUCCESS)
#define assert_contains(text, part) assert_non_null(strstr((text), (part)))

static inline cld_context *open_context(unsigned queue_options)
{
    cld_context *context = NULL;
    assert_success(cld_context_new(NULL, queue_options, &context));
    assert_non_null(context);
    return context;
}

/* Builds one kernel from source. */
static inline cl_kernel make_kernel(const cld_context *context, const char *source, const char *name)
{
    cld_program *program = NULL;
    cl_kernel kernel = NULL;
    assert_success(cld_program_new(cld_context_cl(context), cld_context_device(context), &program));
    assert_success(cld_program_add_source(program, "test.cl", source));
    assert_success(cld_program_build(program));
    assert_success(cld_program_kernel(program, name, &kernel));
    cld_program_free(program);
    return kernel;
}

#endif
