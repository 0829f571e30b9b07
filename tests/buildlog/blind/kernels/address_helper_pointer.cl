//! class=address-space line=8
//! options -cl-std=CL1.2
float sum4(const float *p)
{
    return p[0] + p[1] + p[2] + p[3];
}
kernel void k(global float *out, global const float *in)
{   out[0] = sum4(in);
}
