/* fuzz 1
buffer o 4 u4 7
buffer a 5 u4 9
buffer b 14 u4 9
kernel k 1
global 4
local 2
arg buffer o
arg buffer a
arg buffer b
expect k read 16 1 1
end */
/* The bounds of a pointer out of an array were lost where its index was a call. */
kernel void k(global uint *o, global const uint *a, global const uint *b) {
    global const uint *ps[2] = { a, b };
    o[get_global_id(0)] = ps[get_global_id(0) & 1][get_global_id(0) * 4 - (get_global_id(0) & 1)];
}
