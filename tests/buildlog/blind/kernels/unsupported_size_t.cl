//! class=unsupported-feature line=2
kernel void k(global int *out, size_t n)
{
    out[0] = (int)n;
}
