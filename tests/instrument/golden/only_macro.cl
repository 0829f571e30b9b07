// options: -cl-std=CL1.2
#define K __kernel void k(__global int *a) { a[0] = a[1]; }
K