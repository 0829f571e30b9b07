//! class=undeclared line=2
kernel void k(global float *out, constant params_t *params)
{
    int i = get_global_id(0);
    out[i] = i;
}
