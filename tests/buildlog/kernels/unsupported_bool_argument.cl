//! class=unsupported-feature line=2
kernel void k(global int *out, bool invert)
{
    int i = get_global_id(0);
    out[i] = invert ? -i : i;
}
