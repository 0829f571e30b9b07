//! class=address-space line=6
//! options -cl-std=CL1.2
kernel void k(global uchar *bytes, global int *out)
{
    int i = get_global_id(0);
    int *words = (int *)(bytes + 4 * i);
    out[i] = words[0];
}
