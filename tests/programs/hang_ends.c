/* Takes longer than the time it is given, and finishes all the same: the program goes on. CPUs only: the host
 * sets the flag where the kernel reads it. */
//!
//! finding id=kernel-hang kernel=k line=@launch finished=true
//! may skip the device does not see what the host writes meanwhile
//! options --timeout 1
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "}\n";

static volatile cl_int flag[1024] __attribute__((aligned(4096)));

static void *set_flag(void *unused)
{
    sleep(LONG_S);
    flag[0] = 1;
    return unused;
}

int main(void)
{
    cl_int error;
    cl_device_type type = 0;
    pthread_t thread;
    begin(kernels);
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (FAULT && type != CL_DEVICE_TYPE_CPU) {
        end();
        return 77;
    }
    flag[0] = !FAULT;
    set_buffer(0, keep(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof flag, (void *)flag, &error)));
    pthread_create(&thread, NULL, set_flag, NULL);
    start(1, 0); // @launch
    CHECK(clFinish(queue) == CL_SUCCESS);
    pthread_join(thread, NULL);
    usleep(500000); /* the watch sees its end */
    return end();
}
