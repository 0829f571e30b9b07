/* There is no memory for a buffer that the device would allow. */
//! may skip a driver may take the host memory from what it reserved before, or when it is first used
//! finding id=allocation-failed severity=error call=clCreateBuffer line=@create message~="the program holds 1 memory object of 4096 bytes in all" object=buffer created=@held
#include "support.h"

#include <sys/resource.h>

enum { PIECE = 256 << 20 };

/* So that the test needs no machine that is full: room for half a piece more than is in use. */
static void leave_little(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        exit(2);
    fclose(file);
    const rlim_t most = pages * (rlim_t)sysconf(_SC_PAGESIZE) + PIECE / 2;
    setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
}

int main(void)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR; /* PoCL allocates it at once */
    set_up();
    cl_mem held = clCreateBuffer(context, flags, BYTES, NULL, NULL); // @held
    leave_little();
    const size_t size = FAULT ? PIECE : BYTES;
    cl_mem piece = clCreateBuffer(context, flags, size, NULL, NULL); // @create
    if (FAULT && piece)
        return 77;
    if (piece)
        clReleaseMemObject(piece);
    clReleaseMemObject(held);
    tear_down();
    return 0;
}
