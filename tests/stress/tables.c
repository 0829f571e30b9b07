/* tables.c - ICD loaders whose table is shorter or longer than the layer's, several of them in one process.
 */
#include "fake.h"
#include "layer/calls.gen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define GARBAGE 20

static const cl_icd_dispatch *tables[CLD_SLOTS];

static cl_uint give(cl_uint entries, const cl_icd_dispatch **layer)
{
    /* Exactly as long as the loader says, for AddressSanitizer; what lies beyond our functions is rubbish. */
    void **table = malloc(entries * sizeof(void *));
    cl_uint got = 0;
    assert_non_null(table);
    memset(table, 0xa5, entries * sizeof(void *));
    memcpy(table, fake_dispatch(),
           (entries < CLD_TABLE_ENTRIES ? entries : CLD_TABLE_ENTRIES) * sizeof(void *));
    assert_int_equal(clInitLayer(entries, (const cl_icd_dispatch *)table, &got, layer), CL_SUCCESS);
    free(table); /* the layer keeps a copy */
    return got;
}

static void use(const cl_icd_dispatch *cl)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    assert_int_equal(cl->clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    cl_context context = cl->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue queue = cl->clCreateCommandQueue(context, device, 0, &error);
    cl_mem buffer = cl->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    char data[64];
    assert_int_equal(cl->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(cl->clFinish(queue), CL_SUCCESS);
    assert_int_equal(cl->clReleaseMemObject(buffer), CL_SUCCESS);
    assert_int_equal(cl->clReleaseMemObject(buffer),
                     CL_INVALID_MEM_OBJECT); /* the layer's answer: it is in use */
    assert_int_equal(cl->clReleaseCommandQueue(queue), CL_SUCCESS);
    assert_int_equal(cl->clReleaseContext(context), CL_SUCCESS);
}

static void shorter(void **state)
{
    (void)state;
    assert_int_equal(give(60, &tables[0]), 60);
    for (size_t i = 60; i < CLD_TABLE_ENTRIES; i++)
        assert_null(((void *const *)tables[0])[i]);
    use(tables[0]);
}

static void of_an_older_version(void **state)
{
    (void)state;
    assert_int_equal(give(100, &tables[1]), 100);
    assert_null(tables[1]->clSetContextDestructorCallback);
    use(tables[1]);
}

static void of_our_length(void **state)
{
    (void)state;
    assert_int_equal(give(CLD_TABLE_ENTRIES, &tables[2]), CLD_TABLE_ENTRIES);
    assert_non_null(tables[2]->clSetContextDestructorCallback);
    use(tables[2]);
}

static void longer(void **state)
{
    (void)state;
    assert_int_equal(give(CLD_TABLE_ENTRIES + GARBAGE, &tables[3]), CLD_TABLE_ENTRIES);
    use(tables[3]);
}

static void one_too_many(void **state)
{
    const cl_icd_dispatch *layer = NULL;
    cl_uint got;
    (void)state;
    assert_int_equal(clInitLayer(CLD_TABLE_ENTRIES, fake_dispatch(), &got, &layer), CL_OUT_OF_RESOURCES);
    assert_int_equal(clInitLayer(0, fake_dispatch(), &got, &layer), CL_INVALID_VALUE);
    assert_int_equal(clInitLayer(CLD_TABLE_ENTRIES, NULL, &got, &layer), CL_INVALID_VALUE);
}

/* What one of them made is known to the others, and none is another's table. */
static void all_at_once(void **state)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    (void)state;
    for (int i = 0; i < CLD_SLOTS; i++)
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(tables[i]->clFinish, tables[j]->clFinish);
    tables[0]->clGetPlatformIDs(1, &platform, NULL);
    tables[1]->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = tables[2]->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem buffer = tables[3]->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    assert_int_equal(tables[0]->clReleaseMemObject(buffer), CL_SUCCESS);
    assert_int_equal(tables[1]->clRetainMemObject(buffer), CL_INVALID_MEM_OBJECT);
    assert_int_equal(tables[1]->clReleaseContext(context), CL_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shorter), cmocka_unit_test(of_an_older_version), cmocka_unit_test(of_our_length),
        cmocka_unit_test(longer),  cmocka_unit_test(one_too_many),        cmocka_unit_test(all_at_once),
    };
    fake_platform();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
