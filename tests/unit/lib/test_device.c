#include "support.h"

#include <pthread.h>

static void list_has_devices_with_names(void **state)
{
    (void)state;
    cld_device_list *list = NULL;
    assert_success(cld_device_list_new(&list));
    assert_true(cld_device_list_count(list) > 0);
    for (size_t i = 0; i < cld_device_list_count(list); i++) {
        const cld_device_info *info = cld_device_list_get(list, i);
        assert_true(strlen(info->name) > 0 && strlen(info->platform_name) > 0);
        assert_int_equal(strncmp(info->version, "OpenCL ", 7), 0);
        assert_true(info->compute_units > 0 && info->local_memory > 0 && info->max_work_group_size > 0);
    }
    assert_null(cld_device_list_get(list, cld_device_list_count(list)));
    cld_device_list_free(list);
    cld_device_list_free(NULL);
}

static void any_device_will_do(void **state)
{
    (void)state;
    cl_device_id device = NULL;
    const cld_device_request any = {0};
    unsetenv("CLDOCTOR_DEVICE");
    assert_success(cld_device_choose(NULL, &device));
    assert_non_null(device);
    assert_success(cld_device_choose(&any, &device));
    const cld_device_request all = {.type = CL_DEVICE_TYPE_ALL};
    assert_success(cld_device_choose(&all, &device));
    assert_int_equal(cld_device_choose(NULL, NULL), CL_INVALID_VALUE);
}

/* The first device that is listed, and a request that only its name or number can meet. */
static void by_name_and_by_number(void **state)
{
    (void)state;
    cld_device_list *list = NULL;
    assert_success(cld_device_list_new(&list));
    const cld_device_info *info = cld_device_list_get(list, 0);
    char part[8];
    snprintf(part, sizeof(part), "%.6s", info->name);
    for (char *c = part; *c; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c); /* case does not matter */
    cl_device_id device = NULL;
    const cld_device_request by_name = {.name = part};
    assert_success(cld_device_choose(&by_name, &device));
    const cld_device_request by_number = {.name = "0:0"};
    assert_success(cld_device_choose(&by_number, &device));
    assert_ptr_equal(device, info->device);
    const cld_device_request by_platform = {.name = info->platform_name};
    assert_success(cld_device_choose(&by_platform, &device));
    cld_device_list_free(list);
}

static void by_environment_unless_named(void **state)
{
    (void)state;
    cl_device_id device = NULL;
    setenv("CLDOCTOR_DEVICE", "no-such-device", 1);
    assert_int_equal(cld_device_choose(NULL, &device), CL_DEVICE_NOT_FOUND);
    assert_null(device);
    assert_contains(cld_error_detail(), "No device named \"no-such-device\" (from CLDOCTOR_DEVICE)");
    const cld_device_request named = {.name = "0:0"};
    assert_success(cld_device_choose(&named, &device)); /* a name in the program wins */
    setenv("CLDOCTOR_DEVICE", "0:0", 1);
    assert_success(cld_device_choose(NULL, &device));
    setenv("CLDOCTOR_DEVICE", "0:0x", 1); /* not a number: a name, which no device has */
    assert_int_equal(cld_device_choose(NULL, &device), CL_DEVICE_NOT_FOUND);
    setenv("CLDOCTOR_DEVICE", "", 1); /* as if it were not set */
    assert_success(cld_device_choose(NULL, &device));
    unsetenv("CLDOCTOR_DEVICE");
}

static void unknown_name_lists_what_was_there(void **state)
{
    (void)state;
    cld_device_list *list = NULL;
    assert_success(cld_device_list_new(&list));
    cl_device_id device = NULL;
    const cld_device_request request = {.name = "Voodoo 2"};
    assert_int_equal(cld_device_choose(&request, &device), CL_DEVICE_NOT_FOUND);
    const char *detail = cld_error_detail();
    assert_contains(detail, "No device named \"Voodoo 2\". These are there:");
    assert_contains(detail, cld_device_list_get(list, 0)->name);
    assert_contains(detail, "another name");
    const cld_device_request number = {.name = "99:0"};
    assert_int_equal(cld_device_choose(&number, &device), CL_DEVICE_NOT_FOUND);
    cld_device_list_free(list);
}

static void missing_features_are_named(void **state)
{
    (void)state;
    cl_device_id device = NULL;
    const cld_device_request greedy = {.local_memory = (cl_ulong)1 << 50, .features = CLD_FEATURE_COMPILER};
    assert_int_equal(cld_device_choose(&greedy, &device), CL_DEVICE_NOT_FOUND);
    assert_contains(cld_error_detail(), "No device with a compiler, 1125899906842624 bytes of local memory");
    const cld_device_request custom = {.type = CL_DEVICE_TYPE_CUSTOM};
    assert_int_equal(cld_device_choose(&custom, &device), CL_DEVICE_NOT_FOUND);
    assert_contains(cld_error_detail(), "it is a ");
}

static void features_are_those_the_device_reports(void **state)
{
    (void)state;
    cld_device_list *list = NULL;
    assert_success(cld_device_list_new(&list));
    const cld_device_info *info = cld_device_list_get(list, 0);
    cl_device_fp_config fp64 = 0;
    cl_bool images = CL_FALSE;
    clGetDeviceInfo(info->device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(fp64), &fp64, NULL);
    clGetDeviceInfo(info->device, CL_DEVICE_IMAGE_SUPPORT, sizeof(images), &images, NULL);
    assert_int_equal(fp64 != 0, (info->features & CLD_FEATURE_FP64) != 0);
    assert_int_equal(images != 0, (info->features & CLD_FEATURE_IMAGES) != 0);
    const cld_device_request same = {.name = "0:0", .features = info->features, .type = info->type};
    cl_device_id device = NULL;
    assert_success(cld_device_choose(&same, &device));
    assert_ptr_equal(device, info->device);
    cld_device_list_free(list);
}

static cl_command_queue_properties properties_of(cl_command_queue queue)
{
    cl_command_queue_properties properties = 0;
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, NULL));
    return properties;
}

static void context_comes_with_a_queue(void **state)
{
    (void)state;
    cld_context *context = open_context(0);
    assert_int_equal(properties_of(cld_context_queue(context)), 0);
    assert_int_equal(cld_context_queue_options(context), 0);
    cl_device_id device = NULL;
    assert_success(
        clGetContextInfo(cld_context_cl(context), CL_CONTEXT_DEVICES, sizeof(device), &device, NULL));
    assert_ptr_equal(device, cld_context_device(context));
    cld_context_free(context);
    cld_context_free(NULL);
}

static void queue_options_are_granted(void **state)
{
    (void)state;
    cld_context *context = open_context(CLD_QUEUE_PROFILING | CLD_QUEUE_OUT_OF_ORDER);
    const unsigned granted = cld_context_queue_options(context);
    const cl_command_queue_properties properties = properties_of(cld_context_queue(context));
    assert_true(properties & CL_QUEUE_PROFILING_ENABLE);
    assert_int_equal((granted & CLD_QUEUE_OUT_OF_ORDER) != 0,
                     (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0);
    cl_command_queue queue = NULL;
    assert_int_equal(cld_queue_new(cld_context_cl(context), cld_context_device(context), 64, &queue, NULL),
                     CL_INVALID_VALUE);
    assert_success(cld_queue_new(cld_context_cl(context), cld_context_device(context), CLD_QUEUE_PROFILING,
                                 &queue, NULL));
    assert_int_equal(properties_of(queue), CL_QUEUE_PROFILING_ENABLE);
    clReleaseCommandQueue(queue);
    assert_int_equal(cld_queue_new(NULL, cld_context_device(context), 0, &queue, NULL), CL_INVALID_CONTEXT);
    assert_null(queue);
    cld_context_free(context);
}

static void context_errors_pass_through(void **state)
{
    (void)state;
    cld_context *context = (cld_context *)state;
    const cld_device_request request = {.name = "Voodoo 2"};
    assert_int_equal(cld_context_new(&request, 0, &context), CL_DEVICE_NOT_FOUND);
    assert_null(context);
    assert_contains(cld_error_detail(), "Voodoo 2");
    assert_int_equal(cld_context_new(NULL, 1024, &context), CL_INVALID_VALUE);
    assert_int_equal(cld_context_new(NULL, 0, NULL), CL_INVALID_VALUE);
}

static void *detail_is_empty_here(void *unused)
{
    (void)unused;
    return cld_error_detail()[0] ? (void *)1 : NULL;
}

static void details_are_kept_for_each_thread(void **state)
{
    (void)state;
    cld_device_choose(NULL, NULL);
    assert_true(cld_error_detail()[0] != '\0');
    pthread_t thread;
    void *result = NULL;
    assert_int_equal(pthread_create(&thread, NULL, detail_is_empty_here, NULL), 0);
    pthread_join(thread, &result);
    assert_null(result);
}

int main(void)
{
    unsetenv("CLDOCTOR_DEVICE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_has_devices_with_names),
        cmocka_unit_test(any_device_will_do),
        cmocka_unit_test(by_name_and_by_number),
        cmocka_unit_test(by_environment_unless_named),
        cmocka_unit_test(unknown_name_lists_what_was_there),
        cmocka_unit_test(missing_features_are_named),
        cmocka_unit_test(features_are_those_the_device_reports),
        cmocka_unit_test(context_comes_with_a_queue),
        cmocka_unit_test(queue_options_are_granted),
        cmocka_unit_test(context_errors_pass_through),
        cmocka_unit_test(details_are_kept_for_each_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
