__kernel void k(__global long *a, __global float *f)
{
    int i = get_global_id(0);
    a[i] = 0x7fffffffffffffffL + 1UL + 077 + 0b101 + 'a' + '\n' + '\'' + '"' + '\x41' + 1u + 2l;
    f[i] = 1.f + 2.0f + .5f + 1e3f + 1e-3f + 0x1p-3f + 0x1.8p+2f + 3.F + M_PI_F;
    a[i + 1] = CHAR_BIT + INT_MAX + LONG_MIN + UINT_MAX + FLT_DIG;
    f[i + 1] = NAN;
    a[i + 2] = true + false + NULL == 0;
    a[i + 3] = -1 + ~0 + !0 + (1 << 3) + sizeof("abc") + (int)"abc"[1];
    a[i + 4] = "x[3] * -> // /* \" "[2] + '*' + '[' + '{' + '}';
    if (1 + 2 > 2) a[i] = 1;
    a[i + 5] = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
}
