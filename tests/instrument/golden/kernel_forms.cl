// no device: indices out of memory, or a race
__kernel void prototype(__global int *a, int n);
__kernel __attribute__((reqd_work_group_size(2, 1, 1))) void a1(__global int *a) { a[get_global_id(0)] = 1; }
__attribute__((reqd_work_group_size(2, 1, 1))) __kernel void a2(__global int *a) { a[get_global_id(0)] = 2; }
kernel void __attribute__((work_group_size_hint(2, 1, 1))) a3(global int *a) { a[get_global_id(0)] = 3; }
void kernel a4(global int *restrict a, const global int *b) { a[get_global_id(0)] = b[0]; }
kernel __attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(2, 1, 1)))
void a5(global float4 *a) { a[get_global_id(0)].x = 5; }
kernel void empty_one(void) { }
kernel void empty_two() { }
kernel void a6(global int *a, constant int *c, local int *l, int n, float4 v, global int4 *w)
{
    l[n & 1] = c[n];
    a[get_global_id(0)] = l[n & 1];
}
__kernel void prototype(__global int *a, int n) { a[get_global_id(0)] = n; }
kernel void a7(global int *a) { prototype(a, 4); empty_one(); empty_two(); a4(a, a); a6(a, 0, 0, 0, (float4)(0), 0); }
