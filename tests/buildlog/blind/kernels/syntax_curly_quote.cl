//! class=syntax line=4
kernel void k(global int *out)
{
    out[0] = ‘a’;
}
