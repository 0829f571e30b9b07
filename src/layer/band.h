/*
 * band.h - guard bands: bytes of ours with a pattern, behind the end of the program's buffers and SVM
 * allocations, for kernels that can't be checked from the inside.
 *
 * The program gets the handle of a larger buffer. What it may ask of it and do with it is as if that had the
 * size that it asked for: sizes are answered (band_create.c), and what passes its end is refused
 * (band_refuse.c).
 *
 * The pattern is written on the program's queue, before the first launch of an unchecked kernel that is given
 * the buffer (band_launch.c). Where the program waits, the bands of such launches that have finished are
 * copied together and compared (band_look.c); what was overwritten is told with the launches that had the
 * buffer since the last look, and put back (band_finding.c). With --check=guard alone each launch is waited
 * for and looked at.
 *
 * No lock is held across a call of the driver. One reference to a buffer is ours from its first such launch
 * on, until the program's last release: a look in another thread must not lose it.
 */
#ifndef CLD_LAYER_BAND_H
#define CLD_LAYER_BAND_H

#include "layer/call.h"

/* Why a buffer or an allocation has none. */
enum cld_no_band {
    CLD_NO_BAND_UNKNOWN, /* not made while bands were on */
    CLD_NO_BAND_HOST_PTR,
    CLD_NO_BAND_SHARED,
    CLD_NO_BAND_PROPERTIES,
    CLD_NO_BAND_MEMORY,
    CLD_NO_BAND_CONSTANT,
    CLD_NO_BAND_REFUSED,
    CLD_NO_BAND_COPY,
    CLD_NO_BAND_USM,
    CLD_NO_BAND_GONE /* the program has given it up, and what is made of it */
};

static inline bool cld_bands_on(void)
{
    return cld_layer.options.guard;
}

/* ---- band_create.c ---------------------------------------------------------------------------------------
 */

/* Asks for more than the program does, if it may have a band. `plain`: no properties and the like. */
void cld_band_ask(struct cld_call *call, bool plain, cl_mem_flags *flags, size_t *size, void **host_ptr);
/*
 * Puts the arguments back, and writes the program's data where that is still to be done. False: the driver is
 * to be asked again, for what the program asked; then cld_band_made() with call->asked_band.band 0.
 */
bool cld_band_answered(struct cld_call *call, cl_mem_flags *flags, size_t *size, void **host_ptr,
                       cl_mem made);
/* The same of clSVMAlloc. */
void cld_band_ask_svm(struct cld_call *call, size_t *size);
/* call->created has the band that was asked for, or none. */
void cld_band_made(struct cld_call *call);
/* The program gives up `o`, its last reference. */
void cld_band_gone(struct cld_object *o);

/* ---- band_refuse.c ---------------------------------------------------------------------------------------
 */

/* Sets call->refused where this passes the end that the program knows, and the driver does not. */
void cld_band_refuse(struct cld_call *call, cl_mem buffer, uint64_t offset, uint64_t size);
void cld_band_refuse_rect(struct cld_call *call, cl_mem buffer, const size_t *origin, const size_t *region,
                          size_t row, size_t slice);
void cld_band_refuse_image(struct cld_call *call, cl_mem image, const size_t *region, cl_mem buffer,
                           size_t offset);
/*
 * An image of a buffer that passes the end that the program knows: the driver is asked for one that passes
 * the band as well, so that the answer is its own. False: it takes that; it is to be asked for the program's.
 */
void cld_band_ask_image(struct cld_call *call, const cl_image_format *format, const cl_image_desc **desc);
bool cld_band_answered_image(struct cld_call *call, const cl_image_desc **desc, cl_mem made);
/* The host may write behind the end of what it has mapped: from now on, as it may do so until it is unmapped.
 */
void cld_band_mapped(struct cld_object *o);
void cld_band_mapped_svm(const void *pointer);
/* A transfer of SVM memory, which no driver has to refuse: what it does to a band is no kernel's doing. */
void cld_band_spoil(const void *pointer, size_t size);

/* ---- band_launch.c ---------------------------------------------------------------------------------------
 */

/*
 * `kernel` is about to be launched as it is: the bands of its arguments get their pattern. On queues without
 * an order the launch waits for that: its wait list is replaced.
 */
void cld_bands_place(struct cld_call *call, struct cld_object *kernel, cl_uint *n_waits,
                     const cl_event **waits);
/* The driver has answered: puts the wait list back. Does nothing for other launches. */
void cld_bands_launched(struct cld_call *call, cl_uint *n_waits, const cl_event **waits, bool ok);
/* clSetKernelExecInfo named SVM memory. */
void cld_band_reaches(struct cld_object *kernel, const void *pointers, size_t size);
void cld_band_reaches_too(struct cld_object *clone, const struct cld_object *kernel);

/* ---- band_look.c -----------------------------------------------------------------------------------------
 */

/* The program has waited for commands. */
void cld_bands_look(void);
/* The process ends. */
void cld_bands_look_last(void);
/* The program gives up this context: looks, and lets go of what is of ours in it. */
void cld_bands_leave(struct cld_object *context);

/* For fork(): see layer.c. */
void cld_bands_lock(void);
void cld_bands_unlock(void);
void cld_bands_forked(void);

#endif
