//! class=unsupported-feature line=3
//! options -cl-std=CL1.2
kernel void k(global int *out, global float *global *rows)
{
    out[0] = (int)rows[0][0];
}
