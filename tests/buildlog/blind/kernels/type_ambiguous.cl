//! class=type line=4
kernel void k(global float *out, int n)
{
    out[0] = max(out[1], n);
}
