__kernel void k(global int *a) { int g(int); a[0] = g(3); }
int g(int x) { return x; }
