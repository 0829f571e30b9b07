// options: -cl-std=CL1.2 -I include -DN=4
#include "accesses.h"
__kernel void k(__global int *a)
{
    int i = get_global_id(0); a[i] = N; /* a comment with a[i] */ a[i + 1] = a[i]; // a[i]
    a[i] = from_header(a, i) + READ(a, i)
         + READ(a,
                i + 1);
	a[i]	+=  a [ i + 2 ] ;
#line 100
    a[i] = a[i]; a[i] = a[i] + a[i];
#line 7 "other.cl"
    a[i]++;
#include "body.h"
    a[i] = 5; }
