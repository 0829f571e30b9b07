//! class=syntax line=9
kernel void k(global float *out, global const float *in, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        float value = in[i];
        if (value > 0.0f)
            out[i] = sqrt(value);
}
