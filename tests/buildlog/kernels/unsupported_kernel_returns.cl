//! class=unsupported-feature line=2
kernel int k(global int *out)
{
    out[get_global_id(0)] = 1;
    return 1;
}
