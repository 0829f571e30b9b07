__kernel void k(__global int *a, __global float *f, __local int *l, __global uint *u)
{
    int i = get_global_id(0);
    a[i] += 2;
    a[i] -= i;
    a[i] *= 3;
    a[i] /= 2;
    a[i] %= 5;
    a[i] <<= 1;
    a[i] >>= 1;
    a[i] &= 0xff;
    a[i] |= 1;
    a[i] ^= a[i + 1];
    f[i] *= 2.5f;
    f[i] += a[i];
    u[i] += a[i]++;
    a[i]++;
    ++a[i];
    a[i]--;
    --a[i];
    a[i + 1] = a[i]++ + --a[i];
    l[get_local_id(0)] = 1;
    l[get_local_id(0)]++;
    a[i] += l[get_local_id(0)];
    *a += 0;
    (*a)++;
    --*a;
    *(a + i) ^= 1;
    (a[i]) <<= (a[i + 1] & 3);
}
