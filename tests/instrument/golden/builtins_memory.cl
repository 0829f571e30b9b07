__kernel void k(__global float *f, __global int *a, __global uchar *u, __local float *l, __constant int *c, __global half *h,
                volatile __global int *v, __global uint *w, __local int *li)
{
    int i = get_global_id(0);
    float4 x = vload4(i, f), y = vload4(0, f + i);
    vstore4(x + y, 1, f);
    vstore3(vload3(i, a), 1, a);
    vstore2(vload2(0, c), 0, a + 2 * i);
    vstore16(vload16(0, u), 1, u);
    float q = vload_half(i, h);
    vstore_half(q, i, h);
    vstore_half4_rte(vload_half4(0, h), 1, h);
    vstorea_half4(vloada_half4(0, h), 1, h);
    vstore2(vload2(0, l), 1, l);
    atomic_add(v, 2); atomic_inc(&v[1]); atomic_xchg(v + 2, 3); atomic_cmpxchg(&v[i], 1, 2);
    a[0] = atomic_sub(&a[i], atomic_or(a, a[1]));
    atomic_max(&w[i], w[i + 1]); atomic_dec(li); atomic_add(&li[i & 1], 1);
    prefetch(f + i, 4);
    float ip, cs; int e; int4 e4; float4 s4;
    f[i] = fract(f[i], &ip) + modf(f[i + 1], &ip) + sincos(f[i], &cs) + frexp(f[i], &e) + remquo(f[i], f[i + 1], &e) + lgamma_r(f[i], &e);
    f[i] += fract(x, &s4).x + frexp(x, &e4).y + ip + cs + e + s4.x + e4.x;
    f[i + 1] = fract(f[i], f + i + 2);
    f[i + 2] = fract(f[i], &l[0]);
    f[i + 3] = max(f[i], 2.f) + clamp(f[i], 0.f, 1.f) + mad(f[0], f[1], f[2]) + fma(f[0], f[1], f[2]) + mix(f[0], f[1], 0.5f);
    f[i + 4] = native_sin(f[i]) + pow(f[i], 2) + dot(x, y) + length(x.xyz) + isnan(f[i]) + shuffle(x, (uint4)(3, 2, 1, 0)).x;
    a[i] = mul24(a[i], 3) + popcount(a[i]) + clz(a[i]) + abs_diff(a[i], 3) + rotate(a[i], 2) + upsample((short)1, (ushort)2) + get_num_groups(0);
}
