// no device: indices out of memory, or a race
typedef const volatile __global int *cvp;
int read(const volatile __global int *restrict p) { return *p; }
__kernel void k(volatile __global int *v, __global const int *const c, const __global float *restrict f,
                __global int *__restrict__ r, __constant const int *q, __local volatile int *l)
{
    const int i = get_global_id(0), *const pc = &i;
    int const x[2] = {1, 2};
    volatile int y = 3;
    volatile int *py = &y;
    __private int z = *py;
    private const float pf = f[i];
    cvp w = v;
    l[0] = 1;
    l[0] += *w;
    v[i] = c[i] + read(c) + read(v) + (int)f[i] + q[i] + l[0] + *pc + x[1] + z;
    r[i] = v[i]++ + (int)pf;
    *(volatile __global int *)&r[i] = 3;
    ((const __global int *)r)[i];
    *py += 1;
    int reg = y;
    r[i + 1] = reg;
}
