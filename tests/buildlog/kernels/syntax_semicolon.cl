//! class=syntax line=5
kernel void k(global float *out, global const float *in)
{
    int i = get_global_id(0);
    float value = in[i] * 2.0f
    out[i] = value;
}
