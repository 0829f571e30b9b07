// options: -cl-std=CL1.2
__kernel void k ( __global int	* a )
{
	int i=get_global_id ( 0 ) ;a [ i ]=a
	[
	i
	+1
	]  ; /* ünïcödé * [ -> */ // ✓ a[i]
    a/**/[/* x */i/* ] */]/**/= /* a[3] */ * /**/ a;
    a[i] = a\
[i] + a[i \
+ 1]; // comment \
a[2] = 3;
    a[i]+++a[i];a[i]---a[i];a[i]=-a[i]- -a[i];a[i]=*a**a;a[i]=i/ *a;
    a[i]<a[i]>a[i];
    a[0]=sizeof a[0]*a[1];
    printf("ünïcödé [*] \xc3 %d\n", a[i]);
}
