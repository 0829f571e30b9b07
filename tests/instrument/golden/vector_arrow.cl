struct s { float4 v; __global int2 *p; };
__kernel void k(__global float4 *v, __global struct s *s)
{
    v->x = 1;
    v->lo = v->hi;
    (v + 1)->z += v->s1;
    (v++)->w = 2;
    v[1].x = (&v[2])->y;
}
