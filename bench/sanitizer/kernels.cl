/* The kernels that ./dev bench sanitizer measures, as people write them. */
#define TILE 16
#define GROUP 256
#define BINS 256

kernel void vadd(global const float *a, global const float *b, global float *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

kernel void stencil(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[y * width + x] = 0.125f * (4.0f * in[y * width + x] + in[y * width + x - 1] + in[y * width + x + 1] +
                                       in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}

kernel void matmul(global const float *a, global const float *b, global float *c, int n)
{
    int col = get_global_id(0), row = get_global_id(1);
    if (row < n && col < n) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void tiled(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[TILE][TILE], tb[TILE][TILE];
    int col = get_global_id(0), row = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        ta[ly][lx] = a[row * n + t + lx];
        tb[ly][lx] = b[(t + ly) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += ta[ly][k] * tb[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}

kernel void gather(global const float *in, global const uint *index, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        out[i] = in[index[i]];
}

kernel void histogram(global const uchar *data, global uint *bins, uint n)
{
    local uint count[BINS];
    uint lid = get_local_id(0);
    for (uint i = lid; i < BINS; i += get_local_size(0))
        count[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&count[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lid; i < BINS; i += get_local_size(0))
        atomic_add(&bins[i], count[i]);
}

kernel void reduction(global const int *in, global int *partial, local int *scratch, ulong n)
{
    size_t lid = get_local_id(0);
    int sum = 0;
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            scratch[lid] += scratch[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = scratch[0];
}

float4 attraction(float4 me, float4 other, float4 force)
{
    float4 d = other - me;
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 1.0f;
    float inverse = rsqrt(r2);
    d.w = 0.0f;
    return force + d * (other.w * inverse * inverse * inverse);
}

kernel void nbody(global const float4 *bodies, global float4 *forces, int n)
{
    local float4 tile[GROUP];
    int i = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
    float4 me = bodies[i], force = (float4)(0.0f);
    for (int t = 0; t < n; t += size) {
        tile[lid] = bodies[t + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < size; k++)
            force = attraction(me, tile[k], force);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    forces[i] = force;
}

kernel void transpose(global const float *in, global float *out, int width, int height)
{
    local float tile[TILE][TILE + 1];
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    if (x < width && y < height)
        tile[ly][lx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + lx;
    y = get_group_id(0) * TILE + ly;
    if (x < height && y < width)
        out[y * height + x] = tile[lx][ly];
}

kernel void spmv(global const int *rows, global const int *columns, global const float *values,
                 global const float *x, global float *y, int n)
{
    int row = get_global_id(0);
    if (row < n) {
        float sum = 0.0f;
        for (int k = rows[row]; k < rows[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}

kernel void convolution(global const float *in, constant float *filter, global float *out, int width, int height,
                        int depth)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
        return;
    float sum = 0.0f;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                sum += in[((z + k) * height + y + j) * width + x + i] * filter[((k + 1) * 3 + j + 1) * 3 + i + 1];
    out[(z * height + y) * width + x] = sum;
}

kernel void bitonic(global uint *data, uint distance, uint block)
{
    uint i = get_global_id(0);
    uint other = i ^ distance;
    if (other > i) {
        uint a = data[i], b = data[other];
        bool up = (i & block) == 0;
        if ((a > b) == up) {
            data[i] = b;
            data[other] = a;
        }
    }
}
