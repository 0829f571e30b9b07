/*
 * Written to be obviously right, not fast. Sums are in double precision: their error is then far below the
 * kernels', so what differs is the kernels' own rounding. Elsewhere float operations come in the same order
 * as in the kernels.
 */
#include "reference.h"

#include "kernels/constants.h"

#include <math.h>

static float clampf(float x, float low, float high)
{
    return fminf(fmaxf(x, low), high);
}

static size_t pixel_count(const hdr_step *step)
{
    return (size_t)step->width * step->height;
}

static void decode_rgbe(const hdr_step *step, const cl_uint *rgbe, cl_float4 *color)
{
    for (size_t i = 0; i < pixel_count(step); i++) {
        const int exponent = (int)(rgbe[i] >> 24);
        for (int c = 0; c < 3; c++) {
            const float mantissa = (float)(rgbe[i] >> 8 * c & 255);
            color[i].s[c] = exponent ? ldexpf(mantissa, exponent - 136) : 0.0F;
        }
        color[i].s[3] = 1.0F;
    }
}

static void white_balance(const hdr_step *step, cl_float4 *color)
{
    for (size_t i = 0; i < pixel_count(step); i++) {
        for (int c = 0; c < 4; c++)
            color[i].s[c] *= step->gains.s[c];
    }
}

static void log_luminance(const hdr_step *step, const cl_float4 *color, cl_float *luminance,
                          cl_float2 *moments)
{
    for (size_t i = 0; i < pixel_count(step); i++) {
        const double linear = 0.2126 * color[i].s[0] + 0.7152 * color[i].s[1] + 0.0722 * color[i].s[2];
        luminance[i] = (float)log2(fmax(linear, (double)HDR_LUMINANCE_FLOOR));
        moments[i].s[0] = luminance[i];
        moments[i].s[1] = luminance[i] * luminance[i];
    }
}

static void log_sum_groups(const hdr_step *step, const cl_float *luminance, cl_float *sums)
{
    const size_t count = pixel_count(step);
    for (size_t first = 0; first < count; first += HDR_GROUP) {
        double sum = 0;
        for (size_t i = first; i < count && i < first + HDR_GROUP; i++)
            sum += luminance[i];
        sums[first / HDR_GROUP] = (float)sum;
    }
}

static void log_sum_total(const hdr_step *step, const cl_float *sums, cl_float *mean)
{
    double sum = 0;
    for (size_t first = 0; first < pixel_count(step); first += HDR_GROUP)
        sum += sums[first / HDR_GROUP];
    *mean = (float)(sum / (double)pixel_count(step));
}

static void histogram(const hdr_step *step, const cl_float *luminance, cl_uint *bins)
{
    for (size_t i = 0; i < pixel_count(step); i++) {
        const float bin = (luminance[i] - HDR_LOG_MIN) * ((float)HDR_BINS / HDR_LOG_RANGE);
        bins[(size_t)clampf(bin, 0.0F, HDR_BINS - 1)]++;
    }
}

/* The middle of the bin that holds pixel number `rank`, counted from the darkest. */
static double level_of(const cl_uint *bins, cl_uint rank)
{
    cl_uint seen = 0;
    for (int bin = 0; bin < HDR_BINS; bin++) {
        seen += bins[bin];
        if (seen > rank)
            return (double)HDR_LOG_MIN + (bin + 0.5) * ((double)HDR_LOG_RANGE / HDR_BINS);
    }
    return (double)HDR_LOG_MIN + (double)HDR_LOG_RANGE;
}

static void adapt_exposure(const hdr_step *step, const cl_uint *bins, const cl_float *mean,
                           cl_float *exposure)
{
    cl_uint total = 0;
    for (int bin = 0; bin < HDR_BINS; bin++)
        total += bins[bin];
    const double targets[HDR_EXPOSURE_VALUES] = {
        [HDR_ADAPTED] = *mean,
        [HDR_DARK] = level_of(bins, total / 100),
        [HDR_BRIGHT] = level_of(bins, total - total / 100 - 1),
    };
    for (int i = 0; i < HDR_EXPOSURE_VALUES; i++)
        exposure[i] = (float)(exposure[i] + (targets[i] - exposure[i]) * step->rate);
}

static void box_rows(const hdr_step *step, const cl_float2 *in, cl_float2 *out)
{
    const int width = (int)step->width;
    const int radius = (int)step->radius;
    for (cl_uint y = 0; y < step->height; y++) {
        const cl_float2 *row = in + (size_t)y * step->width;
        for (int x = 0; x < width; x++) {
            double sum[2] = {0, 0};
            for (int dx = -radius; dx <= radius; dx++) {
                const int at = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
                sum[0] += row[at].s[0];
                sum[1] += row[at].s[1];
            }
            for (int c = 0; c < 2; c++)
                out[(size_t)y * step->width + (size_t)x].s[c] = (float)(sum[c] / (2 * radius + 1));
        }
    }
}

static void transpose(const hdr_step *step, const cl_float2 *in, cl_float2 *out)
{
    for (size_t y = 0; y < step->height; y++) {
        for (size_t x = 0; x < step->width; x++)
            out[x * step->height + y] = in[y * step->width + x];
    }
}

static void edge_weights(const hdr_step *step, const cl_float2 *moments, cl_float2 *weights)
{
    for (size_t i = 0; i < pixel_count(step); i++) {
        /* In float, as the kernel: this difference of large numbers magnifies the rounding of its terms. */
        const float square = moments[i].s[0] * moments[i].s[0];
        const float variance = fmaxf(moments[i].s[1] - square, 0.0F);
        const float keep = variance / (variance + HDR_EDGE);
        weights[i].s[0] = keep;
        weights[i].s[1] = moments[i].s[0] - keep * moments[i].s[0];
    }
}

static double film(double x)
{
    x = fmin(x, 1e4);
    return fmin(fmax(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0), 1.0);
}

static void tone_curve(const hdr_step *step, const cl_float4 *color, const cl_float *luminance,
                       const cl_float2 *weights, const cl_float *exposure, cl_float4 *toned)
{
    const float span = fmaxf(exposure[HDR_BRIGHT] - exposure[HDR_DARK], 1.0F);
    const float squeeze = clampf(HDR_DISPLAY_STOPS / span, HDR_MIN_SQUEEZE, 1.0F);
    for (size_t i = 0; i < pixel_count(step); i++) {
        const float l = luminance[i];
        const float base = weights[i].s[0] * l + weights[i].s[1];
        const float detail = l - base;
        const float target = (base - exposure[HDR_ADAPTED]) * squeeze + detail * HDR_DETAIL + HDR_MIDDLE_GREY;
        for (int c = 0; c < 4; c++) {
            const double hue = fmax(color[i].s[c] / exp2((double)l), 1e-20);
            toned[i].s[c] = (float)film(pow(hue, (double)HDR_COLOR_POWER) * exp2((double)target));
        }
    }
}

static uint32_t scramble(uint32_t n)
{
    n = (n ^ n >> 16) * 0x7feb352dU;
    n = (n ^ n >> 15) * 0x846ca68bU;
    return n ^ n >> 16;
}

static double srgb(double v)
{
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
}

static void encode_pixel(const hdr_step *step, cl_uint x, cl_uint y, const cl_float4 *toned, cl_uchar4 *pixel)
{
    static const double WARM[3] = {0.020, 0.006, -0.018};
    static const double COOL[3] = {-0.006, 0.0, 0.010};
    const double grey = 0.2126 * toned->s[0] + 0.7152 * toned->s[1] + 0.0722 * toned->s[2];
    const double u = (x + 0.5) / step->width - 0.5;
    const double v = (y + 0.5) / step->height - 0.5;
    for (cl_uint c = 0; c < 3; c++) {
        double value = grey + (toned->s[c] - grey) * 1.12;
        value += (WARM[c] * grey + COOL[c] * (1 - grey)) * grey;
        value = fmin(fmax(value * (1 - 0.35 * (u * u + v * v)), 0), 1);
        const uint32_t noise = scramble(x + scramble(y + scramble(c + 3 * step->frame)));
        value = srgb(value) * 255 + (noise >> 8) / 16777216.0;
        pixel->s[c] = (cl_uchar)fmin(fmax(value, 0), 255);
    }
    pixel->s[3] = 255;
}

static void encode_srgb(const hdr_step *step, const cl_float4 *toned, cl_uchar4 *pixels)
{
    for (cl_uint y = 0; y < step->height; y++) {
        for (cl_uint x = 0; x < step->width; x++) {
            const size_t i = (size_t)y * step->width + x;
            encode_pixel(step, x, y, &toned[i], &pixels[i]);
        }
    }
}

void hdr_reference(const hdr_step *step, const void *const in[], void *const out[])
{
    switch (step->kernel) {
    case HDR_DECODE_RGBE:
        decode_rgbe(step, in[0], out[0]);
        break;
    case HDR_WHITE_BALANCE:
        white_balance(step, out[0]);
        break;
    case HDR_LOG_LUMINANCE:
        log_luminance(step, in[0], out[0], out[1]);
        break;
    case HDR_LOG_SUM_GROUPS:
        log_sum_groups(step, in[0], out[0]);
        break;
    case HDR_LOG_SUM_TOTAL:
        log_sum_total(step, in[0], out[0]);
        break;
    case HDR_HISTOGRAM:
        histogram(step, in[0], out[0]);
        break;
    case HDR_ADAPT_EXPOSURE:
        adapt_exposure(step, in[0], in[1], out[0]);
        break;
    case HDR_BOX_ROWS:
        box_rows(step, in[0], out[0]);
        break;
    case HDR_TRANSPOSE:
        transpose(step, in[0], out[0]);
        break;
    case HDR_EDGE_WEIGHTS:
        edge_weights(step, in[0], out[0]);
        break;
    case HDR_TONE_CURVE:
        tone_curve(step, in[0], in[1], in[2], in[3], out[0]);
        break;
    case HDR_ENCODE_SRGB:
        encode_srgb(step, in[0], out[0]);
        break;
    case HDR_KERNEL_COUNT:
        break;
    }
}
