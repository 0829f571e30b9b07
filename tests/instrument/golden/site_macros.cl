#define AT(p, i) p[i]
#define PUT(p, i, v) p[i] = v
__kernel void k(__global int *a, __global int *b)
{
    int i = get_global_id(0);
    AT(a, i) = AT(b, i);
    if (i) PUT(a, i, 1); else PUT(a, i + 1, 2);
    AT(a, 3); PUT(b, 3, 4);
}
