__kernel void k(__global int *a, int n)
{
    int x = a[0];
    x += n;
    x <<= n;
    x /= n;
    x++;
    a[0] = x;
}
