/* A leak in a program that leaves by _exit(): no destructor and no exit handler runs. */
//!
//! finding id=object-leak severity=warning count=1 created=@made object=buffer bytes=1048576
#include "support.h"

int main(void)
{
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, NULL, NULL); // @made
    if (!FAULT)
        clReleaseMemObject(buffer);
    tear_down();
    _exit(0);
}
