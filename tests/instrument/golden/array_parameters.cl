int sum(__global const int a[], int v[3], int m[][2]) { return a[0] + v[2] + m[1][1]; }
__kernel void k(__global int a[], __local int l[4], __constant int c[])
{
    int i = get_local_id(0), v[3] = {1, 2, 3}, m[2][2] = {{1, 2}, {3, 4}};
    l[i] = c[i + 5];
    a[i] = sum(a, v, m) + l[i];
}
