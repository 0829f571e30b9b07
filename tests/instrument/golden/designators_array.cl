__constant int lut[4] = {[0] = 1, [2 ... 3] = 7};
typedef struct { int a; int arr[3]; } rec;
__kernel void k(__global int *a)
{
    int i = get_global_id(0), flat[] = {[2] = 5, 6, [0] = a[i + 7]};
    int m[2][2] = {[1] = {a[1], [0] = 4}, [0][1] = a[2]};
    rec r = {.arr = {[1] = a[1]}}, rs[2] = {[1].a = a[i], [0].arr[2] = 3};
    rec lit = (rec){.arr[1] = a[i]};
    a[i] = flat[0] + flat[3] + lut[3] + r.arr[1] + rs[1].a + rs[0].arr[2] + lit.arr[1] + m[1][0] + m[0][1];
}
