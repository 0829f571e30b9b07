/* Nobody has flushed the queue: its launches may not have begun, and are not said to run. */
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
    begin(kernels);
    set_buffer(0, ints(COUNT, 0));
    for (int i = 0; i < 3; i++)
        clReleaseEvent(enqueue_on(queue, COUNT, 0, 0, NULL));
    sleep(LONG_S);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
