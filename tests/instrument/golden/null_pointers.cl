global int *f(global int *a) { if (a == 0) return 0; return a; }
__kernel void k(global int *a)
{
    global int *p = 0, *q;
    q = 0;
    p = f(0);
    p = a[0] ? 0 : f(a);
    if (p == 0) p = (global int *)0;
    p = a;
    *p = q == 0;
}
