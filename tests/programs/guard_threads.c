/* Four threads make, launch with, look at and release buffers at the same time. */
//! correct only
//! options --kernels ''
#include "guard.h"

#include <pthread.h>

static void *work(void *unused)
{
    const size_t one = 1;
    cl_int error;
    (void)unused;
    cl_command_queue mine = clCreateCommandQueue(context, device, 0, &error);
    cl_kernel k = clCreateKernel(program, "k", &error);
    for (int i = 0; i < 200; i++) {
        cl_mem out = clCreateBuffer(context, 0, 400, NULL, &error), more = NULL;
        if (i % 3 == 0)
            more = clCreateBuffer(context, 0, 800, NULL, &error);
        set_poke(k, out, 99, i);
        CHECK(clEnqueueNDRangeKernel(mine, k, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS);
        if (more) {
            set_poke(k, more, 199, i);
            CHECK(clEnqueueNDRangeKernel(mine, k, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS);
            clReleaseMemObject(more);
        }
        if (i % 2)
            CHECK(clFinish(mine) == CL_SUCCESS);
        clReleaseMemObject(out);
    }
    CHECK(clFinish(mine) == CL_SUCCESS);
    clReleaseKernel(k);
    clReleaseCommandQueue(mine);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    begin(poke);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return end();
}
