struct s { int x; float4 v[2]; };
void fill(__local int *l, int n) { l[n] = n; }
__kernel void k(__global int *a, __local int *dyn, __local struct s *ds)
{
    __local int one, arr[8], two[2][3];
    __local struct s st;
    local float4 v;
    __local int *p = arr;
    __local int *pone = &one;
    int i = get_local_id(0);
    if (i == 0) { one = 3; st.x = 4; st.v[1].y = 5; v.x = 1; v = (float4)(2); *pone += 1; }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    arr[i] = one + st.x;
    two[i][i + 1] = arr[i];
    p[i + 2] = *(two[i] + i + 1);
    fill(arr, i + 4);
    fill(&dyn[i], 0);
    ds[i].v[i].x = v.y;
    mem_fence(CLK_LOCAL_MEM_FENCE);
    read_mem_fence(CLK_GLOBAL_MEM_FENCE), write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    a[i] = arr[i] + arr[i + 4] + (int)v.x + (int)ds[i].v[i].x + dyn[i] + one++ - one-- + p[i + 2];
}
