//! class=resource-limit line=4
kernel void k(global int *out, int n)
{
    int history[4611686018427387904UL];
    history[n] = n;
    out[get_global_id(0)] = history[n / 2];
}
