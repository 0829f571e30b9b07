// options: -cl-std=CL1.2
__kernel void k(__global int *a, __global int *b)
{
    a[0] = __builtin_offsetof(struct { int x[4]; }, x[1]);

}
