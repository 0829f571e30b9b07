/* A loop makes a buffer each time and releases only the last. */
//!
//! finding id=object-leak severity=warning count=9 created=@made object=buffer bytes=36864
#include "support.h"

int main(void)
{
    cl_mem buffer = NULL;
    set_up();
    for (int i = 0; i < 10; i++) {
        if (buffer && !FAULT)
            clReleaseMemObject(buffer);
        buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    }
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
