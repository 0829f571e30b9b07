struct s { int x; global int *p; };
__kernel void k(global int *a, global int *b)
{
    for (int i = 0; i < 3; i++) {
        struct s t = {.p = a};
        *t.p = i;
        t.p = b;
        *t.p = i;
    }
}
