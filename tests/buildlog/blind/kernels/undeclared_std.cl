//! class=undeclared line=2
#include <math.h>
kernel void k(global float *out) { out[0] = sqrt(out[1]); }
