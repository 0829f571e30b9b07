int pick(int x)
{
    switch (x) {
    case 0: return 1;
    case 1 ... 3: return 2;
    default: return 3;
    }
}
__kernel void k(__global int *a, __global ulong *u, uchar c)
{
    enum { A = 3, B };
    int i = get_global_id(0);
    switch (a[i]) {
    case 0:
        a[i] = 1;
    case 1:
    case 2: {
        int t = a[i + 1];
        a[i] += t;
        break;
    }
    case A: a[i] = 5; break;
    case B + 1: ;
    case (1 << 4) | sizeof(char): break;
    case -1:
        switch (a[i + 2]) { case 'x': a[i]++; break; default: break; }
        break;
    case 100 ... 200: a[i]--;
    default:
        a[i] = pick(a[i]);
    }
    switch (u[i]) { case 0xffffffffffffUL: u[i] = 1; default: ; }
    switch (c) case 3: a[i] = 2;
    switch (c + a[i]) { default: a[i] = 9; case 7: a[i]++; }
    switch (i) { int unused; case 0: unused = a[i]; a[i] = unused; break; }
    switch (a[i] > 3) { case true: a[i] = 1; break; case false: break; }
    switch (c & 3) { case 0: do { a[i]++; case 1: a[i]++; case 2: a[i]++; } while (a[i] < 4); }
}
