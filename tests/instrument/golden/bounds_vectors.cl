// Components are touched alone; the fourth of three is padding; vload and vstore; atomics.
kernel void k(global float4 *v, global float3 *w, global float *a, global int *h, int n)
{
    int i = get_global_id(0);
    v[i].x = v[n].zw.y;
    v[i].yz = (float2)(1, 2);
    w[i] = w[n];
    vstore4(vload4(i, a), n, a);
    vstore3(vload3(i, a), n, a);
    atomic_add(&h[n], i);
    int old = atomic_inc(h + i);
    h[i] = old;
}
