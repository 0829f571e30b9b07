// options: -cl-std=CL1.2
__kernel void k(__global int *a, __global int *b)
{
    a[0] = __builtin_offsetof(struct { int x[4]; }, x[1]);
    a[1] = __builtin_choose_expr(1, a[2], b[2]);
}
