//! class=unsupported-feature line=10
float twice(float x)
{
    return 2.0f * x;
}

kernel void k(global float *out)
{
    int i = get_global_id(0);
    float (*f)(float) = twice;
    out[i] = f(i);
}
