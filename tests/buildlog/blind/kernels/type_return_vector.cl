//! class=type line=4
float length2(float2 v)
{
    return v;
}
kernel void k(global float *out, float2 v) { out[0] = length2(v); }
