//! class=undeclared line=2
#include "colour_tables.clh"

kernel void k(global float *out)
{
    int i = get_global_id(0);
    out[i] = TABLE[i & 255];
}
