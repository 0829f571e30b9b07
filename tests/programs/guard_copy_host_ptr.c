/* A buffer with data: exactly its bytes are taken from the host, and no byte behind them. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.size=1000 evidence.damage_first=1000
//! options --kernels ''
#include "guard.h"

#include <sys/mman.h>

#define SIZE ((size_t)1000)

/* Data whose last byte is the last one that may be read. */
static char *at_the_edge(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (SIZE + page - 1) / page * page;
    char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(at + room, page, PROT_NONE);
    char *data = at + room - SIZE;
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (char)(i * 7);
    return data;
}

int main(void)
{
    cl_int error;
    begin(poke);
    char *data = at_the_edge();
    cl_mem_flags flags = CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, said = 0;
    cl_mem out = clCreateBuffer(context, flags, SIZE, data, &error); // @buffer
    CHECK(error == CL_SUCCESS);
    keep(out);
    char *back = malloc(SIZE);
    get(out, back, SIZE);
    CHECK(memcmp(back, data, SIZE) == 0);
    CHECK(clGetMemObjectInfo(out, CL_MEM_FLAGS, sizeof said, &said, NULL) == CL_SUCCESS && said == flags);
    set_poke(kernel, out, SIZE / 4 - 1 + FAULT, 1);
    run(1); // @launch
    get(out, back, SIZE);
    CHECK(memcmp(back, data, SIZE - 4) == 0);
    free(back);
    return end();
}
