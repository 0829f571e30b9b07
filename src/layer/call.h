/*
 * call.h - one call of the program, on its way through a wrapper.
 *
 * The generated wrapper (gen_calls.py) calls these in order:
 *   begin, handle(s), [retain/release], [pre hook], enter, DRIVER, leave, [retry],
 * [created/command_done/retained/ released], [post hook], end. No lock is held while the driver runs: it may
 * call the program back, and that may call OpenCL.
 */
#ifndef CLD_LAYER_CALL_H
#define CLD_LAYER_CALL_H

#include "layer/layer.h"
#include "layer/object.h"

#include <stddef.h>

#define CLD_CALL_OBJECTS 16
#define CLD_CALL_BANDS 32

struct cld_diag;

/* Sizes of a launch, for the command record. */
struct cld_kernel_launch {
    uint32_t dims;
    const size_t *global, *local;
    uint32_t label;
};

/* A creation, before it is widened by a guard band. */
struct cld_band_asked {
    size_t size;
    cl_mem_flags flags;
    void *host_ptr, *copy; /* copy: of the program's data, with the band behind it */
    uint32_t band;         /* 0: it is as the program asked */
    uint32_t no_band;      /* enum cld_no_band */
    bool write;            /* its data is still to be written */
};

struct cld_call {
    enum cld_fn fn;
    cl_int refused; /* the code to answer with, without asking the driver; 0: go on */
    struct cld_target *target;
    struct cld_thread *thread;
    const void *args;         /* struct cld_args_NAME */
    const void *from, *frame; /* return address and frame of the entry point */
    uint32_t stack;           /* of this call, once taken; 0: not yet */
    uint32_t n_objects;
    struct cld_object *created; /* by this call */
    struct cld_object *passed;  /* as the value of a kernel argument */
    struct cld_release release; /* object NULL: nothing is released */
    cl_uint count;              /* of the objects made, where the program does not ask how many */
    bool reported;              /* a finding about this call's failure was made already */
    /* Made before the driver was asked (diagnose.h): its answer is added. NULL: none */
    struct cld_rec_finding *foretold;
    /* To be looked at if the driver accepts the call (diagnose.h); NULL: nothing is wrong with it */
    bool (*dubious)(struct cld_diag *d);
    /* commands */
    bool inject, event_is_own;
    cl_event own_event, *event;
    uint64_t seq, now;
    /* What follows is set before it is read, and not cleared for every call. */
    /* queue creation (hooks_queue.c): what the program asked for, and our copy of its list */
    cl_command_queue_properties asked;
    const cl_queue_properties *asked_list;
    cl_queue_properties *own_list;
    /* program builds (hooks_program.c): what the program is made from */
    struct cld_made *made, *made_before;
    struct cld_build_wait *build; /* build_watch.h */
    bool made_early;              /* `made` was adopted before the driver was asked */
    /* buffers and SVM allocations (band.h): what the program asked for, while the driver is asked for more */
    struct cld_band_asked asked_band;
    const cl_image_desc *asked_desc; /* of an image that passes the end of a buffer with a band; else NULL */
    cl_image_desc own_desc;
    /* launches (band.h): of a kernel that is not checked; and its wait list, where ours was put in its place
     */
    bool banded;
    uint32_t n_bands; /* of its arguments */
    cl_uint n_asked_waits;
    const cl_event *asked_waits;
    cl_event *own_waits, placed;
    /* launches (twin_kernel.h): where the driver was given the twin; NULL: it was not */
    struct cld_lane *lane;
    bool lane_is_mine;    /* no other thread launches it now */
    cl_kernel own_kernel; /* the program's */
    const size_t *own_local;
    size_t suggested[3];
    struct cld_band *bands[CLD_CALL_BANDS];
    uint32_t band_arguments[CLD_CALL_BANDS];
    struct cld_object *objects[CLD_CALL_OBJECTS]; /* n_objects known objects among the handles, in order */
    struct cld_kernel_launch launch;              /* dims 0: not a launch */
};

void cld_call_begin(struct cld_call *call, enum cld_fn fn, struct cld_target *target, const void *args,
                    const void *from, const void *frame);
void cld_call_handle(struct cld_call *call, enum cld_kind kind, int arg, const void *handle);
void cld_call_handles(struct cld_call *call, enum cld_kind kind, int arg, uint64_t count,
                      const void *const *handles);
void cld_call_retain(struct cld_call *call);
void cld_call_release(struct cld_call *call);
void cld_call_enter(struct cld_call *call);
void cld_call_leave(struct cld_call *call);
void cld_call_created(struct cld_call *call, enum cld_kind kind, const void *handle);
void cld_call_retained(struct cld_call *call, bool ok);
void cld_call_released(struct cld_call *call, bool ok);
/* The twin's launch failed with `first`; the original's gave `ret`. */
void cld_call_retried(struct cld_call *call, cl_int first, cl_int ret);
void cld_call_end(struct cld_call *call, bool ok, cl_int code);
/* extension.c: the driver's function for an extension's entry; and its lock, for fork() (layer.c). */
void *cld_call_ext(struct cld_call *call);
void cld_extensions_lock(void);
void cld_extensions_unlock(void);

/* The first object of that kind among the call's handles; NULL: none known. */
struct cld_object *cld_call_object(const struct cld_call *call, enum cld_kind kind);

/* The call's stack: unwound, or from the thread's cache, which tells callers apart (stack_cache.h). 0: none.
 */
uint32_t cld_call_stack(struct cld_call *call);
uint32_t cld_call_stack_cached(struct cld_call *call);

/* command.c: every enqueued command. */
cl_event *cld_command_event(struct cld_call *call, cl_event *event);
void cld_command_done(struct cld_call *call, bool ok, uint64_t bytes);
/* The call is about to wait for `queue`'s commands up to `seq`; NULL: for what it enqueues. hang_watch.c */
void cld_call_waits(struct cld_call *call, struct cld_object *queue, uint64_t seq);
static inline void cld_call_waited(struct cld_call *call)
{
    atomic_store_explicit(&call->thread->wait.queue, NULL, memory_order_release);
}
/* A blocking command has returned. */
void cld_command_waited(struct cld_call *call, bool blocked);
size_t cld_region_bytes(const size_t *region);
size_t cld_image_bytes(cl_mem image, const size_t *region);

#endif
