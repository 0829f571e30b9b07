//! class=address-space line=3
//! options -cl-std=CL1.2
float gain = 2.0f;

kernel void k(global float *out)
{
    out[get_global_id(0)] = gain;
}
