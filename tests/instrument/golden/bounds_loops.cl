// What is known in front of a loop is not asked in it; what the program asks itself counts.
kernel void k(global float *a, global const float *b, local float *l, int n, uint m)
{
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < n; j++)
        s += a[i * n + j] * b[j];
    for (uint j = m; j > 0; j--)
        s += a[j - 1];
    for (uint j = 8; j >= 0; j--) {
        if (j > 8)
            break;
        s += a[j];
    }
    for (int j = 0; j < n; j++) {
        if (j >= 16)
            continue;
        s += l[j];
        n -= b[j] > 0;
    }
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (get_local_id(0) < half_size)
            l[get_local_id(0)] += l[get_local_id(0) + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        s += b[j];
    a[i] = s;
}
