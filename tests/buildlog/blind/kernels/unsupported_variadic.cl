//! class=unsupported-feature line=2
int sum(int n, ...)
{
    return n;
}
kernel void k(global int *out) { out[0] = sum(1, 2); }
