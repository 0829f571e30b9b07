//! class=syntax line=2
#ifdef WIDE
#define W 4
kernel void k(global int *out)
{
    out[0] = 1;
}
