//! class=undeclared line=4
kernel void k(global float *out)
{
    out[0] = helper(out[1]);
}
float helper(float x) { return x; }
