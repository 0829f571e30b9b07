//! class=undeclared line=4
kernel void k(global float *out)
{
    int i = blockIdx.x;
    out[i] = 1;
}
