__kernel void k(__global int *a, __global const int *b, __global float4 *v)
{
    int i = get_global_id(0), x[3] = {1, 2, 3};
    i[a] = 3[b];
    (i + 1)[a] += 1[x];
    2[x] = i;
    1[v].x = 0[v].y;
}
