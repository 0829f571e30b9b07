//! class=resource-limit line=4
kernel void k(global float *out, global const float *in)
{
    local float plane[1UL << 40][1UL << 30];
    int l = get_local_id(0);
    plane[0][l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = plane[0][l];
}
