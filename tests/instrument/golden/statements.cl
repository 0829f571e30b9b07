int early(int x) { if (x > 2) return 1; else return 2; }
void none(int x, __global int *a) { if (x) return; else *a = 3; }
int chain(int x) { if (x == 1) return 5; else if (x == 2) return 6; else return 7; }
int loop_return(__global int *a) { for (;;) if (*a < 9) return *a; else return 2; }
int while_return(int x) { while (x) return x; do return 4; while (x); }
__kernel void k(__global int *a, int n)
{
    int i = get_global_id(0), j;
    ;
    {}
    { ; }
    if (a[i])
        ;
    else
        ;
    if (a[i] > 1) a[i] = 1; else if (a[i] < 0) a[i] = 2; else { a[i] = 3; }
    if (i) if (n) a[i] = 4; else a[i] = 5;
    for (;;) { if (a[i]++ > 8) break; continue; }
    for (j = 0; ; j++) if (j > a[i]) break;
    for (; j < 20;) j++;
    for (int x = 0, y = 9; x < y; x++, y--) a[i] += x * y;
    for (__global int *p = a; p < a + 4; p++) if (*p == 77) break;
    for (int x[2] = {0, a[i]}; x[0] < 2; x[0]++) a[i] ^= x[1];
    while (j-- > 0) ;
    while (a[i] > 100) a[i] /= 2;
    do a[i]--; while (a[i] > 5);
    do { a[i]++; } while (0);
    do ; while (0);
    while (0) { a[i] = 7; }
    if (1) a[i + 1] = 2;
    if (sizeof(int) == 4 && a[i]) a[i + 2] = 2;
    a[i + 3] = early(a[i]) + chain(a[i]) + loop_return(a) + while_return(a[i]);
    none(a[i], a + 9);
    (void)a[i];
    a[i];
    (void)0;
    n;
    return;
}
