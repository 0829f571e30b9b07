typedef struct { int x, y; float f; } point;
struct outer { point p; struct { int in; char c[4]; } inner; point *link; point many[2]; __global int *g; };
union mix { int i; float f; uchar b[4]; struct { short lo, hi; } h; };
struct anon { int a; struct { int b, c; }; union { int d; float e; }; };
typedef struct __attribute__((packed)) { char c; int i; struct { short s; } n; int v[2]; } packed_t;
struct aligned_t { char c; int i __attribute__((aligned(16))); } __attribute__((aligned(32)));

point make(int x) { point p = {x, .f = 2.5f}; return p; }
int use(point p) { p.x++; return p.x + p.y; }
void change(point *p) { p->x = 4; (*p).y = p->x; p[0].f += 1; }
int anon_sum(struct anon s) { return s.a + s.b + s.c + s.d; }
__kernel void k(__global point *p, __global struct outer *o, __global packed_t *q, __global int *a,
                __global struct aligned_t *t, __local point *l)
{
    int i = get_local_id(0);
    point local_p = {1, 2, 3.f}, copy = local_p, arr[2] = {{1, 2, 3}, {.y = 4}};
    struct outer s = {.p = {1, 2, 3}, .inner.in = 4, .many = {{1}, {.x = 6}}};
    union mix m = {.f = 1.5f}, m2 = {5};
    struct anon n = {1, {2, 3}, {4}};
    s.link = &local_p;
    s.link->x = 9;
    s.link->y = s.link[0].x;
    s.g = a;
    s.g[i] = 5;
    *s.g = *s.g + 1;
    m.b[2] = 7;
    m.h.hi = m2.i;
    n.b = n.d;
    n.e = 2;
    local_p.x += s.inner.c[i];
    p[i] = local_p;
    p[i].x = p[i].y;
    p->f = (p + 1)->f;
    (*p).x++;
    l[i] = p[i];
    l[i].f *= 2;
    copy = l[i];
    arr[i] = make(p[i].x);
    p[i + 1] = make(3);
    a[i] = make(a[i]).y + use(p[i]) + use(arr[1]) + anon_sum(n);
    change(&local_p);
    change(arr);
    change(&arr[1]);
    change(&s.p);
    o[i].p.x = o[i].inner.c[2];
    o[i].many[1] = p[i];
    o[i].inner.c[i]++;
    o[i].p = o[i].many[0];
    q[i].i = q[i].n.s + q[i].v[1];
    q[i].v[i] += 2;
    q[i].c = 1;
    q[i] = q[i + 1];
    t[i].i = t[i].c;
    a[i] += m.i + local_p.x + copy.y + ((point){3, 4, 5}).y + (i ? local_p : copy).x;
    a[i + 2] = (&p[i])->x + (*&p[i]).y + (&(p[i].x))[1];
}
