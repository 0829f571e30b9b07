// options: -cl-std=CL3.0
// tool: --opencl-c 3.0 --macro __opencl_c_generic_address_space=1 --macro __opencl_c_program_scope_global_variables=1
#ifdef __opencl_c_generic_address_space
int sum(int *p) { return p[0] + p[1]; }
#endif
__global int counter;
__kernel void k(__global int *a, __local int *l)
{
    int x[2] = {1, 2}, *p = a;
    l[0] = l[1] = 3;
    a[1] = sum(x) + sum(a) + sum(l) + *p;
    counter = a[1];
    p = x;
    p[0] = counter;
}
