struct s { int x[4]; float4 v; };
__kernel void k(__global int *a, __global struct s *s, __global float3 *v)
{
    int i = get_global_id(0), arr[sizeof(int) * 2], m[sizeof(s->x) / sizeof(s->x[0])];
    a[i] = sizeof(a[i++]) + sizeof a[3] + sizeof(*a) + sizeof(struct s) + sizeof(s->v) + sizeof(arr) + sizeof s[2].x[1] + sizeof(int[3]) + sizeof(__global int *);
    a[i + 1] = vec_step(v[i]) + vec_step(*v) + vec_step(float4) + vec_step(int);
    a[i + 2] = __alignof__(a[3]) + __alignof__(struct s) + __alignof__(s->v);
    a[i + 3] = a[sizeof(a[9]) - 4] + sizeof(m);
    __typeof(i) t = a[1];
    __typeof__(i + 1) u = t;
    a[i + 4] = u;
    a[i + 6] = __builtin_expect(a[i] > 3, 1);
    if (__builtin_expect(a[i] == 3, 0)) a[i + 7] = 1;
}
