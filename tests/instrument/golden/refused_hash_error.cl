// options: -cl-std=CL1.2
#ifndef NEEDED
#error NEEDED must be given
#endif
__kernel void k(__global int *a) { a[0] = 1; }
