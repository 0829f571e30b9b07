//! class=undeclared line=4
kernel void k(global int *out)
{
    uint32_t h = 5;
    out[0] = h;
}
