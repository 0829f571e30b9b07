//! class=type line=10
typedef struct {
    float x, y;
    int weight;
} point_t;

kernel void k(global point_t *points, global float *out)
{
    int i = get_global_id(0);
    out[i] = points[i].wieght * points[i].x;
}
