//! class=address-space line=10
void store(global float *out, float value)
{
    out[0] = value;
}

kernel void k(global float *out)
{
    local float tile[64];
    store(tile, out[0]);
    out[0] = tile[0];
}
