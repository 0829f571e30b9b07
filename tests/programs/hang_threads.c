/* Several threads wait for one launch of an out-of-order queue, whose other launches have finished. */
//!
//! finding id=kernel-hang kernel=k line=@launch waits.2.call=clWaitForEvents waits.2.line=@wait
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "}\n";

static void *wait_for_it(void *data)
{
    cl_event event = data;
    CHECK(clWaitForEvents(1, &event) == CL_SUCCESS); // @wait
    return NULL;
}

int main(void)
{
    cl_int error;
    pthread_t threads[3];
    begin(kernels);
    cl_command_queue q =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    set_buffer(0, ints(1, 1));
    clReleaseEvent(enqueue_on(q, 1, 0, 0, NULL));
    CHECK(clFinish(q) == CL_SUCCESS);
    set_buffer(0, ints(1, !FAULT));
    cl_event event = enqueue_on(q, 1, 0, 0, NULL); // @launch
    clFlush(q);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, wait_for_it, event);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    clReleaseEvent(event);
    clReleaseCommandQueue(q);
    return end();
}
