struct s { global int *p; struct { global int *q; int y; }; union { global int *u; int v; }; };
__kernel void k(global int *a)
{
    struct s t;
    t.p = a;
    t.q = a + 1;
    t.u = a + 2;
    *t.q = *t.u + *t.p;
}
