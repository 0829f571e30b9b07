// options: -cl-std=CL1.2
// tool: --extensions cl_khr_fp16
// no device: not all have half
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void k(__global half *h, __global short *s)
{
    h[0] = as_half(s[1]);
    s[0] = as_short(h[1]) + as_short2(s[2] << 1).x;
}
