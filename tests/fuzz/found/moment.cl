/* fuzz 1
buffer o 8 u4 7
buffer a 2 u8 7
kernel k 1
global 8
local 4
arg buffer o
arg buffer a
expect k read 15 8 8
end */
/* The checked copy of a region took the bounds of the other copy's conditional pointer: undefined, and the check below went. */
kernel void k(global uint *o, global int2 *a) {
    uint g = get_global_id(0); long x[1], y[1]; x[0] = y[0] = g; uint i = g & 0;
    uint s = (uint)(i != 4u ? x : y)[i];
    s += a[clamp((long)(get_local_size(0) & 15), 2L, 8L)].x;
    o[g] = s;
}
