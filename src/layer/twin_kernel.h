/*
 * twin_kernel.h - a kernel object's arguments, mirrored, and its twins: one a device, called lanes.
 *
 * The program sets arguments on its own kernel. Their bytes are kept here, each with a version; a lane is
 * brought up to date when it is launched. Setting arguments while another thread launches the same kernel is
 * a race of the program's (OpenCL 3.0, 5.9.2); several threads that only launch it are not.
 */
#ifndef CLD_LAYER_TWIN_KERNEL_H
#define CLD_LAYER_TWIN_KERNEL_H

#include "layer/twin.h"

#include <string.h>

enum cld_mirrored {
    CLD_ARG_UNSET,
    CLD_ARG_VALUE,
    CLD_ARG_NULL, /* clSetKernelArg with a NULL value: local memory, or a NULL buffer */
    CLD_ARG_SVM,
    CLD_ARG_USM /* clSetKernelArgMemPointerINTEL */
};

struct cld_mirror {
    uint32_t version; /* changes with the value; 0: never set */
    uint32_t room;
    size_t size;
    enum cld_mirrored how;
    unsigned char *bytes; /* `small`, or memory of its own */
    unsigned char small[16];
};

/* What clSetKernelExecInfo was given, in its order. */
struct cld_exec_info {
    struct cld_exec_info *next;
    cl_kernel_exec_info name;
    uint32_t version;
    size_t size;
    unsigned char value[];
};

struct cld_hidden {
    char what;     /* wire/message.h */
    uint32_t arg;  /* A, C, I, S, W */
    uint32_t unit; /* C, I: bytes */
    bool set;
    cl_ulong value; /* A, C, I, S: as set */
    cl_uint4 image; /* W: as set */
};

/* Launches that a lane had before: programs that launch in turns with a few sets of arguments have them
 * again. */
#define CLD_LANE_NAMES 16

struct cld_lane_name {
    uint64_t hash; /* of all that tells the launch from others */
    uint32_t id;   /* 0: none */
};

/*
 * One launch at a time has a lane: K belongs to the launch. Threads that launch the same kernel object at the
 * same time get a lane each.
 */
struct cld_lane {
    struct cld_lane *next;
    cl_device_id device;
    _Atomic bool twin; /* false: the original is to run */
    _Atomic bool busy; /* some thread is launching it */
    bool partly;       /* its twin does not check everything */
    struct cld_twin *of;
    cl_kernel kernel;
    struct cld_log *log;
    cl_mem table;        /* of T */
    cl_mem ranges;       /* of R; NULL: there are none */
    uint64_t *ranges_of; /* what is in it */
    size_t ranges_size;
    _Atomic uint32_t ranges_seen; /* cld_ranges_generation() */
    uint32_t n_hidden;
    struct cld_hidden *hidden;
    struct cld_arg_use *uses; /* one an argument (access_flags.h); NULL: nothing is known */
    uint32_t n_sizes;         /* in the table */
    uint32_t *sized;          /* the arguments that they belong to */
    cl_ulong *sizes;
    _Atomic uint32_t applied; /* changes of the kernel that its twin has */
    uint32_t exec_applied;
    struct { /* work-group size that the driver chose for the original, last time */
        bool valid;
        cl_uint dims;
        size_t offset[3], global[3], local[3];
    } suggested;
    struct { /* the launch that K says */
        bool set;
        uint32_t id, changes, stack, dims;
        size_t offset[3], global[3], local[3];
    } key;
    struct cld_lane_name names[CLD_LANE_NAMES];
    uint32_t next_name;
    uint32_t seen[]; /* version of each argument */
};

struct cld_twin_kernel {
    struct cld_twins *home; /* the program's; NULL: not known */
    pthread_mutex_t lock;   /* while a lane is brought up to date; checks for its owner */
    bool closed;
    _Atomic uint32_t changes;
    uint32_t exec_version;
    struct cld_exec_info *exec;
    _Atomic(struct cld_lane *) lanes;
    uint32_t n_args;
    struct cld_mirror args[];
};

/* For a kernel object whose `info` is set; NULL: twins are off, or memory is short. */
struct cld_twin_kernel *cld_twin_kernel_new(const struct cld_object *kernel);
void cld_twin_kernel_copy(struct cld_twin_kernel *to, const struct cld_twin_kernel *from);
/* The program holds no reference any more: lets go of the lanes. */
void cld_twin_kernel_leave(struct cld_twin_kernel *k);
/* References to its twins that are not ours: of unfinished commands, which bare would hold the original. */
cl_uint cld_twin_kernel_refs(struct cld_twin_kernel *k);
/* An entry of the object table, long dead, no longer refers to it. */
void cld_twin_kernel_free(struct cld_twin_kernel *k);

/* Makes room for a value: the slow path's. False: no memory; the twin can't be used. */
bool cld_mirror_room(struct cld_twin_kernel *k, uint32_t index, size_t size);
void cld_mirror_exec_info(struct cld_twin_kernel *k, cl_kernel_exec_info name, size_t size,
                          const void *value);

static inline bool cld_mirror_fits(const struct cld_twin_kernel *k, uint32_t index, size_t size)
{
    return index < k->n_args && size <= k->args[index].room;
}

/*
 * `same`: what the bytes denote is as before, if they are. A handle that was freed and given out again has
 * the same bytes, and drivers may look it up when it is set.
 */
static inline void cld_mirror_set(struct cld_twin_kernel *k, uint32_t index, enum cld_mirrored how,
                                  size_t size, const void *value, bool same)
{
    struct cld_mirror *m = &k->args[index];
    bool has_bytes = how != CLD_ARG_NULL;
    if (same && m->how == how && m->size == size && (!has_bytes || memcmp(m->bytes, value, size) == 0))
        return;
    m->how = how;
    m->size = size;
    if (has_bytes)
        memcpy(m->bytes, value, size);
    m->version++;
    atomic_fetch_add_explicit(&k->changes, 1, memory_order_release);
}

/*
 * A launch of `kernel` on `queue`: the twin's kernel with the same arguments, and call->lane; NULL: run the
 * original.
 */
cl_kernel cld_twin_launch(struct cld_call *call, struct cld_object *queue, struct cld_object *kernel);
/* The driver's own choice for the original, where it tells; NULL: it does not. Call after cld_twin_launch().
 */
const size_t *cld_twin_local_size(struct cld_call *call, const struct cld_object *queue, cl_uint dims,
                                  const size_t *offset, const size_t *global);
/* Tells the twin, in its argument K, which launch this is. After cld_twin_local_size(). */
void cld_twin_name_launch(struct cld_call *call, const struct cld_object *kernel, const size_t *offset,
                          const size_t *local);
/* The driver has answered the launch of the twin. */
void cld_twin_launched(struct cld_call *call);
/* Runs as it is from now on, and why. */
void cld_lane_give_up(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                      const char *reason);

/* twin_lane.c; a lane that is opened is the caller's to launch, as if it were busy. */
struct cld_lane *cld_lane_open(struct cld_call *call, struct cld_object *kernel, cl_device_id device);
void cld_lane_close(const struct cld_twin_kernel *k, struct cld_lane *lane);
/* twin_args.c: brings the lane up to date. False: the original is to run. */
bool cld_lane_apply(struct cld_call *call, struct cld_object *kernel, struct cld_lane *lane);

#endif
