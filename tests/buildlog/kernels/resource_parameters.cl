//! class=resource-limit line=6
typedef struct {
    float weights[16384];
} filter_t;

kernel void convolve(global float *out, filter_t filter)
{
    int i = get_global_id(0);
    out[i] = filter.weights[i & 16383];
}
