//! class=syntax line=5
kernel void k(global float *out, global const float *in, int n)
{
    int i = get_global_id(0);
    out[i] = clamp(in[i], 0.0f, (float)n;
}
