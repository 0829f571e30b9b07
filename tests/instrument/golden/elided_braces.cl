struct in { global int *p; };
struct s { struct in i; global int *d; };
__kernel void k(global int *a, global int *b)
{
    struct s t = {a, b};
    *t.d = 2;
    *t.i.p = 3;
}
