// Pointers that are kept carry their bounds; in functions, too.
float sum(global const float *p, int n)
{
    float s = 0;
    while (n-- > 0)
        s += *p++;
    return s;
}
kernel void k(global float *a, global float *b, int n)
{
    global float *p = n > 3 ? a + n : b;
    p[1] = sum(a, n);
    p = 0;
    if (n > 9)
        *p = 1;
    a[0] = sum(&b[n], 2);
}
