// options: -cl-std=CL1.2
__constant int one = 1;
constant float table[4] = {1, 2, 3, 4};
__constant struct { int x; float y[2]; } config = {3, {1, 2}};
__constant int *__constant pointer_table[2] = {&one, &one};
static __constant uchar bytes[] = {0x1, 0x2, 'c'};
typedef struct { int x; } item;
__constant item items[] = {{1}, {2}};
const __constant float4 fours[2] = {(float4)(1), (float4)(1, 2, 3, 4)};
enum { SIZE = 4, OTHER = SIZE * 2 };
int pick(__constant item *i) { return i->x; }
__kernel void k(__global float *a)
{
    int i = get_local_id(0);
    a[i] = one + table[i] + config.x + config.y[i] + *pointer_table[i] + bytes[i] + items[1].x + fours[i].y + pick(items) + pick(&items[i]);
    __constant float *t = table + 1;
    a[i + OTHER] = t[i] + *t;
}
