#include "support.h"

static const char SOURCE[] =
    "kernel void every(global float *out, local float *tile, int i, uint u, float f, float4 v, ulong l)\n"
    "{\n"
    "    tile[0] = f;\n"
    "    if (get_global_id(0) == 0)\n"
    "        out[0] = (float)i + (float)u + tile[0] + v.x + v.w + (float)l;\n"
    "}\n"
    "kernel void count(global int *hits, uint n)\n"
    "{\n"
    "    if (get_global_id(0) >= n) return;\n"
    "    atomic_inc(hits + get_global_id(0));\n"
    "}\n";

static cld_context *context;
static cl_kernel every, count;

static int set_up(void **state)
{
    (void)state;
    context = open_context(0);
    every = make_kernel(context, SOURCE, "every");
    count = make_kernel(context, SOURCE, "count");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    clReleaseKernel(every);
    clReleaseKernel(count);
    cld_context_free(context);
    return 0;
}

static cl_mem new_buffer(size_t bytes)
{
    cl_int err = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(cld_context_cl(context), CL_MEM_READ_WRITE, bytes, NULL, &err);
    assert_success(err);
    return buffer;
}

static void arguments_arrive_with_their_types(void **state)
{
    (void)state;
    cl_mem out = new_buffer(sizeof(cl_float));
    const cl_float4 v = {{100, 0, 0, 1000}};
    const cl_ulong l = 10000;
    const size_t one = 1;
    cl_float result = 0;
    assert_success(cld_args(every, out, cld_local(4), 1, 2U, 0.5F, v, l));
    assert_success(cld_launch(cld_context_queue(context), every, 1, &one, &one, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(cld_context_queue(context), out, CL_TRUE, 0, sizeof(result), &result,
                                       0, NULL, NULL));
    assert_true(result == 11103.5F);
    assert_success(cld_arg(every, 2, 2)); /* one argument changes, the others stay */
    assert_success(cld_launch(cld_context_queue(context), every, 1, &one, &one, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(cld_context_queue(context), out, CL_TRUE, 0, sizeof(result), &result,
                                       0, NULL, NULL));
    assert_true(result == 11104.5F);
    clReleaseMemObject(out);
}

static void wrong_types_are_errors(void **state)
{
    (void)state;
    assert_int_equal(cld_arg(every, 4, 1), CLD_ARG_TYPE_MISMATCH); /* an int for a float: the sizes agree */
    assert_contains(cld_error_detail(), "kernel \"every\"");
    assert_contains(cld_error_detail(), "float f");
    assert_contains(cld_error_detail(), "given int");
    assert_int_equal(cld_arg(every, 2, 1.0F), CLD_ARG_TYPE_MISMATCH);
    assert_success(cld_arg(every, 3, 1));                          /* an int for a uint is fine */
    assert_int_equal(cld_arg(every, 4, 1.0), CL_INVALID_ARG_SIZE); /* a double for a float */
    assert_int_equal(cld_arg(every, 2, sizeof(int)), CL_INVALID_ARG_SIZE);
    assert_int_equal(cld_arg(every, 99, 1), CL_INVALID_ARG_INDEX);
}

static void structs_have_a_size(void **state)
{
    (void)state;
    const cl_int value = 3;
    assert_success(cld_arg_bytes(every, 2, sizeof(value), &value));
    assert_int_equal(cld_arg_bytes(every, 2, sizeof(&value), &value), CL_INVALID_ARG_SIZE);
    assert_contains(cld_error_detail(), "a value of 8 bytes");
    assert_int_equal(cld_arg_bytes(every, 2, sizeof(value), NULL), CL_INVALID_ARG_VALUE);
}

static void local_memory_needs_bytes(void **state)
{
    (void)state;
    assert_success(cld_arg(every, 1, cld_local(64)));
    assert_int_equal(cld_arg(every, 1, cld_local(0)), CL_INVALID_ARG_SIZE);
    assert_contains(cld_error_detail(), "0 bytes of local memory");
    assert_success(cld_arg_mem(every, 0, NULL)); /* a null pointer is a value */
}

static void missing_arguments_are_counted(void **state)
{
    (void)state;
    cl_mem out = new_buffer(4);
    assert_int_equal(cld_args(count, out), CL_INVALID_KERNEL_ARGS);
    assert_contains(cld_error_detail(), "Kernel \"count\" has 2 parameters, but got 1 arguments.");
    assert_int_equal(cld_args(count, out, 1U, 1U), CL_INVALID_ARG_INDEX);
    assert_int_equal(cld_args(count, out, 1.0F), CLD_ARG_TYPE_MISMATCH);
    clReleaseMemObject(out);
}

static void sizes_round_up(void **state)
{
    (void)state;
    assert_int_equal(cld_round_up(1000, 256), 1024);
    assert_int_equal(cld_round_up(1024, 256), 1024);
    assert_int_equal(cld_round_up(0, 256), 0);
    assert_int_equal(cld_round_up(7, 0), 7);
    assert_int_equal(cld_round_up(7, 1), 7);
    assert_int_equal(cld_round_up(SIZE_MAX - 1, 256), 0);
    assert_true(cld_round_up(SIZE_MAX - 255, 256) == SIZE_MAX - 255);
}

static void launches_cover_every_item_once(void **state)
{
    (void)state;
    enum { ITEMS = 1000 };
    cl_int hits[1024] = {0};
    cl_int err = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(cld_context_cl(context), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   sizeof(hits), hits, &err);
    assert_success(err);
    const size_t size = ITEMS;
    const size_t local = 64;
    cl_event done = NULL;
    assert_success(cld_args(count, buffer, (cl_uint)ITEMS));
    assert_success(cld_launch(cld_context_queue(context), count, 1, &size, &local, 0, NULL, &done));
    assert_success(clEnqueueReadBuffer(cld_context_queue(context), buffer, CL_TRUE, 0, sizeof(hits), hits, 1,
                                       &done, NULL));
    for (int i = 0; i < 1024; i++)
        assert_int_equal(hits[i], i < ITEMS ? 1 : 0);
    clReleaseEvent(done);
    clReleaseMemObject(buffer);
}

static void bad_launches_say_why(void **state)
{
    (void)state;
    cl_command_queue queue = cld_context_queue(context);
    const size_t sizes[] = {16, 0, 16};
    const size_t huge[] = {(size_t)1 << 30, 1, 1};
    cl_event done = (cl_event)state;
    assert_int_equal(cld_launch(queue, count, 0, sizes, NULL, 0, NULL, &done), CL_INVALID_WORK_DIMENSION);
    assert_null(done);
    assert_int_equal(cld_launch(queue, count, 4, sizes, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(cld_launch(queue, count, 1, NULL, NULL, 0, NULL, NULL), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_int_equal(cld_launch(queue, count, 2, sizes, NULL, 0, NULL, NULL), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_int_equal(cld_launch(queue, count, 1, sizes, sizes + 1, 0, NULL, NULL),
                     CL_INVALID_WORK_GROUP_SIZE);
    cl_mem buffer = new_buffer(4096);
    assert_success(cld_args(count, buffer, 1U));
    const cl_int err = cld_launch(queue, count, 1, huge, huge, 0, NULL, &done);
    assert_true(err == CL_INVALID_WORK_GROUP_SIZE || err == CL_INVALID_WORK_ITEM_SIZE);
    assert_contains(cld_error_detail(),
                    "kernel \"count\" over 1073741824 x 1 x 1 work-items in groups of 1073741824");
    assert_null(done);
    clReleaseMemObject(buffer);
}

static void unset_arguments_fail_the_launch(void **state)
{
    (void)state;
    cl_kernel fresh = make_kernel(context, SOURCE, "count");
    const size_t one = 1;
    assert_int_equal(cld_launch(cld_context_queue(context), fresh, 1, &one, NULL, 0, NULL, NULL),
                     CL_INVALID_KERNEL_ARGS);
    assert_contains(cld_error_detail(), "the driver's choice");
    clReleaseKernel(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_arrive_with_their_types),
        cmocka_unit_test(wrong_types_are_errors),
        cmocka_unit_test(structs_have_a_size),
        cmocka_unit_test(local_memory_needs_bytes),
        cmocka_unit_test(missing_arguments_are_counted),
        cmocka_unit_test(sizes_round_up),
        cmocka_unit_test(launches_cover_every_item_once),
        cmocka_unit_test(bad_launches_say_why),
        cmocka_unit_test(unset_arguments_fail_the_launch),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
