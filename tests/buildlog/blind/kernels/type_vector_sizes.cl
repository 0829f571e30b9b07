//! class=type line=4
kernel void k(global float4 *out, float2 a, float4 b)
{
    out[0] = a + b;
}
