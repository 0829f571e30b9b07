//! class=type line=10
float blend(float a, float b, float t)
{
    return a + (b - a) * t;
}

kernel void k(global float *out, global const float *in)
{
    int i = get_global_id(0);
    out[i] = blend(in[i], in[i + 1]);
}
