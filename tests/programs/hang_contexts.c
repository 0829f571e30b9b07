/* Two contexts: the launch in one hangs, those in the other finish. */
//!
//! finding id=kernel-hang kernel=k line=@launch count=1
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

int main(void)
{
    begin(waits_for_flag);
    cl_context first_context = context;
    cl_command_queue first_queue = queue;
    cl_program first_program = program;
    cl_kernel first_kernel = kernel;
    set_buffer(0, ints(1, 1));
    clReleaseEvent(enqueue_on(queue, 1, 0, 0, NULL));
    CHECK(clFinish(queue) == CL_SUCCESS);
    begin(waits_for_flag);
    set_buffer(0, ints(1, !FAULT));
    start(1, 0); // @launch
    clFlush(queue);
    CHECK(clFinish(first_queue) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    clReleaseKernel(first_kernel);
    clReleaseProgram(first_program);
    clReleaseCommandQueue(first_queue);
    clReleaseContext(first_context);
    return end();
}
