//! class=syntax line=8
kernel void k(global int *out, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = 1;
        out[i] += i;
    else
        out[i] = 0;
}
