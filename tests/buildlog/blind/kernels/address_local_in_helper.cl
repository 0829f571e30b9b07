//! class=address-space line=4
void helper(global float *out)
{
    local float tile[2];
    tile[0] = out[0];
}
kernel void k(global float *out) { helper(out); }
