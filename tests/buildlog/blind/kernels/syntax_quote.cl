//! class=syntax line=4
kernel void k(global int *out)
{
    printf("item %d\n, out[0]);
    out[0] = 1;
}
