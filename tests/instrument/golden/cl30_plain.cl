// options: -cl-std=CL3.0
// clang: -Xclang -cl-ext=-all
// tool: --opencl-c 3.0
int sum(__private int *p) { return p[0] + p[1]; }
__constant int c[2] = {1, 2};
__kernel void k(__global int *a, __local int *l)
{
    int x[2] = {1, 2}, *p = x;
    a[get_global_id(0)] = sum(x) + *p + c[1];
    atomic_add(a, 1);
}
