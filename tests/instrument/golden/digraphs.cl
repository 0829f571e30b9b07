// options: -cl-std=CL1.2
%:define TWO 2
__kernel void k(__global int *a) <% a<:0:> = a<:TWO:>; *a = a[1]; %>
