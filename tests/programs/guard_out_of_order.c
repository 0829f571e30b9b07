/* A queue without an order: the pattern is there before the launch all the same. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.damage_first=1024
//! options --kernels ''
#include "guard.h"

int main(void)
{
    const size_t one = 1;
    const cl_int zero = 0;
    cl_int error;
    begin(poke);
    cl_command_queue free_queue =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    cl_mem out = clCreateBuffer(context, 0, 1024, NULL, NULL); // @buffer
    cl_event filled, done;
    keep(out);
    CHECK(clEnqueueFillBuffer(free_queue, out, &zero, 4, 0, 1024, 0, NULL, &filled) == CL_SUCCESS);
    set_poke(kernel, out, 255 + FAULT, 9);
    error = clEnqueueNDRangeKernel(free_queue, kernel, 1, NULL, &one, NULL, 1, &filled, &done); // @launch
    CHECK(error == CL_SUCCESS);
    CHECK(clWaitForEvents(1, &done) == CL_SUCCESS);
    CHECK(clFinish(free_queue) == CL_SUCCESS);
    clReleaseEvent(filled);
    clReleaseEvent(done);
    clReleaseCommandQueue(free_queue);
    return end();
}
