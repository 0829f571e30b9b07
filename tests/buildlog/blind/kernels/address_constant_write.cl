//! class=address-space line=4
kernel void k(constant float *table)
{
    table[0] = 1.0f;
}
