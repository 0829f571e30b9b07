__kernel void k(__global int *a, __global const int *b, int n)
{
    int i = get_global_id(0);
    a[i] = b[i] + b[i + 1] * b[i + 2] - b[i + 3] / (b[i + 4] + 7) % 5;
    a[i] = (b[i] << 2) | (b[i] >> 1) & ~b[i] ^ -b[i];
    a[i + 4] = !b[i] + (b[i] == n) + (b[i] != n) + (b[i] < n) + (b[i] > n) + (b[i] <= n) + (b[i] >= n);
    a[i + 8] = b[i] && b[i + 1] || !b[i + 2];
    a[i + 12] = +b[i] - - b[i + 1] + + +b[i + 2];
    a[i + 16] = b[i] ? b[i + 1] : b[i + 2] ? b[i + 3] : b[i + 4];
    a[i + 20] = (b[i], b[i + 1]);
    n = a[i] = a[i + 1] = b[i];
    (a[i]) = n;
    ((a))[(i)] = n;
    *(&a[i]) = n;
    *&a[i + 1] = n;
    a[b[i]] = a[a[b[i]]];
}
