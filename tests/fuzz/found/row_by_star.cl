/* fuzz 1
buffer o 4 u4 7
buffer rows 9 u4 9
kernel k 1
global 4
local 2
arg buffer o
arg buffer rows
expect k read 13 1 1
end */
/* A pointer to an array was not kept, for its type's name; then the access had no check. Row 3 of 3. */
kernel void k(global uint *o, global uint (*rows)[3]) {
    o[get_global_id(0)] = (*(rows + get_global_id(0)))[1];
}
