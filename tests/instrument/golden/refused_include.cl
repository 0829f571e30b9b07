// options: -cl-std=CL1.2
#include "nowhere.h"
__kernel void k(__global int *a) { a[0] = 1; }
