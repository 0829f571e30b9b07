// options: -cl-std=CLC++
template <class T> T f(T x) { return x; }
__kernel void k(__global int *a) { a[0] = f(1); }
