// options: -cl-std=CL1.2
// no device: assembly
__kernel void k(__global int *a, uint n)
{
    uint r;
    __asm__("mov.u32 %0, %1;" : "=r"(r) : "r"(n));
    __asm volatile("" ::: "memory");
    a[0] = r;
}
