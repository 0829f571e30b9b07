// options: -cl-std=CL1.2
#define SET(p, i) \
    p[i] = 3; \
    p[i + 1] = 4
#if defined(X) \
  || defined(Y)
#endif
__kernel void k(__global int *a)
{
    int i = get_global_id(0);
    SET(a, i);
    a[i] = a[i + 2]; // c
    if (a[i])
        return;
}
