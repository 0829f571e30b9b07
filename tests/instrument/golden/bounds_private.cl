// tool: --cpu
/* The address of a private variable stands in its bounds only as a built-in function's result: Intel's CPU runtime
   2026.2 gives a vector another one, in kernels with barriers. */
kernel void k(global int *out, local int *tile)
{
    int list[4] = {1, 2, 3, 4};
    int *p = list;
    tile[get_local_id(0)] = p[get_local_id(0) & 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    p = list + 1;
    out[get_global_id(0)] = tile[0] + p[get_local_id(0) & 1];
}
