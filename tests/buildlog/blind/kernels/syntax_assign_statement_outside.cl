//! class=syntax line=6
constant int n = 4;
kernel void k(global int *out)
{
    out[0] = n; }
    out[1] = 2;
}
