__kernel void k(__global int *a, __global int *b)
{
    int i = get_global_id(0);
    a[i] = a[i] ?: b[i];
    a[i] = a[i + 1] ?: (b[i] ?: 4);
    a[i + 1] = i ?: b[i]++;
    __global int *p = 0;
    p = p ?: b;
    *(p ?: a) = 3;
}
