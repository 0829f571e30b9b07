//! class=resource-limit line=8
#define P4(x) ((((x))))
#define P16(x) P4(P4(P4(P4(x))))
#define P64(x) P16(P16(P16(P16(x))))
kernel void k(global int *out)
{
    int i = get_global_id(0);
    out[i] = P64(P64(P64(P64(P64(i)))));
}
