//! class=undeclared line=4
kernel void k(global float *out, global const float *in)
{
    local float tile[TILE_SIZE];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[0];
}
