/*
 * twin.h - the twins of a program: instrumented copies, one a device, run in its place.
 *
 * A twin is built at the first launch of one of its kernels on a device. The program keeps its own objects
 * and is answered with them; what is added here goes with the program's last reference, so that nothing lives
 * longer than it would have. With twins off (cld_layer.options.twins empty) none of this exists.
 *
 * No lock is held while the driver or the instrumenter works. In a forked child what the parent had is not
 * touched any more: its kernels run as they are.
 */
#ifndef CLD_LAYER_TWIN_H
#define CLD_LAYER_TWIN_H

#include "layer/call.h"
#include "layer/instrumenter.h"
#include "layer/recipe.h"

static inline bool cld_twins_on(void)
{
    return cld_layer.options.twins[0] != '\0';
}

enum cld_twin_phase { CLD_TWIN_BUILDING, CLD_TWIN_READY, CLD_TWIN_FAILED };

struct cld_log;

/* Of one device. */
struct cld_twin {
    _Atomic uint32_t users; /* the list's, the builder's, and those of who looks something up in it */
    struct cld_twin *next;
    cl_device_id device;
    enum cld_twin_phase phase;
    bool retired; /* not in the list any more: who built it lets go of what it built */
    char *reason; /* when it failed: one clause */
    cl_program program;
    struct cld_log *log; /* twin_log.h; NULL: no kernel needed it yet */
    struct cld_twin_text text;
};

/* Of one program object. */
struct cld_twins {
    _Atomic uint32_t users; /* entries of the program and of its kernels */
    _Atomic uint32_t alive; /* the program while held, and its kernels that are: 0 ends the twins */
    uint32_t generation;    /* of the process: see cld_twins_ours() */
    pthread_mutex_t lock;   /* for what follows */
    pthread_cond_t changed;
    bool closed;
    struct cld_made *made;
    struct cld_twin *all;
    /* immutable */
    struct cld_target *target;
    struct cld_object *context;
    uint64_t context_serial, serial; /* of the program's entry */
    cl_context context_handle;
    cl_platform_id platform;
};

/* The process has forked since: hands off. */
bool cld_twins_ours(const struct cld_twins *t);

/* For `program`, just made. */
void cld_twins_open(struct cld_object *program);
/* The program was built: retires the twins that it had for those devices. */
void cld_twins_adopt(struct cld_twins *t, const struct cld_made *made);
struct cld_made *cld_twins_made(struct cld_twins *t);                          /* a copy */
struct cld_recipe *cld_twins_recipe(struct cld_twins *t, cl_device_id device); /* one reference */

/* A kernel or the program's own reference came, or went: with the last one the twins are let go. */
void cld_twins_join(struct cld_twins *t);
void cld_twins_leave(struct cld_twins *t);
/* An entry of the object table, long dead, no longer refers to it; frees memory, calls no driver. */
void cld_twins_release(struct cld_twins *t);

/*
 * The twin for `device`, built now if it is not there; ready or failed, with one reference. NULL: for this
 * launch there is none (this thread is inside the building of one, or another's takes too long): run the
 * original, and ask again next time.
 */
struct cld_twin *cld_twin_get(struct cld_call *call, struct cld_twins *t, cl_device_id device);
void cld_twin_release(struct cld_twin *twin);
/* The twin's log, with one reference; NULL: no memory on the device. */
struct cld_log *cld_twin_log(struct cld_twins *t, struct cld_twin *twin);

/* twin_build.c: NULL, with a reason that the caller frees, when there can be none. `text` is filled in any
 * case. */
cl_program cld_twin_build(const struct cld_twins *t, cl_device_id device, const struct cld_recipe *recipe,
                          struct cld_twin_text *text, char **reason);
/* twin_progress.c: tells the user when building takes its time. */
struct cld_progress;
struct cld_progress *cld_progress_start(uint64_t program);
void cld_progress_stop(struct cld_progress *p, bool ok);

/* twin_count.c: how many objects of ours a context holds, and how many references to it that makes. */
enum cld_counted { CLD_COUNT_PROGRAM, CLD_COUNT_KERNEL, CLD_COUNT_BUFFER, CLD_COUNT_QUEUE, CLD_COUNT_KINDS };
void cld_twin_count(const struct cld_twins *t, enum cld_counted what, int change);
void cld_twin_count_in(struct cld_object *context, uint64_t serial, enum cld_counted what, int change);
cl_uint cld_twin_context_refs(const cl_icd_dispatch *next, struct cld_object *context);

/* twin_coverage.c: once for each kernel of a program, and when it changes: why it runs without a twin. */
void cld_twin_skipped(struct cld_call *call, const struct cld_object *kernel, const char *reason);
/* Its twin runs. `unchecked`: what of it is not checked; NULL: nothing. */
void cld_twin_covered(struct cld_call *call, const struct cld_object *kernel, const char *unchecked);

/* twin_structs.c: records how the device lays out the structs that kernels take. Once for each twin. */
void cld_twin_structs(struct cld_call *call, uint64_t program, const struct cld_twin_text *text);

/* twin_trace.c: with the pass `trace`, what it counted. */
void cld_trace_tell(const struct cld_twins *t, cl_device_id device, cl_mem log);

/* For fork(): see layer.c. */
void cld_twins_forked(void);

#endif
