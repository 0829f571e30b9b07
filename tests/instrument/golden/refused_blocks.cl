// options: -cl-std=CL2.0
__kernel void k(__global int *a)
{
    int (^f)(int) = ^(int x) { return a[x]; };
    a[0] = f(1);
}
