// options: -cl-std=CL1.2
// names that hide others, or that look like keywords
typedef int T;
struct a { int a; };
int b(int b) { return b; }
__kernel void k(__global int *a, __global struct a *s)
{
    int kernel_ = a[0], T = 2, x = x = a[1];
    { __global int *a = &s->a; *a = T; { int a[2] = {s[1].a, 5}; a[0] = 3; s->a = a[1]; } }
    for (int a = 0; a < 2; a++) { struct a a = {3}; s[0].a += a.a; }
    int constant_ = b(T), min = 3;
    a[T] = constant_ + kernel_ + min + (x ? 1 : 0);
}
