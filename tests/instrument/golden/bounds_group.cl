// tool: --cpu
// On a CPU the whole body twice, by what is known of the group.
kernel void k(global float *out, global const float *in, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    out[y * width + x] = in[y * width + min(x + 1, width - 1)] + in[(int)in[0]];
}
