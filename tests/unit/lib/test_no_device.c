/* Runs with OCL_ICD_VENDORS pointing at an empty folder: a machine without any OpenCL driver. */
#include "support.h"

static void list_is_empty(void **state)
{
    (void)state;
    cld_device_list *list = NULL;
    assert_success(cld_device_list_new(&list));
    assert_int_equal(cld_device_list_count(list), 0);
    assert_null(cld_device_list_get(list, 0));
    cld_device_list_free(list);
}

static void choosing_says_that_there_is_none(void **state)
{
    (void)state;
    cl_device_id device = (cl_device_id)state;
    assert_int_equal(cld_device_choose(NULL, &device), CL_DEVICE_NOT_FOUND);
    assert_null(device);
    assert_contains(cld_error_detail(), "there is no OpenCL device at all");
}

static void context_says_that_there_is_none(void **state)
{
    (void)state;
    cld_context *context = NULL;
    assert_int_equal(cld_context_new(NULL, CLD_QUEUE_PROFILING, &context), CL_DEVICE_NOT_FOUND);
    assert_null(context);
    assert_contains(cld_error_detail(), "Is a driver installed?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_is_empty),
        cmocka_unit_test(choosing_says_that_there_is_none),
        cmocka_unit_test(context_says_that_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
