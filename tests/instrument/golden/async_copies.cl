__kernel void k(__global float *g, __local float *l, __global float4 *v)
{
    __local float tile[16];
    __local float4 vt[2];
    event_t e = async_work_group_copy(tile, g, 8, 0), none = 0;
    e = async_work_group_copy(vt, v, 2, e);
    event_t es[2];
    es[0] = e;
    es[1] = async_work_group_strided_copy(l, g, 4, 2, 0);
    wait_group_events(2, es);
    wait_group_events(1, &e);
    g[get_global_id(0)] = tile[get_local_id(0)] + l[0];

}
