/* Generic pointers, which may point anywhere but into constant memory, and what a cast then says of them. */
//! needs generic pointers
//! finding id=out-of-bounds-write kernel=k source="local: *(global int *)any" count=8 line=@launch message~="through a pointer to global memory that was made from one to local memory" evidence.cause_id=other-address-space
//! finding id=out-of-bounds-write kernel=k source="private: p[0]" count=8 line=@launch message~="through a pointer to local memory that was made from one to private memory" source.function=put
//! finding id=out-of-bounds-write kernel=k source="constant: *(int *)(ulong)(table + j)" count=8 line=@launch message~="from one to constant memory"
//! finding id=out-of-bounds-read kernel=k source="read: *(global int *)any" count=8 line=@launch evidence.cause_id=other-address-space
//! checked
#include "bounds.h"

static const char kernels[] = "void put(local int *p, int value)\n"
                              "{\n"
                              "    p[0] = value;\n" // #private
                              "}\n"
                              "int sum(int *p, int n)\n"
                              "{\n"
                              "    return n > 0 ? p[0] + p[n - 1] : 0;\n"
                              "}\n"
                              "kernel void k(global int *out, constant int *table)\n"
                              "{\n"
                              "    local int tile[8];\n"
                              "    int j = get_local_id(0), own[2] = {j, 1};\n"
                              "    int *any = tile + j, *mine = own;\n"
                              "    *any = j;\n"
                              "#if FAULT\n"
                              "    *(global int *)any = 7;\n" // #local
                              "    put((local int *)mine, 7);\n"
                              "    *(int *)(ulong)(table + j) = 7;\n" // #constant
                              "    j += *(global int *)any;\n"        // #read
                              "#else\n"
                              "    put((local int *)any, 7);\n"
                              "    any = out + j;\n"
                              "    *(global int *)any = table[j];\n"
                              "#endif\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[j] += tile[j] + sum(own, 2) + sum(out + j, 1) + sum(tile, 0);\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    cl_bool has = CL_FALSE;
    begin("kernel void k(void) {}");
    clGetDeviceInfo(device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof has, &has, NULL);
    end();
    if (!has)
        return 77;
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem out = ints(8, 1), table = ints(8, 5);
    set_buffer(0, out);
    set_buffer(1, table);
    run_groups(8, 8); // @launch
    get(out, host, sizeof host);
    for (int i = 0; i < 8; i++)
        CHECK(host[i] == (FAULT ? 1 + i + (i + 1) + 2 : 5 + 7 + (i + 1) + 10));
    return end();
}
