// bounds known
__kernel void k(__global int *a, __global int *b)
{
    int i = get_global_id(0);
    atomic_add(&a[i], 1);
    a[i + 1] = b[i];
    __global int *p = &b[2];
    p[i] = 3;
}
