//! class=type line=6
kernel void k(global int *out, int n)
{
    int i = get_global_id(0);
    int *p = &i;
    n = n * p;
    out[i] = n;
}
