//! class=unsupported-feature line=4
kernel void k(global int *out, int n)
{
    int scratch[n];
    for (int i = 0; i < n; i++)
        scratch[i] = i * i;
    out[get_global_id(0)] = scratch[n - 1];
}
