// options: -cl-std=CL1.2
__kernel void k(__global int *a) { int __cld_x = 1; a[0] = __cld_x; }
