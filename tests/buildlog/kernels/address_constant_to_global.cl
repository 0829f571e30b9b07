//! class=address-space line=7
constant float table[4] = {0.0f, 1.0f, 2.0f, 3.0f};

kernel void k(global float *out)
{
    int i = get_global_id(0) & 3;
    global float *entry = table + i;
    out[i] = *entry;
}
