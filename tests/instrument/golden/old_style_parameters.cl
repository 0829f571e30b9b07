int f(x) int x; { return x; }
__kernel void k(global int *a) { a[0] = f(3); }
