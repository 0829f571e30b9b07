/*
 * The base layer: a blur that stops at edges (a guided filter, He, Sun and Tang 2010, of the picture by itself).
 *
 * It needs averages over squares. Those are averages along rows, then along columns; and columns are rows of the
 * transposed picture. Reading rows is what memory is good at, so transposing twice pays.
 */
#include "constants.h"
#pragma OPENCL FP_CONTRACT OFF

/* Averages `2 * radius + 1` pixels of a row around each pixel; past the ends the end pixel counts again.
 * `tile` holds a group's pixels and `radius` more on each side, so that global memory is read once. */
kernel void box_rows(global const float2 *in, global float2 *out, uint width, uint radius, local float2 *tile)
{
    const int me = (int)get_local_id(0);
    const int size = (int)get_local_size(0);
    const int x = (int)get_global_id(0);
    const int first = (int)(get_group_id(0) * get_local_size(0)) - (int)radius;
    const int taps = 2 * (int)radius + 1;
    const size_t row = get_global_id(1) * width;

    for (int i = me; i < size + taps - 1; i += size)
        tile[i] = in[row + clamp(first + i, 0, (int)width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= (int)width)
        return;

    float2 sum = 0.0f;
    for (int i = 0; i < taps; i++)
        sum += tile[me + i];
    out[row + x] = sum * (1.0f / (float)taps);
}

#ifndef HDR_TILE_PADDING
/* One more column, so that the pixels of a tile's column lie in different banks of local memory. Without it, the 32
 * work-items that read a column all wait for the same bank. */
#define HDR_TILE_PADDING 1
#endif

/* out[x][y] = in[y][x]. Straight from global to global, either the reads or the writes would jump from row to row;
 * through the tile both run along rows. */
kernel void transpose(global const float2 *in, global float2 *out, uint width, uint height)
{
    local float2 tile[HDR_TRANSPOSE_TILE][HDR_TRANSPOSE_TILE + HDR_TILE_PADDING];
    const uint column = get_local_id(0);
    const uint left = get_group_id(0) * HDR_TRANSPOSE_TILE;
    const uint top = get_group_id(1) * HDR_TRANSPOSE_TILE;

    for (uint row = get_local_id(1); row < HDR_TRANSPOSE_TILE; row += HDR_TRANSPOSE_ROWS) {
        if (left + column < width && top + row < height)
            tile[row][column] = in[(size_t)(top + row) * width + left + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint row = get_local_id(1); row < HDR_TRANSPOSE_TILE; row += HDR_TRANSPOSE_ROWS) {
#ifdef HDR_BUG_OFF_BY_ONE
        /* BUG off-by-one: <= where < is right. What the tile does not hold goes to the next row's first pixel, or, in
         * the last row, past the end of the buffer. Hidden where both sides of the picture are multiples of 32. */
        if (top + column <= height && left + row < width)
#else
        if (top + column < height && left + row < width)
#endif
            out[(size_t)(left + row) * height + top + column] = tile[column][row];
    }
}

/* Where the luminance around a pixel varies (an edge), keep it (weight 1); where it does not, take the average. */
kernel void edge_weights(global const float2 *mean_moments, global float2 *weights, uint count)
{
    const size_t i = get_global_id(0);
    if (i >= count)
        return;
    const float2 m = mean_moments[i];
    const float variance = fmax(m.y - m.x * m.x, 0.0f);
    const float keep = variance / (variance + HDR_EDGE);
    weights[i] = (float2)(keep, m.x - keep * m.x);
}
