int first(__global int *, int);
int no_names(__global const int *__restrict, __local float4 *, int [], int (*)[3], void *);
void nothing(void);
int empty();
__attribute__((always_inline)) int before(int x) { return x + 1; }
int after(int x) __attribute__((noinline));
int after(int x) { return x * 2; }
static int st(int x) { return x - 1; }
inline static int inl(__global int *a) { return *a; }
static inline __attribute__((always_inline)) float4 vec(float4 v) { return v.wzyx; }
__global int *ptr(__global int *a, int n) { return a + n; }
__global int *ptr_or(__global int *a, __global int *b, int n) { if (n) return a; return n > 3 ? b : &a[2]; }
const __constant char *str(int n) { return n ? "yes" : "no"; }
typedef struct { int x; __global int *p; } pair;
pair both(__global int *p) { pair r = {3, p}; return r; }
int take(pair r, pair *q) { q->p[1] = 7; return r.p[0] + r.x + q->x; }
int __attribute__((overloadable)) ov(int x) { return x; }
float __attribute__((overloadable)) ov(float x) { return x + 0.5f; }
int __attribute__((overloadable)) ov(__global int *x) { return *x; }
int parens(int x) { return x; }
int parens2(__global int *x) { return x[1]; }
int
many_lines
(
    int x
    ,
    int y
)
{
    return x + y;
}
int recursive_looking(int n) { return n; }
unsigned long long_name(unsigned int n, size_t s) { return n + s; }
int first(__global int *a, int n) { return a[n]; }
void nothing(void) { }
int empty() { return 4; }
int unused_parameter(int, __global int *);
void out(int *x, __private float *f, int *y) { *x = 3; *f = *x; y[1] = *x; }
__kernel void other(__global int *a) { a[get_global_id(0)] += 1; }
__kernel void k(__global int *a, __local int *l)
{
    int i = get_global_id(0), x, y[3] = {1, 2, 3};
    float f;
    l[3] = 9;
    a[i] = first(a, 2) + empty() + before(3) + after(a[i]) + st(4) + inl(a + 1) + (int)vec((float4)(1, 2, 3, 4)).x;
    nothing();
    a[i] += *ptr(a, 3) + ptr(a, a[i] & 3)[1] + *ptr(ptr(a, 1), 1);
    *ptr(a, 5) = 8;
    ptr(a, 6)[0]++;
    *ptr_or(a, a + 4, i) += str(i)[1];
    pair r = both(a), q = r;
    a[i] += take(r, &q) + both(a + 1).p[2] + both(a).x;
    a[i] += ov(3) + (int)ov(2.f) + ov(a) + ov(&a[i]) + parens(3) + parens2(a) + many_lines(1, a[2]);
    a[i] += (int)long_name(3u, 4) + recursive_looking(2);
    out(&x, &f, y);
    out(y, &f, y + 1);
    a[i] += x + (int)f + y[1];
    other(a + 1);
    other(a);
    __global int *p = ptr(a, 2), *p2;
    p2 = ptr_or(p, a, 0);
    *p2 = *p + 1;
    (void)ptr(a, 1);
    p = i ? ptr(a, 1) : ptr(a, 2);
    p[1] = (first(a, 1), first(a, 2));
}
