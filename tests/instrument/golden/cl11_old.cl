// options: -cl-std=CL1.1
int f(__global int3 *a) { return a[0].z; }
__kernel void k(__global int3 *a) { a[get_global_id(0) + 1].xy = (int2)(f(a), vec_step(int3)); }
