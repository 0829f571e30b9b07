#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF
#pragma pack(push, 1)
typedef struct { char c; int i; } tight;
#pragma pack(pop)
#ifndef cl_khr_nothing
#pragma unknown thing
#endif
__kernel void k(__global int *a, __global tight *t)
{
    int i = get_global_id(0);
#pragma unroll
    for (int j = 0; j < 4; j++)
        a[j] += i;
#pragma unroll 4
    for (int j = 0; j < 4; j++) {
#pragma OPENCL FP_CONTRACT ON
        a[j] -= i;
    }
    _Pragma("unroll") for (int j = 0; j < 4; j++) a[j]++;
    __attribute__((opencl_unroll_hint(2)))
    for (int j = 0; j < a[2]; j++) a[3] = j;
    __attribute__((opencl_unroll_hint)) while (a[i]-- > 3) ;
    t[i].i = t[i].c;
    t->i += 2;
}
