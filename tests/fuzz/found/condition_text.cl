/* fuzz 1
buffer o 8 u4 7
buffer a 6 u4 9
buffer b 64 u4 9
kernel k 1
global 8
local 4
arg buffer o
arg buffer a
arg buffer b
expect k read 18 8 8
end */
/* A condition was taken for known because its text, "0L >= 1", is part of another's, "10L >= 1". The counter wraps around. */
kernel void k(global uint *o, global const uint *a, global const uint *b) {
    uint g = get_global_id(0), s = 0;
    s += b[g / 10];
    for (uint i = 5; i >= 0; i--) {
        s += a[i];
        if (i > 5) break;
    }
    o[g] = s;
}
