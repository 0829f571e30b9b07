//! class=syntax line=4
kernel void k(global float *out)
{
    out[0] = 1f;
}
