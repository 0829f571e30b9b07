/* fuzz 1
buffer o 8 u4 7
buffer a 6 u4 9
kernel k 1
global 8
local 4
arg buffer o
arg buffer a
arg bytes ffffffffffffffff
expect k read 16 8 32
end */
/* A limit with the highest bit of 64 set is no negative number. */
kernel void k(global uint *o, global const uint *a, ulong n) {
    uint g = get_global_id(0), s = 0;
    for (ulong i = 0; i < n; i++) {
        s += a[i];
        if (i == 9) break;
    }
    o[g] = s;
}
