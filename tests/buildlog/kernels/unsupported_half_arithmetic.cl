//! class=unsupported-feature line=6
//! options -cl-std=CL1.2
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
kernel void k(global float *out, global const half *in)
{
    half h = 0.5f;
    out[get_global_id(0)] = vload_half(0, in) + h;
}
