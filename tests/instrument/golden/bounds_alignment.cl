// Only what a cast says of an alignment that its pointer is not known to have is asked.
typedef struct __attribute__((packed)) { char tag; int value; float4 place; } packed;
typedef struct { float mass; float4 place; } body;
typedef int any_int __attribute__((aligned(1)));
float first(global const float4 *v)
{
    return v[0].x;
}
float whole(global const float4 *v)
{
    return v[1].y;
}
kernel void aligned(global float *out, global uchar *bytes, global const packed *p, int n)
{
    int i = get_global_id(0), j = 16 * i;
    out[i] = ((global float4 *)bytes)[i].x + (*(global float4 *)(bytes + j)).x;
    out[i] += p[i].value + p->place.x + *(global any_int *)(bytes + i);
    out[i] += *(global int *)((ulong)(bytes + i) & ~3UL) + vload4(i, out).x;
    for (int k = 0; k < n; k += 8)
        out[i] += *(global long *)(bytes + k);
    out[i] += whole((global float4 *)(out + 4 * i));
}
kernel void doubtful(global float *out, global uchar *bytes, global const packed *p, local uchar *room, int n)
{
    int i = get_global_id(0);
    out[i] = (*(global float4 *)(bytes + i)).y;
    ((global body *)(bytes + 4))[i].place = 0;
    ((global body *)(bytes + 4))[i].mass = 0;
    global const int *value = &p[i].value;
    out[i] += *value + first((global float4 *)(out + 2 * i));
    vstore2((float2)(0), i, (global float *)(bytes + i));
    global float2 *v = n > 3 ? (global float2 *)(out + i) : (global float2 *)out;
    for (int k = 0; k < n; k++)
        v[k].x += 1;
    *(local int *)(room + i) = atomic_inc((volatile global int *)&bytes[i]);
}
