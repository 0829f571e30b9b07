//! class=syntax line=5
kernel void k(global int *out, int n)
{
    int sum = 0;
    for (int i = 0, i < n; i++)
        sum += i;
    out[get_global_id(0)] = sum;
}
