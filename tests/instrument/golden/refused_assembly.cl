// options: -cl-std=CL1.2
// no device: assembly
__kernel void k(__global int *a)
{
    __asm__("mov.u32 %0, %1;" : "=r"(a[0]) : "r"(a[1]));
}
