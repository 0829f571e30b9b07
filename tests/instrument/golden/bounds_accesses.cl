// Reads give 0, writes are skipped; an index that is more than plain variables is evaluated once, in front.
kernel void k(global float *a, global const int *at, local float *l, int n)
{
    int i = get_global_id(0);
    a[i] = a[n];
    a[n] += l[i] * 2.0f;
    a[at[i]]++;
    float last = a[i] = 3.0f;
    l[i] = last;
    *a = *(a + at[i + 1]);
}
