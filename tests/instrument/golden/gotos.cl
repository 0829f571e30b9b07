__kernel void k(__global int *a)
{
    int i = get_global_id(0);
    if (a[i] > 1000) goto end;
again:
    a[i] += 2;
    if (a[i] < 10) goto again;
    { goto inner; inner: a[i]++; }
    for (int j = 0; j < 3; j++) { if (a[i]) goto next; a[i]--; next: ; }
    goto last; last: a[i] ^= a[i + 1];
end:
    a[i] |= 1;
    return;
}
