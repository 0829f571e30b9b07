/*
 * How bright is the picture? A sum in two steps, a histogram, and an eye that adapts over the frames.
 */
#include "constants.h"
#pragma OPENCL FP_CONTRACT OFF

/* Adds up scratch[0] ... scratch[size - 1] into scratch[0]; `size` is the group's size, a power of two. */
static void sum_group(local float *scratch)
{
    const uint me = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
#ifdef HDR_BUG_DIVERGENT_BARRIER
        /* BUG divergent-barrier: only some work-items get to the barrier that all must reach. */
        if (me < half_size) {
            scratch[me] += scratch[me + half_size];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
#else
        if (me < half_size)
            scratch[me] += scratch[me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
}

/* Step one: the sum of each work-group's pixels. Work-groups can't wait for each other, so the rest is a second
 * kernel's. */
kernel void log_sum_groups(global const float *luminance, uint count, global float *sums, local float *scratch)
{
    const size_t i = get_global_id(0);
    /* No early return here: everyone is needed at the barriers. Surplus work-items add zero. */
    scratch[get_local_id(0)] = i < count ? luminance[i] : 0.0f;
    sum_group(scratch);
    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = scratch[0];
}

/* Step two, run by a single work-group: the average over all pixels. */
kernel void log_sum_total(global const float *sums, uint groups, uint count, global float *mean, local float *scratch)
{
    float sum = 0.0f;
    for (size_t i = get_local_id(0); i < groups; i += get_local_size(0))
        sum += sums[i];
    scratch[get_local_id(0)] = sum;
    sum_group(scratch);
    if (get_local_id(0) == 0)
        mean[0] = scratch[0] / (float)count;
}

/* Each group counts in local memory, where atomics are cheap, and adds its counts to the picture's at the end. */
kernel void histogram(global const float *luminance, uint count, global uint *bins)
{
    local uint group_bins[HDR_BINS];
    for (uint bin = get_local_id(0); bin < HDR_BINS; bin += get_local_size(0))
        group_bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) {
        const float step = (luminance[i] - HDR_LOG_MIN) * ((float)HDR_BINS / HDR_LOG_RANGE);
        const uint bin = (uint)clamp(step, 0.0f, (float)(HDR_BINS - 1));
#ifdef HDR_BUG_MISSING_ATOMIC
        /* BUG missing-atomic: two work-items read the same old count, and one of the two pixels is lost. */
        group_bins[bin]++;
#else
        atomic_inc(&group_bins[bin]);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = get_local_id(0); bin < HDR_BINS; bin += get_local_size(0)) {
        if (group_bins[bin])
            atomic_add(&bins[bin], group_bins[bin]);
    }
}

static void adapt(global float *value, float target, float rate)
{
    *value += (target - *value) * rate;
}

/* One work-group, one work-item a bin. `rate` is how far the eye gets in one frame: 1 is at once. */
kernel void adapt_exposure(global const uint *bins, global const float *mean, global float *exposure, float rate)
{
    /* A running sum over the bins: running[b] is how many pixels are in bin b or darker. */
    local uint running[HDR_BINS];
    const uint me = get_local_id(0);
    running[me] = bins[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < HDR_BINS; distance *= 2) {
        const uint darker = me >= distance ? running[me - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE); /* all have read before anyone writes */
        running[me] += darker;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    const uint total = running[HDR_BINS - 1];
    const uint margin = total / 100;
    const uint before = me ? running[me - 1] : 0;
    const float middle = HDR_LOG_MIN + ((float)me + 0.5f) * (HDR_LOG_RANGE / (float)HDR_BINS);
    /* Exactly one bin holds the darkest percent's last pixel, and one the brightest percent's first. */
    if (before <= margin && running[me] > margin)
        adapt(&exposure[HDR_DARK], middle, rate);
    if (before < total - margin && running[me] >= total - margin)
        adapt(&exposure[HDR_BRIGHT], middle, rate);
    if (me == 0)
        adapt(&exposure[HDR_ADAPTED], mean[0], rate);
}
