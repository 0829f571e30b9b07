/* Numbers that the kernels and the host program must agree on. Plain #defines: OpenCL C and C both read this
 * file. */
#ifndef HDR_CONSTANTS_H
#define HDR_CONSTANTS_H

/* Work-group sizes. Those of kernels that share local memory are part of how they work; the others only
 * matter for speed. All fit the 256 work-items that nearly every device can run. */
#define HDR_GROUP 256          /* one-dimensional kernels; a power of two, for the reductions */
#define HDR_GROUP_2D 16        /* 16 x 16 */
#define HDR_BOX_GROUP 128      /* pixels of a row that one group of box_rows averages */
#define HDR_TRANSPOSE_TILE 32  /* a group of transpose turns a tile of 32 x 32 ... */
#define HDR_TRANSPOSE_ROWS 8   /* ... with 32 x 8 work-items, four pixels each */
#define HDR_PIXELS_PER_ITEM 16 /* of histogram: fewer groups have fewer private histograms to add up */

/* The histogram's bins are even steps of log2 luminance. */
#define HDR_BINS 256 /* also adapt_exposure's group size */
#define HDR_LOG_MIN (-12.0f)
#define HDR_LOG_RANGE 36.0f
#define HDR_LUMINANCE_FLOOR 2.44140625e-4f /* 2^HDR_LOG_MIN: black has no logarithm */

/* What adapt_exposure keeps from frame to frame, all in log2 luminance. */
#define HDR_ADAPTED 0 /* what the eye is used to: becomes middle grey */
#define HDR_DARK 1    /* 1 % of the pixels are darker */
#define HDR_BRIGHT 2  /* 1 % of the pixels are brighter */
#define HDR_EXPOSURE_VALUES 3

/* The look. */
#define HDR_MIDDLE_GREY (-2.75f) /* log2 of the grey that HDR_ADAPTED maps to */
#define HDR_DISPLAY_STOPS 9.0f   /* factors of two that the picture may span before it is squeezed */
#define HDR_MIN_SQUEEZE 0.4f
#define HDR_DETAIL 1.2f      /* more than 1 sharpens */
#define HDR_COLOR_POWER 0.9f /* squeezing brightness alone would make colours gaudy */
#define HDR_EDGE 0.6f        /* variance, in log2 luminance squared, that counts as an edge */

#endif
