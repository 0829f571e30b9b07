//! class=undeclared line=6
kernel void k(global float *out, global const float *in, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = in[i] * scale;
}
