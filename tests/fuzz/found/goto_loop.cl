/* fuzz 1
buffer o 8 u4 7
buffer a 2 u4 7
kernel k 1
global 8
local 4
arg buffer o
arg buffer a
expect k read 14 8 24
end */
/* A loop that is none for the parser: a work-item was counted each time. */
kernel void k(global uint *o, global uint *a) {
    uint g = get_global_id(0), n = 0, s = 0;
again:  s += a[g + 2];
    if (++n < 3)
        goto again;
    o[g] = s;
}
