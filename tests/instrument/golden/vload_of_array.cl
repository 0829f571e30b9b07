__kernel void k(__global float4 *v)
{
    float x[4] = {1, 2, 3, 4};
    v[0] = vload4(0, x);
    vstore4(v[1], 0, x);
    v[2].x = x[1];
}
