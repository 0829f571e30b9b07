__kernel void k(__global int *a)
{
    typedef struct { int x; int y[2]; } here;
    struct tagged { here h; __global int *p; } t = {{1, {2, 3}}, a}, *pt = &t;
    union { int i; float f; } u;
    struct { int a, b; } no_name[2] = {{1, 2}, {3, 4}}, *pn = no_name;
    enum { ONE = 1, TWO, FOUR = 1 << TWO } e = TWO;
    enum colour { RED, GREEN } c = GREEN;
    here h = {.y = {1, 5}};
    typedef int row[3];
    row r = {1, 2, 3};
    row *pr = &r;
    typedef __global int *gptr;
    gptr g = a;
    u.f = 1.0f;
    pt->h.x = t.p[FOUR];
    pt->p[1] = pt->h.y[1];
    t.p++;
    *t.p = 8;
    pn[1].b = no_name[0].a;
    (*pr)[1] = r[TWO];
    g[c] = h.y[ONE] + e;
    g = t.p + RED;
    switch (c) { case RED: *g = 1; break; case GREEN: *g = u.i; break; }
}
