//! class=undeclared line=6
kernel void k(global int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = i;
    out[i] = 0;
}
