__kernel void k(__global int *a, __global int *b) { a[1] = __builtin_choose_expr(1, a[2], b[2]); }
