/* Five of bench/sanitizer/kernels.cl, for compute-sanitizer: it refuses OpenCL programs. */
#define TILE 16

extern "C" __global__ void vadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void stencil(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[y * width + x] = 0.125f * (4.0f * in[y * width + x] + in[y * width + x - 1] + in[y * width + x + 1] +
                                       in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

extern "C" __global__ void tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int lx = threadIdx.x, ly = threadIdx.y;
    int col = blockIdx.x * TILE + lx, row = blockIdx.y * TILE + ly;
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        ta[ly][lx] = a[row * n + t + lx];
        tb[ly][lx] = b[(t + ly) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += ta[ly][k] * tb[k][lx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

extern "C" __global__ void gather(const float *in, const unsigned *index, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[index[i]];
}
