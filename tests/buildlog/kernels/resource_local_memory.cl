//! class=resource-limit line=2
kernel void histogram(global int *out, global const int *in)
{
    local int bins[16 * 1024 * 1024];
    int l = get_local_id(0);
    bins[in[l] & 0xffffff] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = bins[l];
}
