//! class=unsupported-feature line=2
template <typename T> T twice(T x) { return x + x; }
kernel void k(global float *out) { out[0] = twice(out[1]); }
