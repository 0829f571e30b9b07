global int *pick(global int *a, int n) { if (INT_MAX == n) return NULL; return a + n; }
int last(global int *a, int n) { return n + CHAR_BIT - 8; }
int limit(void) { return INT_MAX; }
float negative(void) { return M_PI_F; }
__kernel void k(global int *a, global float *f)
{
    int i = get_global_id(0);
    if (INT_MAX > i) a[i] = 1; else a[i] = 2;
    while (INT_MIN > i) a[i]++;
    switch (INT_MAX - i) { case 3: a[i] = 3; }
    do a[i] = 2; while (INT_MAX == i);
    global int *p = INT_MAX > i ? a : a + 1;
    *p = limit() > 3;
    global int *q[2] = {NULL, a};
    q[1][0] = last(a, INT_MAX);
    *pick(a, CHAR_BIT - 8) = 3;
    f[i] = negative();
}
