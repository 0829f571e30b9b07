// options: -cl-std=CL2.0
// tool: --opencl-c 2.0
// no device: pipes are not given
__kernel void k(read_only pipe int in, write_only pipe int out, __global int *a, __global float4 *v)
{
    int i = get_global_id(0), x;
    read_pipe(in, &x);
    if (read_pipe(in, &a[i]) == 0)
        write_pipe(out, a + i);
    reserve_id_t r = reserve_read_pipe(in, a[1]), rs[2];
    if (is_valid_reserve_id(r)) {
        read_pipe(in, r, 0, &x);
        commit_read_pipe(in, r);
    }
    r = work_group_reserve_write_pipe(out, 2);
    write_pipe(out, r, a[2], &x);
    work_group_commit_write_pipe(out, r);
    a[i] = get_pipe_num_packets(in) + get_pipe_max_packets(out) + work_group_any(a[i]) + work_group_reduce_add(a[i]);
}
