/* Checks of one expression, made together ahead of it - and where they can't be. */
typedef struct { float a, b; } pair;
float both(float x, float y) { return x + y; }
int next(int *i) { return (*i)++; }

kernel void ahead(global float *out, global const float *a, global const float *b, global const uint *at,
                  global const float4 *v, global pair *p, int n)
{
    int i = get_global_id(0), j = i;
    out[i] = a[i] + b[i + 1];
    float s = a[i] * b[i], t = a[at[i]] + b[at[i]];
    s += both(a[i], b[i]);
    if (a[i] > b[j])
        s = v[i].x + v[i + 1].y;
    for (; a[j] < b[j]; j++)
        s -= a[j] - b[j];
    float4 w = v[i] + v[i - 1];
    /* what may not be made is not asked about */
    s += i > 0 ? a[i - 1] + b[i - 1] : a[0] + b[0];
    bool c = a[i] > 0 && b[i] > a[i + 1];
    /* i is another later: each by itself */
    s += a[i] + b[j = i];
    s += a[j] + b[j++];
    s += a[i] + b[next(&i)];
    s = a[i], t = b[i];
    /* a struct has no value that ?: could give on everywhere */
    p[i] = p[j];
    pair q = p[i];
    out[i] = s + t + w.x + c + q.a;
}
