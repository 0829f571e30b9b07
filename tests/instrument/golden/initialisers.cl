typedef struct { int a; float4 v; int arr[3]; struct { int x, y; } in; } rec;
__constant rec crec = {1, (float4)(1, 2, 3, 4), {1, 2, 3}, {.y = 5}};
__constant int lut[4] = {[0] = 1, [2 ... 3] = 7};
__constant char text[] = "abc";
__constant float pi = 3.14f, inv = 1.0f / 3.0f;
__kernel void k(__global int *a, __global rec *g)
{
    int i = get_global_id(0), n = a[i], m = n + a[i + 1], z[3] = {a[i], n, a[2]};
    int zero[4] = {0}, two[2][2] = {a[0], a[1], a[2], a[3]}, designated[5] = {0, 2, 0, a[i]};
    rec r = {a[i], {1, 2, 3, 4}, {0, a[1]}, .in = {.y = a[2], .x = 1}}, r2 = g[i], rs[2] = {{.in.x = 3}, {.a = a[i]}};
    float4 v = {1, 2, a[i], 4}, w = (float4){a[i], 0, 0, 1};
    int q3[3] = {1, a[i], 3}, *p = q3, x = (int){a[i]};
    const int c = a[i], *pc = &c;
    volatile int vol = a[i];
    rec lit = (rec){.a = a[i], .v = (float4)(0), .arr = {1}};
    float f = pi * a[i], h = inv;
    a[i] = z[1] + two[1][0] + designated[3] + r.in.y + r2.a + rs[1].a + (int)v.z + p[1] + x + *pc + vol + lit.a + m + zero[1] + (int)(f + h + w.x);
    a[i + 1] = crec.arr[2] + (int)crec.v.y + lut[3] + text[1] + crec.in.y + lut[a[i] & 3];
    g[i] = (rec){.a = a[i + 2]};
    g[i + 1] = r;
}
