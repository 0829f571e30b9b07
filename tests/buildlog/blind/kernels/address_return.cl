//! class=address-space line=4
global float *first(local float *p)
{
    return p;
}
kernel void k(global float *out) { local float t[4]; out[0] = *first(t); }
