int f(global int *const p, global int *const restrict q) { return *p + *q; }
__kernel void k(global int *a, global int *b, int c) { a[0] = f(c ? a : b, c ? b : a); }
