__constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant float weights[] = {0.5f, 1.5f, -2};
struct grid { int cells[3][2]; float4 v[2]; };
__kernel void k(__global int *a, __global struct grid *g)
{
    int i = get_local_id(0), m[3][4][2], flat[] = {5, 6, 4, 7};
    __local int tile[4][5];
    struct grid s[2];
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 2; z++)
                m[x][y][z] = x * y + z;
    tile[i][i + 1] = m[i][2][1];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[1].cells[2][1] = tile[0][1];
    s[i].v[1].y = 2.f;
    s[i].v[1][2] = weights[2];
    s[0] = s[1];
    g[i].cells[i][1] += table[i][2];
    g[i].v[0].x = s[i].v[1].y;
    g[i] = g[i + 1];
    (&g[i])->cells[0][0] = 3;
    (*(g + i)).cells[1][0] = 4;
    int *row = m[1][2], *one = &m[1][2][1];
    row[1] = *one + flat[2];
    a[i] = row[0] + flat[3] + sizeof(m) / sizeof(m[0]) + g[i].cells[1][0];
}
