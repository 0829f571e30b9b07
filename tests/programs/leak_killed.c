/* Killed with SIGKILL while it holds objects: they were "alive when killed". */
//!
//! finding id=object-leak severity=warning count=3 created=@made object=buffer bytes=12288 message~="alive when the program was killed"
//! exit 137
#include "support.h"

int main(void)
{
    cl_mem buffers[3];
    set_up();
    for (int i = 0; i < 3; i++)
        buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    if (FAULT) {
        tear_down();
        kill(getpid(), SIGKILL);
    }
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    tear_down();
    return 0;
}
