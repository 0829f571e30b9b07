typedef float4 __attribute__((aligned(4))) loose4;
typedef int v4 __attribute__((ext_vector_type(4)));
int f(int x __attribute__((unused)), __global int *p __attribute__((aligned(16)))) { return *p; }
int g(int) __attribute__((const, pure));
int g(int x) { return x; }
__kernel void k(__global int *a, __global loose4 *v)
{
    int x __attribute__((aligned(8))) = a[0], y __attribute__((unused));
    __attribute__((aligned(16))) int z[2] = {a[1], 2};
    __attribute__((unused)) int w = 3;
    v4 q = (v4)(a[0]);
    switch (a[2]) {
    case 1: a[3] = 2; __attribute__((fallthrough));
    default: break;
    }
    v[0].x = v[1].y;
    v[1] = v[0];
    a[1] = f(x, a) + z[1] + w + q.y + g(3);
}
