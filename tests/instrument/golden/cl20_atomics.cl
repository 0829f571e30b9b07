// options: -cl-std=CL2.0
// tool: --opencl-c 2.0
__global atomic_int counter = ATOMIC_VAR_INIT(0);
struct s { atomic_int n; int data[2]; };
__kernel void k(__global atomic_int *a, volatile __global atomic_uint *u, __local atomic_int *l, __global struct s *s, __global int *out)
{
    int i = get_global_id(0), expected = 3;
    atomic_init(l, 0);
    atomic_store(&a[i], 4);
    out[i] = atomic_load(a + i) + atomic_fetch_add(&a[i], 2) + atomic_exchange(a, 1);
    atomic_fetch_or_explicit(&u[i], out[1], memory_order_relaxed, memory_scope_device);
    out[i + 1] = atomic_compare_exchange_strong(&a[i], &expected, 7) + expected;
    atomic_compare_exchange_weak_explicit(&s[i].n, &s[i].data[1], out[0], memory_order_seq_cst, memory_order_relaxed, memory_scope_work_group);
    atomic_store_explicit(&s->n, s->data[0], memory_order_release);
    atomic_fetch_add(&counter, 1);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_min(&a[2], out[3]);
    __global atomic_int *p = &s[1].n;
    atomic_fetch_sub(p, out[i]++);
}
