__kernel void k(__global int *a, __global int *b)
{
    int i = get_global_id(0);
    b[i] = a[
        i + 1
    ];
    /* a[i] */ a[i] = b[i]; // the b[i] of old
    a[i /* index */] = 3;
    b[i + 1] = a[i] +
               a[i + 1];
}
