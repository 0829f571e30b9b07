// Pointers whose bounds nobody knows, to arrays whose own sizes are known: only the indices can be judged.
kernel void one_index(global int *o, int n)
{
    int a[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    int (*p)[4] = a;
    int (**pp)[4] = &p;
    (*pp)[0][n] = 1;
    o[0] = (*pp)[1][n];
}

kernel void two_indices(global int *o, int n)
{
    int a[2][4][2] = {{{1, 2}}};
    int (*p)[4][2] = a;
    int (**pp)[4][2] = &p;
    (*pp)[0][n][n & 3] += 1;
    o[0] = (*pp)[1][1][n];
}

int called(int (**pp)[4], int n)
{
    return (*pp)[1][n];
}

kernel void in_function(global int *o, int n)
{
    int a[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    int (*p)[4] = a;
    o[0] = called(&p, n);
}
