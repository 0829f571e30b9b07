/*
 * From the file's pixels to light: decode, white balance, luminance.
 *
 * One work-item does one pixel. The host rounds the number of work-items up to whole work-groups, so each kernel
 * first sends the surplus ones home.
 */
#include "constants.h"

/* The CPU reference rounds after each operation. Without this the compiler may fuse a multiplication and an addition,
 * which is a little more exact, but differs from device to device. */
#pragma OPENCL FP_CONTRACT OFF

/* A Radiance pixel is three mantissas and one exponent they share: red, green, blue from the low byte up, then e. */
kernel void decode_rgbe(global const uint *rgbe, global float4 *color, uint count)
{
    const size_t i = get_global_id(0);
    if (i >= count)
        return;
    const uint pixel = rgbe[i];
    const int exponent = (int)(pixel >> 24);
    /* An exponent of 0 means black, whatever the mantissas say. */
    const float scale = exponent ? ldexp(1.0f, exponent - (128 + 8)) : 0.0f;
    color[i] = (float4)((float)(pixel & 255) * scale, (float)(pixel >> 8 & 255) * scale,
                        (float)(pixel >> 16 & 255) * scale, 1.0f);
}

/* In place: each work-item reads and writes its own pixel only, so no other can get in between. */
kernel void white_balance(global float4 *color, uint count, float4 gains)
{
    const size_t i = get_global_id(0);
    if (i >= count)
        return;
    color[i] *= gains;
}

/* The eye sees ratios, so everything from here to tone_curve works on log2 of the luminance. */
kernel void log_luminance(global const float4 *color, global float *luminance, global float2 *moments, uint count)
{
    const size_t i = get_global_id(0);
    if (i >= count)
        return;
    const float4 c = color[i];
    const float linear = 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
#ifdef HDR_BUG_NAN
    /* BUG nan: a black pixel gives log2(0) = -infinity, and the first infinity minus infinity is NaN. */
    const float l = log2(linear);
#else
    const float l = log2(fmax(linear, HDR_LUMINANCE_FLOOR));
#endif
    luminance[i] = l;
    moments[i] = (float2)(l, l * l); /* their averages give mean and variance */
}
