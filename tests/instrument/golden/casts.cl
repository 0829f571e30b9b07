typedef union { float f; uint u; } conv;
__kernel void k(__global int *a, __global float4 *v, __global uchar *raw, ulong address)
{
    int i = get_global_id(0);
    ((__global uint *)a)[i] = 3u;
    *(__global float *)(raw + 4 * i) = 1.5f;
    *((__global int *)raw + i) += 1;
    ((__global float *)v)[i] = (float)a[i];
    __global float *f = (__global float *)&v[i];
    f[2] = (int)f[1];
    __global void *p = a;
    ((__global int *)p)[1] = 2;
    *(__global short *)p = 4;
    a[i] = as_int(f[i]) + as_int(v[i].x) + (int)as_uint4(v[i]).y + convert_int(v[i].z) + convert_int_sat_rte(f[1]);
    v[i] = as_float4(as_int4(v[i]) + 1);
    v[i] = convert_float4(as_uchar4(a[i]));
    a[i + 1] = (char)a[i] + (uchar)(a[i] + 1) + (short)(int)(float)a[i] + (bool)a[i];
    a[i + 2] = (int)(uintptr_t)p & 3;
    a[i + 3] = as_short2(a[i]).x + as_char4(a[i]).w;
    __global int *g = (__global int *)(ulong)(a + 1);
    g[0] = 5;
    conv c = {.f = 2.f};
    int x = 5, *px = &x;
    a[i + 4] = c.u + *(uchar *)px + ((uchar *)&x)[1] + *(int *)&c + (long)a[i] + (size_t)i;
    __private float4 w = (float4)(0);
    ((float *)&w)[1] = 2.f;
    ((int *)&w)[2]++;
    a[i + 5] = (int)w.y;
    v[i] = (float4)a[i] + (float4)(a[i], (float2)(f[0]), 1);
    (void)f[3], (void)v[i];
}
