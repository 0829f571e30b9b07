//! class=undeclared line=5
kernel void k(global float *out, global const float *in)
{
    int i = get_global_id(0);
    out[i] = saturatef(in[i]);
}
