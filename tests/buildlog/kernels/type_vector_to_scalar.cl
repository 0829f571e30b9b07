//! class=type line=5
kernel void k(global float *out, global const float4 *in)
{
    int i = get_global_id(0);
    float sum = in[i];
    out[i] = sum;
}
