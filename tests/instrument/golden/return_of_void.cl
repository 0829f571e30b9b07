void g(global int *a) { *a = 1; }
void f(global int *a) { return g(a); }
__kernel void k(global int *a) { f(a); }
