global int (*rows(global int (*m)[4]))[4] { return m + 1; }
__kernel void k(global int (*m)[4]) { rows(m)[0][1] = (*rows(m))[2]; }
