// no device: indices out of memory, or a race
#define AT(p, i) p[i]
#define NEXT(p) (*(p)++)
#define SET(p, i, v) do { (p)[i] = (v); } while (0)
#define INDEX get_global_id(0)
#define CAT(a, b) a##b
#define STR(x) #x
#define VAR(...) sum(__VA_ARGS__)
#define LOOP(n) for (int n = 0; n < 3; n++)
#define BODY { a[i] += 1; \
               a[i + 1] -= b[i]; }
#define EMPTY
#define ARROW ->
#define STAR *
#define OPEN [
#define CLOSE ]
#define TYPE __global int
#define DEFINE(name, T) void name(__global T *p, T v) { p[0] = v; }
#define KERNEL(name, T) __kernel void name(__global T *p) { p[get_global_id(0)] += 1; }
#define IF(c) if (c)
#define RETURN_IF(c) if (c) return
#define SWAP(x, y) { int t_ = x; x = y; y = t_; }
#define NESTED(p, i) AT(AT(p, i) + p, AT(p, i))
int sum(int a, int b, int c) { return a + b + c; }
DEFINE(set_int, int)
DEFINE(set_float, float)
KERNEL(k_int, int)
KERNEL(k_float, float)
struct s { int x; };
__kernel void k(__global int *a, TYPE *b, __global struct s *s)
{
    int i = INDEX, CAT(va, r) = 3;
    AT(a, i) = AT(b, i) + AT(a, AT(b, i));
    SET(a, i, AT(b, 1));
    if (i) SET(a, i + 1, 2); else SET(a, i + 2, 3);
    TYPE *p = a;
    p[0] = NEXT(p) + NEXT(b);
    LOOP(x) AT(a, x) = x;
    BODY
    EMPTY
    s ARROW x = STAR a;
    a OPEN i CLOSE = var;
    a[i] = VAR(a[0], a[1], a[2]) + sizeof(STR(a[i] * x->y));
    IF (a[i]) SWAP(a[i], a[i + 1]);
    set_int(a, AT(a, 3)); set_int(a + 1, 2);
    RETURN_IF(a[i] > 10000);
    a[i] += AT(AT(s, i).x + a, 1)
        + AT(
            b,
            2
        );
#undef AT
#define AT(p, i) (*((p) + (i)))
    AT(a, i) = AT(b, 2);
#if defined(FOO) && FOO > 2
    a[i] = ;;;broken
#elif !defined BAR
    a[i] = 1;
#else
    a[i] = 2;
#endif
}
