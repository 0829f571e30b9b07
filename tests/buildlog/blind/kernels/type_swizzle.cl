//! class=type line=4
kernel void k(global float *out, float2 v)
{
    out[0] = v.z;
}
