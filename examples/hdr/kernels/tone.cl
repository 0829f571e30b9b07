/*
 * From light to a picture: squeeze the base layer, keep the detail, then grade, dither and encode.
 */
#include "constants.h"
#pragma OPENCL FP_CONTRACT OFF

/* A film's response (a fit to ACES by Narkowicz, 2015): soft shadows, highlights that roll off instead of clipping. */
static float4 film(float4 x)
{
    x = fmin(x, 1e4f); /* x * x must not overflow: infinity / infinity is NaN */
    return clamp(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f);
}

kernel void tone_curve(global const float4 *color, global const float *luminance, global const float2 *weights,
                       global const float *exposure, global float4 *toned, uint width, uint height)
{
#ifdef HDR_SLOW_COLUMNS
    /* SLOW columns: neighbouring work-items are a whole row apart in memory. */
    const uint x = get_global_id(1);
    const uint y = get_global_id(0);
#else
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
#endif
    if (x >= width || y >= height)
        return;
    const size_t i = (size_t)y * width + x;

    const float l = luminance[i];
    const float base = weights[i].x * l + weights[i].y;
    const float detail = l - base;
    const float span = fmax(exposure[HDR_BRIGHT] - exposure[HDR_DARK], 1.0f);
    const float squeeze = clamp(HDR_DISPLAY_STOPS / span, HDR_MIN_SQUEEZE, 1.0f);
    const float target = (base - exposure[HDR_ADAPTED]) * squeeze + detail * HDR_DETAIL + HDR_MIDDLE_GREY;

    /* Colour is what is left when the brightness is divided out. */
    const float4 hue = fmax(color[i] / exp2(l), 1e-20f); /* 0 has no logarithm */
    toned[i] = film(exp2(log2(hue) * HDR_COLOR_POWER + target));
}

/* ---- colour grade --------------------------------------------------------------------------------------------- */

/* Warm lights, cool shadows, a little more colour, and corners that fall off as a lens's do. */
static float3 grade(float3 c, uint x, uint y, uint width, uint height)
{
    const float grey = 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
    c = grey + (c - grey) * 1.12f;
    c += ((float3)(0.020f, 0.006f, -0.018f) * grey + (float3)(-0.006f, 0.0f, 0.010f) * (1.0f - grey)) * grey;
    const float u = ((float)x + 0.5f) / (float)width - 0.5f;
    const float v = ((float)y + 0.5f) / (float)height - 0.5f;
    return clamp(c * (1.0f - 0.35f * (u * u + v * v)), 0.0f, 1.0f);
}

/* ---- sRGB (IEC 61966-2-1) ------------------------------------------------------------------------------------- */

static float gamma_curve(float v, uint x)
{
#ifdef HDR_SLOW_DIVERGENCE
    /* SLOW divergence: eight ways to write v to the power 1 / 2.4. Work-items that run in step take turns on them. */
    switch (x % 8) {
    case 0:
        return exp2(log2(v) * (1.0f / 2.4f));
    case 1:
        return exp(log(v) * (1.0f / 2.4f));
    case 2:
        return exp10(log10(v) * (1.0f / 2.4f));
    case 3:
        return powr(v, 1.0f / 2.4f);
    case 4:
        return rootn(v * v * v * v * v, 12);
    case 5:
        return cbrt(v) * sqrt(sqrt(cbrt(v)));
    case 6:
        return sqrt(rootn(v * v * v * v * v, 6));
    default:
        return pow(v, 1.0f / 2.4f);
    }
#else
    /* pow(v, 1 / 2.4) without its special cases: v is above 0 here. Four times as fast on a CPU. */
    return exp2(log2(v) * (1.0f / 2.4f));
#endif
}

static float srgb(float v, uint x)
{
    return v <= 0.0031308f ? 12.92f * v : 1.055f * gamma_curve(v, x) - 0.055f;
}

/* ---- dither --------------------------------------------------------------------------------------------------- */

/* A hash (lowbias32 by Wellons): neighbouring inputs give unrelated outputs. */
static uint scramble(uint n)
{
    n = (n ^ n >> 16) * 0x7feb352dU;
    n = (n ^ n >> 15) * 0x846ca68bU;
    return n ^ n >> 16;
}

/* Noise of one step of the 8-bit scale hides the steps in smooth skies. Each frame has its own, or it would stick to
 * the screen. */
static float noise(uint x, uint y, uint channel, uint frame)
{
    const uint n = scramble(x + scramble(y + scramble(channel + 3 * frame)));
    return (float)(n >> 8) * (1.0f / 16777216.0f);
}

static uchar quantize(float v, float shift)
{
    return (uchar)clamp(v * 255.0f + shift, 0.0f, 255.0f);
}

kernel void encode_srgb(global const float4 *toned, global uchar4 *pixels, uint width, uint height, uint frame)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const size_t i = (size_t)y * width + x;
    const float3 c = grade(toned[i].xyz, x, y, width, height);
    pixels[i] = (uchar4)(quantize(srgb(c.x, x), noise(x, y, 0, frame)), quantize(srgb(c.y, x), noise(x, y, 1, frame)),
                         quantize(srgb(c.z, x), noise(x, y, 2, frame)), 255);
}
