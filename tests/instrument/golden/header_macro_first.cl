__kernel void k(__global float *f, __global int *a)
{
    int i = get_global_id(0);
    f[i] = M_PI_F * f[1];
    f[i + 1] = M_PI_F + f[2] * 2 - FLT_MAX * 0;
    a[i] = INT_MAX - a[1];
}
