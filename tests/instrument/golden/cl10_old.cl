// options: -cl-std=CL1.0
__constant int t[2] = {1, 2};
int f(__global int *a) { return a[0]; }
__kernel void k(__global int *a, __local int *l)
{
    __local int n;
    n = f(a);
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = n + t[1];
}
