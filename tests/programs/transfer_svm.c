/* A copy from the middle of an SVM allocation to its end, and on. */
//!
//! finding id=transfer-out-of-bounds severity=error call=clEnqueueSVMMemcpy line=@copy arg=size evidence.bytes_past_end=1024 message~="1024 bytes too much"
#include "support.h"

int main(void)
{
    static char host[BYTES];
    set_up();
    char *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, BYTES, 0);
    const size_t size = BYTES - (FAULT ? 0 : 1024);
    memset(shared, 0, BYTES);
    clEnqueueSVMMemcpy(queue, CL_TRUE, host, shared + 1024, size, 0, NULL, NULL); // @copy
    clFinish(queue);
    clSVMFree(context, shared);
    tear_down();
    return 0;
}
