__kernel void k(global int *a, global int *b)
{
    for (int i = 0; i < 3; i++) {
        global int *q[2] = {a, b};
        *q[0] = i;
        *q[1] = i;
        struct { int n; global int *p; } s = {.p = b}, *ps;
        q[0] = b;
    }
    global int *z[2] = {(global int *)0, a};
    *z[1] = 4;
}
