__kernel void k(__global int *a, __global float4 *v)
{
    int i = get_global_id(0);
    if (i > 1000) {
        printf("no arguments [*->]\n");
        printf("%d %s %v4f %p\n", a[i], "str", v[i], a);
        printf("%d" "%%" " %ld\n", a[i] + 1, (long)a[i]), a[i]++;
    }
}
