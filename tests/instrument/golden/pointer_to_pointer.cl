void set(__private int **p, __private int *to) { *p = to; **p = 4; }
void set_global(__global int **p, __global int *to) { *p = to + 1; }
int sum3(__global const int *const *p) { return p[0][0] + p[1][1] + *p[2]; }
__kernel void k(__global int *a)
{
    int x[4] = {1, 2, 3, 4};
    int *p = x, **pp = &p, ***ppp = &pp;
    **pp = 5;
    *(*pp + 1) = 6;
    ***ppp = 7;
    pp[0][2] = 8;
    *pp = &x[3];
    set(&p, x + 2);
    *p += 1;
    set(pp, x);
    __global int *g;
    set_global(&g, a);
    g[get_global_id(0)] = x[0] + x[1] + x[2] + x[3] + *p;
    __global const int *t[3];
    t[0] = a;
    t[1] = a + 1;
    t[2] = t[0];
    a[8] = sum3(t);
}
