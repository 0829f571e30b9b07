/* When logs of twins are read, and with how many calls: over a driver of a few functions that are made up. */
#include "layer/twin_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#define LOGS 20

/* What the driver was asked for since the last look. */
static struct {
    unsigned reads, blocking, queues, released_queues, buffers, finishes;
    unsigned probes, released_events;
    bool is_stuck;
    useconds_t read_takes;
    cl_int read_answer;
} driver;

static int handles[8];

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                                        cl_int *error)
{
    (void)context;
    (void)flags;
    assert_memory_equal(host, (char[8]){0}, 8);
    assert_true(size >= cld_log_bytes(0));
    driver.buffers++;
    *error = CL_SUCCESS;
    return (cl_mem)&handles[0];
}

static cl_int CL_API_CALL release_buffer(cl_mem buffer)
{
    (void)buffer;
    driver.buffers--;
    return CL_SUCCESS;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties, cl_int *error)
{
    (void)context;
    (void)device;
    assert_int_equal(properties, 0); /* in order: one wait is for all */
    driver.queues++;
    *error = CL_SUCCESS;
    return (cl_command_queue)&handles[1];
}

static cl_int CL_API_CALL release_queue(cl_command_queue queue)
{
    (void)queue;
    driver.released_queues++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                      size_t size, void *to, cl_uint n, const cl_event *wait, cl_event *event)
{
    (void)queue;
    (void)buffer;
    (void)offset;
    (void)n;
    (void)wait;
    memset(to, 0, size);
    if (event) { /* whether the device answers */
        assert_false(blocking);
        driver.probes++;
        *event = (cl_event)&handles[4];
        return CL_SUCCESS;
    }
    driver.reads++;
    driver.blocking += blocking != 0;
    if (driver.read_takes)
        usleep(driver.read_takes);
    return driver.read_answer;
}

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    (void)event;
    (void)size_ret;
    assert_int_equal(what, CL_EVENT_COMMAND_EXECUTION_STATUS);
    assert_int_equal(size, sizeof(cl_int));
    *(cl_int *)value = driver.is_stuck ? CL_SUBMITTED : CL_COMPLETE;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_event(cl_event event)
{
    (void)event;
    driver.released_events++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    (void)queue;
    driver.finishes++;
    return CL_SUCCESS;
}

static struct cld_target target;
static struct cld_object context, queue;
static struct cld_twins twins;
static struct cld_twin twin;
static struct cld_log *logs[LOGS];

static int set_up(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    strcpy(cld_layer.options.twins, "bounds");
    target.next.clCreateBuffer = create_buffer;
    target.next.clReleaseMemObject = release_buffer;
    target.next.clCreateCommandQueue = create_queue;
    target.next.clReleaseCommandQueue = release_queue;
    target.next.clEnqueueReadBuffer = read_buffer;
    target.next.clFinish = finish;
    target.next.clFlush = flush;
    target.next.clGetEventInfo = event_info;
    target.next.clReleaseEvent = release_event;
    context.kind = CLD_KIND_CONTEXT;
    context.target = &target;
    atomic_store(&context.serial, 1);
    atomic_store(&context.refs, 1);
    queue.kind = CLD_KIND_QUEUE;
    atomic_store(&queue.serial, 2);
    twins.target = &target;
    twins.context = &context;
    twins.context_serial = 1;
    twins.context_handle = (cl_context)&handles[2];
    twin.device = (cl_device_id)&handles[3];
    for (int i = 0; i < LOGS; i++)
        logs[i] = cld_log_new(&twins, &twin);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < LOGS; i++)
        cld_log_close(logs[i]);
    cld_logs_leave(&context);
    assert_int_equal(driver.buffers, 0);
    assert_int_equal(driver.queues, driver.released_queues);
    assert_int_equal(driver.probes, driver.released_events);
    return 0;
}

/* From sequence number `seq` on; as many of the logs. */
static void launch(int n, uint64_t seq)
{
    for (int i = 0; i < n; i++)
        cld_log_launched(logs[i], &queue, seq);
}

/* A read that takes half a second is paid for with 25: the next waits go without. */
static void test_debt(void **state)
{
    (void)state;
    driver.read_takes = 500000;
    launch(1, 5);
    cld_logs_read();
    assert_int_equal(driver.reads, 1);
    for (int i = 0; i < 5; i++)
        cld_logs_read();
    assert_int_equal(driver.reads, 1);
    driver.read_takes = 0;
    cld_logs_read_last();
    assert_int_equal(driver.reads, 2);
    cld_queue_finished(&queue, 5);
}

/* A launch that does not end has the whole device: one small read is left behind, and no other follows. */
static void test_stuck(void **state)
{
    (void)state;
    driver.is_stuck = true;
    launch(2, 20);
    cld_logs_read_last();
    cld_logs_read_last();
    assert_int_equal(driver.reads, 0);
    assert_int_equal(driver.probes, 1);
    driver.is_stuck = false;
    cld_logs_read_last();
    assert_int_equal(driver.reads, 2);
    cld_queue_finished(&queue, 20);
    cld_logs_read_last();
}

/* At any price, as at the end: how much a wait may cost is another matter. */
static void test_reading(void **state)
{
    (void)state;
    cld_logs_read_last();
    assert_int_equal(driver.reads, 0); /* nothing was launched */

    launch(3, 11);
    cld_queue_finished(&queue, 11);
    cld_logs_read_last();
    assert_int_equal(driver.reads, 3);
    assert_int_equal(driver.blocking, 1);
    assert_int_equal(driver.queues, 1);
    cld_logs_read_last();
    assert_int_equal(driver.reads, 3); /* the launches had finished */

    launch(1, 12); /* may be running still: read each time */
    cld_logs_read_last();
    cld_logs_read_last();
    assert_int_equal(driver.reads, 5);
    cld_queue_finished(&queue, 12);
    cld_logs_read_last();
    cld_logs_read_last();
    assert_int_equal(driver.reads, 6);

    launch(LOGS, 13); /* more than are read at a time */
    cld_queue_finished(&queue, 13);
    cld_logs_read_last();
    assert_int_equal(driver.reads, 6 + LOGS);

    driver.read_answer = CL_OUT_OF_RESOURCES;
    launch(2, 14);
    cld_queue_finished(&queue, 14);
    cld_logs_read_last();
    assert_int_equal(driver.reads, 6 + LOGS + 2);
    driver.read_answer = CL_SUCCESS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_debt, set_up, tear_down), /* the first credit is given once */
        cmocka_unit_test_setup_teardown(test_reading, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stuck, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
