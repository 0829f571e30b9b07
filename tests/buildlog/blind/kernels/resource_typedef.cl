//! class=resource-limit line=2
typedef float plane_t[1UL << 62];
kernel void k(global float *out) { out[0] = sizeof(plane_t); }
