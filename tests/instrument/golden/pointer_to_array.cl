int row_sum(__global int (*r)[4]) { return (*r)[0] + (*r)[1] + r[0][2] + r[1][3]; }
int plain(int (*m)[3]) { return m[0][1] + m[1][2]; }

__kernel void k(__global int *a, __global int (*rows)[4])
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*p)[3] = m;
    int (*whole)[2][3] = &m;
    int v[3] = {7, 8, 9};
    int (*q)[3] = &v;
    (*q)[1] = 5;
    p[1][2] = (*p)[0] + (*whole)[1][0];
    (*(p + 1))[1] = *(*p + 2);
    p++;
    a[0] = (*p)[0] + row_sum(rows) + row_sum(&rows[1]) + plain(m);
    a[1] = *m[1] + **m + *(*(m + 1) + 2) + v[1];
    a[2] = sizeof(*p) + sizeof(m[0]) + (p - m);
}
