// options: -cl-std=CL1.2
// tool: --extensions "cl_khr_fp64 cl_khr_fp16 cl_khr_int64_base_atomics cl_khr_byte_addressable_store"
// no device: not all have half
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void k(__global double *d, __global half *h, __global half4 *h4, __global long *l, __global double2 *dd)
{
    int i = get_global_id(0);
    d[i] = d[i + 1] * 2.0 + 1e-300 - convert_double(l[i]);
    dd[i].y += dd[i].x;
    h[i] = h[i + 1] + (half)1.5f;
    h4[i].xy = h4[i].zw * h[i];
    h[i] += 1.0h;
    d[i] = as_double(l[i]) + as_double2(dd[i]).x + h[i];
    l[i] = as_long(d[i]) + atom_add(&l[i], 2);
    h[i]++;
    if (h[i] > 0 && d[i] != 0.0) d[i] = fma(d[i], d[i], 1.0);
    h4[1] = (half4)(h[0], h4[0].xyz);
}
