int(parens)(int x) { return x; }
int (parens2)(__global int *x) { return x[1]; }
__kernel void k(__global int *a) { a[0] = parens(3) + parens2(a); }
