// options: -cl-std=CL2.0
__kernel void k(__global int *a)
{
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ a[0] = 1; });
}
