// options: -cl-std=CL1.2
__kernel void k(__global int *a)
{
    a[0] = ;
}
