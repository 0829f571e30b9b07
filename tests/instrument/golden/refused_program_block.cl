// options: -cl-std=CL2.0
int (^constant f)(int) = ^(int x) { return x; };
__kernel void k(__global int *a) { a[0] = f(1); }
