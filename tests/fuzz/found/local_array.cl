/* fuzz 1
buffer o 8 u4 7
kernel k 1
global 8
local 4
arg buffer o
expect k read 14 3 3
end */
/* PoCL's LLVM crashes on constant vectors of a local array's address. */
kernel void k(global uint *o) {
    local uint t[8]; uint g = get_global_id(0);
    t[get_local_id(0)] = g; t[get_local_id(0) + 4] = g; barrier(CLK_LOCAL_MEM_FENCE);
    local uint *p = t + 1;
    uint x = (g > 4 ? p[g + 2] : p[0]);
    o[g] = x;
}
