//! class=address-space line=2
kernel void k(float *out, global const float *in)
{
    int i = get_global_id(0);
    out[i] = in[i];
}
