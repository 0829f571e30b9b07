/* Three floats, for the scene's ray tracer. */
#ifndef HDR_VEC_H
#define HDR_VEC_H

#include <math.h>

typedef struct vec {
    float x, y, z;
} vec;

static inline vec vec_of(float x, float y, float z)
{
    return (vec){x, y, z};
}

static inline vec add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec mul(vec a, vec b)
{
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline vec scale(vec a, float s)
{
    return (vec){a.x * s, a.y * s, a.z * s};
}

static inline float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec unit(vec a)
{
    return scale(a, 1.0F / sqrtf(dot(a, a)));
}

static inline vec mix(vec a, vec b, float t)
{
    return add(scale(a, 1.0F - t), scale(b, t));
}

static inline vec reflect(vec direction, vec normal)
{
    return sub(direction, scale(normal, 2.0F * dot(direction, normal)));
}

/* 0 below `low`, 1 above `high`, smooth between. */
static inline float smooth(float low, float high, float x)
{
    const float t = fminf(fmaxf((x - low) / (high - low), 0.0F), 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

#endif
