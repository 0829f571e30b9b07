//! class=address-space line=4
kernel void k(global float *out)
{
    local float tile[2] = {0.0f, 1.0f};
    out[0] = tile[0];
}
