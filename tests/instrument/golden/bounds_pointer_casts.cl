// options: -cl-std=CL2.0
// tool: --opencl-c 2.0
// no device: generic pointers
// A pointer that is made of another by way of a number keeps its bounds; of one to other memory it has none.
kernel void k(global int *out, constant int *table, local int *tile)
{
    int i = get_global_id(0);
    *(global int *)((ulong)out + 4 * i) = 1;
    *(global int *)(ulong)table = 2;
    ulong number = (ulong)tile;
    *(global int *)number = 3;
    int *any = tile;
    *(global int *)any = 4;
    *(local int *)any = 5;
    char *text = (char *)(ulong)"abc";
    *text = 'x';
    constant char *fine = "abc";
    out[i] = fine[i];
}
