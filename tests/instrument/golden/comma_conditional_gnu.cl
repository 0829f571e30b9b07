int f(int x) { return x; }
__kernel void k(__global int *a, __global int *b, __global float4 *v)
{
    int i = get_global_id(0), t;
    a[i] = (t = a[i + 1], t + 1);
    a[i]++, b[i]--;
    for (t = 0, a[i] = 2; t < 3; t++, a[i]++) ;
    a[i] = f((a[1], a[2]));
    (i ? a : b)[2] = i ? a[0] : b[0];
    *(i ? &a[1] : &b[1]) += 2;
    a[i] = ({ int q = a[i]; q + b[i]; });
    a[i] += ({ __global int *p = a; *p; }) + ({ a[1]; });
    ({ a[i] = 3; });
    if (({ int q = b[i]; q > 1; })) a[i] = 4;
    v[i] = (v[i] > v[i + 1]) ? v[i] : v[i + 1];
    v[i] = i ? v[i] : v[i + 1];
    a[i] = a[i] ? b[i] ? 1 : 2 : 3;
    a[i] = (a[i] && b[i], a[i] || b[i]);
    i ? (a[i] = 1) : (b[i] = 2);
    a[i] && (b[i] = 3);
    a[i] > 2 ? a[i]++ : 0;
    __global int *p = (a[0], b);
    p = i ? a : 0;
    a[i + 1] = (p = a)[2] + *(p += 1) + *(p = p + 1);
    a[i + 1] = !p + !!a[i] + (p ? 1 : 0) + (p != 0) + (a[i] && p);
}
