__kernel void k(__global int16 *v, __global char3 *c, __global uchar *u, __global ulong8 *w)
{
    int i = get_global_id(0);
    v[i].sF = v[i].sa + v[i].sB + v[i].s9;
    v[i].s0123 = v[i].sFEDC;
    v[i].s02468ace = v[i].odd;
    v[i].hi.lo.s1 = v[i].lo.hi.s2;
    c[i].z = c[i].x;
    c[i] = (char3)(1, c[i].yz);
    c[i].xyz = (char3)(1, 2, (char)3);
    w[i].s7 = (ulong)v[i].s3;
    w[i].lo = convert_ulong4(v[i].lo.hi);
    u[i] = (uchar)(v[i].s5 & 0xff);
    int3 t = (int3){1, 2, 3};
    t.yz = t.xy;
    v[i].s345 = t;
}
