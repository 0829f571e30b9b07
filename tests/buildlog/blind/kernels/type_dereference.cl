//! class=type line=5
kernel void k(global float *out, int n)
{
    int i = get_global_id(0);
    out[i] = *n;
}
