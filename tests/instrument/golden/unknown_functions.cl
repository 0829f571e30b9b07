// no device: nobody has it
// clang: -Dvendor_thing(x)=(x)
// tool: --opencl-c 1.2
__kernel void k(__global int *a) { a[0] = vendor_thing(a[1]) + 1; }
