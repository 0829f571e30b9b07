#define READ(p, i) p[i]
int from_header(__global int *p, int i)
{
    return p[i] +
           p[i + 1];
}
