/*
 * registers.h - a limit to the registers of a twin's kernels, on devices of NVIDIA.
 *
 * What a twin does when an access misses is cold, but a compiler reserves its registers for the whole kernel,
 * and a kernel of more registers has fewer work-items on a compute unit at a time. On an H200 a stencil of 18
 * registers whose twin takes 40 runs 1.28 times as long for that alone, with the same instructions
 * (bench/RESULTS.md). So the original is built once more by the option that tells its registers, and the twin
 * with the option that limits them to as many: what then has no room goes to memory in the cold part. What
 * was learnt is kept on disk.
 */
#ifndef CLD_LAYER_REGISTERS_H
#define CLD_LAYER_REGISTERS_H

#include "layer/instrumenter.h"
#include "layer/opencl.h"

#include <stdbool.h>
#include <stddef.h>

/* The limit for a twin of `original`, which is one unit without headers of its own; 0: none, since the
 * device's compiler takes no limit, or the program sets one, or not all registers are known. Builds a
 * program. */
unsigned cld_registers_limit(const cl_icd_dispatch *next, cl_context context, cl_device_id device,
                             const struct cld_unit *original);
/* The options with the limit; malloc'ed, NULL: no memory. */
char *cld_registers_options(const char *options, unsigned limit);

/* The most registers of a kernel, and how many kernels it speaks of, from the log of a build with
 * -cl-nv-verbose. */
unsigned cld_registers_read(const char *log, size_t *kernels);
/* As many as can be given without having fewer work-items at a time than with `registers`; 0: no limit. */
unsigned cld_registers_step(unsigned registers);

#endif
