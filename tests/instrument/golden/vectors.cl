__kernel void k(__global float4 *v, __global int *a, __global float *f)
{
    int i = get_global_id(0);
    float4 x = (float4)(1, 2, 3, 4), y = (float4)(x.xy, 0.f, 1.f), z = (float4)(2.f);
    v[i] = x;
    v[i].x = 5;
    v[i].xy = v[i].yx;
    v[i].s0 = v[i].s3;
    v[i].s13 = y.lo;
    v[i].hi = x.even;
    v[i].odd = x.zw;
    v[i].lo.x += f[i];
    v[i].w++;
    v[i].yz *= 2.f;
    x.y = v[i].hi.y;
    x.lo = (float2)(f[i], f[i + 1]);
    v[i][1] = 3.f;
    x[i & 3] = v[i][2];
    ((__global float *)&v[i])[2] = x[0];
    v[i].xyzw = (float4)(v[i].xxx, f[i]);
    v[i] += (float4)(v[i].wzyx);
    (*v).y = v[1].z;
    (*(v + 1)).z = 3;
    int4 c = v[i] > x;
    v[i] = c ? x : y;
    v[i + 1] = select(x, y, v[i] < z);
    if (any(v[i] == x) && all(c))
        a[i] = c.x;
    v[i + 2] = -v[i];
    c = ~c & !c;
    a[i] += (c << 2).x + (c + (int4)(a[i]))[2];
    a[i + 1] = ((int4)(1, 2, 3, 4)).z + ((int2)(a[i], 5)).y;
    f[i] = dot(v[i], v[i + 1]) + (x + y).x + (v[i] * 2).y;
    x = y = v[i];
    x.xy = y.zw = v[i].lo;
    v[i].even = (v[i + 1] = x).odd;
    f[i + 1] = v[i].r + 1;
}
