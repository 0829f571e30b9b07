// options: -cl-std=CL2.0
// tool: --opencl-c 2.0
int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int *pass(int *p) { return p + 1; }
generic int *named(__generic int *p) { return p; }
__global int counter = 3;
global int *gp = &counter;
__global int array[4] = {1, 2, 3, 4};
static global float scratch[8];
typedef struct { int x; int *any; } node;
__kernel void k(__global int *a, __local int *l)
{
    int i = get_global_id(0), x[3] = {1, 2, 3};
    static __global int calls = 0;

    int *p = a;
    l[0] = l[1] = l[2] = 4;
    a[0] = sum(a, 3) + sum(l, 2) + sum(x, 3) + *pass(x) + *named(a);
    *p = *pass(p);
    p = x;
    p[1] = 4;
    global int *g = to_global(p);
    if (g) *g = 3;
    local int *q = to_local(p);
    if (q) a[3] = q[0] + p[1];
    counter += 1;
    array[i & 3]++;
    a[4] = array[2] + *gp + calls;
    node n = {1, a}, *pn = &n;
    n.any[1] = 3;
    pn->any = x;
    pn->any[0] = pn->x;
    scratch[i] = a[i];
    a[5] = (int)get_fence(p);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    for (int *e = a; e != a + 2; ++e) *e += 1;
    float w; float fr = fract(scratch[0], &w), m = modf(scratch[i], &scratch[1]);
}
