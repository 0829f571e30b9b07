/* A launch that waits for an event does not run, however long that takes; nor does one that waits for it in
 * another queue. */
//!
//! correct only
//! options --timeout 1
#include "hang.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    out[get_global_id(0)] = 1;\n"
                              "}\n";

int main(void)
{
    cl_int error;
    pthread_t thread;
#ifdef NO_EVENTS
    no_events();
#endif
    begin(kernels);
    set_buffer(0, ints(COUNT, 0));
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event go = clCreateUserEvent(context, &error);
    pthread_create(&thread, NULL, set_later, go);
    cl_event first = enqueue_on(queue, COUNT, 0, 1, &go);
    cl_event behind = enqueue_on(queue, COUNT, 0, 0, NULL);
    cl_event second = enqueue_on(other, COUNT, 0, 1, &first);
    clFlush(queue);
    CHECK(clFinish(other) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    pthread_join(thread, NULL);
    clReleaseEvent(first);
    clReleaseEvent(behind);
    clReleaseEvent(second);
    clReleaseEvent(go);
    clReleaseCommandQueue(other);
    return end();
}
