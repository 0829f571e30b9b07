/* Retained once, released once: the creation's own reference is forgotten. */
//!
//! finding id=object-leak severity=warning count=1 created=@made object=buffer
#include "support.h"

int main(void)
{
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    clRetainMemObject(buffer);
    clReleaseMemObject(buffer);
    if (!FAULT)
        clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
