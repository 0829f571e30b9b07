__kernel void k(__global int *a, __global const int *b, int n)
{
    __global const int *p = b + get_global_id(0), *q = p, *end = &b[n + 8];
    __global int *out = a;
    int s = 0;
    while (p < end)
        s += *p++;
    *out++ = s;
    *++out = *--p;
    *out-- = *q;
    (*out)++;
    ++*out;
    out += 2;
    out -= 1;
    *(out + 1) = q[-0];
    out = out + 2;
    out = 1 + out;
    *out = p - q;
    if (p)
        *out = 1;
    if (!q)
        *out = 2;
    if (p && q != 0)
        *out += 3;
    while (q != end && *q != 77)
        q++;
    for (p = b; p != end; ++p)
        *out += *p;
    do
        --p;
    while (p > b);
    *out += p == b ? *p : 0;
    *(p == b ? out : a) = 5;
    (p == b ? out : a)[1] = 6;
    *(n > 2 ? &a[3] : &a[4]) = *(n ? q : p);
}
