__kernel void k(__global int *a, __global int *b, __local int *l)
{
    __global int *p[2] = {a, b}, *q[2][2], *r[] = {a + 1, b + 2, a};
    __local int *lp[1];
    int i = get_local_id(0);
    q[0][0] = a;
    q[1][1] = p[1];
    q[i][i] = b;
    lp[0] = l;
    lp[0][i] = 4;
    p[i][i] = 1;
    *p[i] = 2;
    p[0]++;
    p[1] += 1;
    *p[0]++ = 3;
    *(*p)++ = 4;
    *r[2] = *r[1] + q[1][1][0];
    q[0][0][3] = lp[0][i];
    for (int n = 0; n < 3; n++)
        r[n][n] += n;
    p[i++ & 1][0] = 5;
}
