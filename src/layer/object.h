/*
 * object.h - the layer's own table of the program's OpenCL objects.
 *
 * A handle is never validated by asking the driver: a stale one crashes it. The table knows every object
 * whose creation went through the layer. Looking up takes no lock. Memory of an object is reused only for
 * objects of the same kind, and long after its death, so that a program that races against itself finds a
 * stale entry here, never a crash.
 *
 * The program's own count (`refs`) is what it holds by creations and retains. An object is *dead* when that
 * is 0 and nothing keeps it: no object created from it, no unfinished command that uses it.
 */
#ifndef CLD_LAYER_OBJECT_H
#define CLD_LAYER_OBJECT_H

#include "layer/opencl.h"
#include "record/format.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cld_band;
struct cld_call;
struct cld_device_limits;
struct cld_recent_entry;
struct cld_target;
struct cld_twins;
struct cld_twin_kernel;

/* The newest use of an object by commands of one queue. */
struct cld_use {
    _Atomic(struct cld_object *) queue;
    _Atomic uint64_t queue_serial;
    _Atomic uint64_t seq; /* of that queue's commands */
};
#define CLD_USES 4

/* SVM memory that a kernel reaches without an argument. */
struct cld_svm_list {
    size_t count;
    const void *pointers[];
};

/* What the layer knows of one argument of a kernel object. */
struct cld_kernel_arg {
    bool set;
    bool is_local;             /* set with a NULL value */
    size_t size;               /* as set */
    struct cld_object *object; /* memory object, sampler or queue that was passed; NULL: none */
    const void *pointer;       /* SVM or USM memory that was passed; NULL: none */
    uint64_t object_serial;    /* to notice that the entry was reused */
};

struct cld_param_info {
    char *name, *type;
    cl_kernel_arg_address_qualifier space;
    size_t size;          /* bytes that clSetKernelArg must be given; 0: not known or any (local memory) */
    bool is_object;       /* takes a handle: memory object, sampler, queue */
    unsigned packed;      /* float3 *: 12, three components without the fourth's room; 0: no such pointer */
    unsigned alignment;   /* float4 *: 16, of memory that it points to; 1 or 0: any, or not known */
    cl_mem_flags forbids; /* images: flags that its qualifier does not allow; 0: all are good, or not known */
};

/* What a program's kernel of a given name declares; shared by its kernel objects. */
struct cld_kernel_info {
    struct cld_kernel_info *next; /* of the same program */
    _Atomic uint32_t users; /* entries of the program and of kernels: the last one to be reused frees this */
    char *name;
    uint32_t label; /* string record */
    uint32_t n_args;
    _Atomic bool known;             /* clGetKernelArgInfo answered */
    _Atomic bool tried;             /* cld_kernel_learn() was */
    _Atomic uint32_t twin_state;    /* what the newest coverage record says; 0: none */
    _Atomic uint32_t twin_failures; /* kernel objects of this name whose twins could not be launched */
    _Atomic uint32_t bandless;      /* what was said of arguments without a guard band (band.h): bits */
    _Atomic(char *) loops;          /* that may be endless (wire/message.h); NULL: not known */
    struct cld_param_info *_Atomic args;
    struct cld_param_info *first_args; /* before cld_kernel_learn(): another thread may be reading it */
};

/* Not `args` itself: GCC 12 does not load an atomic pointer atomically in &args[i]. */
static inline struct cld_param_info *cld_params(const struct cld_kernel_info *info)
{
    return atomic_load_explicit(&info->args, memory_order_acquire);
}

/* What a kernel object takes on one device: asked when it is made (device_limits.h). */
struct cld_kernel_fit {
    cl_device_id device;  /* NULL: not known */
    size_t group;         /* CL_KERNEL_WORK_GROUP_SIZE: work-items */
    size_t required[3];   /* CL_KERNEL_COMPILE_WORK_GROUP_SIZE; 0: any */
    cl_ulong local_bytes; /* of its own variables: CL_KERNEL_LOCAL_MEM_SIZE without arguments */
};
#define CLD_FITS 2

struct cld_object {
    /* What other threads may read while they still hold a stale pointer: */
    _Atomic uint64_t serial;  /* changes when the entry is reused; 0: not in use */
    _Atomic int32_t refs;     /* the program's own count */
    _Atomic int32_t children; /* objects held by the program that retain this one */
    _Atomic uint32_t n_uses;  /* > CLD_USES: too many queues to follow, never judged dead */
    struct cld_use uses[CLD_USES];
    /* The rest, cleared when the entry is reused: */
    void *handle;
    uint32_t kind, subkind; /* enum cld_kind, cld_subkind */
    bool dead_in_table;     /* in the graveyard: refs reached 0 */
    uint32_t releasing;     /* releases that the driver has not answered yet: one that fails is undone */
    struct cld_object *context, *parent;
    uint64_t context_serial, parent_serial;
    struct cld_slot *slot; /* while refs > 0; NULL: none */
    struct cld_target *target;
    cl_platform_id platform; /* NULL: not known */
    uint32_t born_stack, dead_stack, born_fn, born_thread, label;
    uint64_t born_ns, bytes, flags;
    uint32_t band;                     /* bytes of ours behind its end (band.h); 0: none */
    _Atomic uint32_t no_band;          /* enum cld_no_band: why */
    _Atomic bool mapped;               /* the host may have written to it */
    _Atomic(struct cld_band *) banded; /* since a kernel that is not checked was given it; NULL: none was */
    struct cld_object *next;           /* graveyard, then free list */
    union {
        struct {
            cl_device_id device;
            const struct cld_device_limits *limits; /* of that device; NULL: not known */
            cl_command_queue_properties asked;      /* by the program */
            bool forced;                            /* profiling was switched on underneath */
            bool user_profiling;
            bool in_order;
            bool untimed;           /* its commands get no event of ours (device-side queues) */
            uint32_t event_cost_ns; /* what timing one of its commands costs about */

            _Atomic uint64_t through;                  /* commands whose enqueuing the driver has answered */
            _Atomic uint64_t seq;                      /* commands so far */
            _Atomic uint64_t finished;                 /* up to here a clFinish has returned */
            _Atomic uint64_t untracked;                /* newest command that the harvester does not see */
            _Atomic(struct cld_recent_entry *) recent; /* recent.h; kept with the entry */
            _Atomic uint64_t held; /* this command, and those behind it, may wait for what has no number */
            cl_queue_properties properties[16]; /* the program's own list, for CL_QUEUE_PROPERTIES_ARRAY */
            uint32_t n_properties;              /* entries with the final 0; 0: created without a list */
        } queue;
        struct {
            void *host_ptr;
            size_t offset; /* sub-buffers: in the parent */
            cl_mem_object_type type;
            cl_image_format format;
            size_t width, height, depth, array_size, element_size;
        } mem;
        struct {
            struct cld_kernel_info *info;
            struct cld_kernel_arg *args; /* info->n_args of them */
            uint32_t args_room;
            _Atomic uint32_t missing;     /* arguments not set yet */
            struct cld_twin_kernel *twin; /* NULL: twins are off */
            _Atomic bool left;            /* its twins are gone */
            struct cld_kernel_fit fits[CLD_FITS];
            _Atomic uint32_t groups;  /* what uniform_groups.c knows */
            struct cld_svm_list *svm; /* of clSetKernelExecInfo; NULL: none */
        } kernel;
        struct {
            struct cld_kernel_info *kernels;
            char *options; /* of the last build; NULL: none yet */
            bool from_source;
            struct cld_twins *twins; /* NULL: twins are off */
            _Atomic bool left;       /* released by the program; see cld_twins_leave() */
        } program;
        struct {
            uint64_t seq; /* of its queue's commands */
            bool user;
        } event;
        struct {
            uint32_t rule; /* reads outside: 0 allowed, 1 undefined, 2 the same, of normalized coordinates */
        } sampler;
        struct {
            bool root;
            bool is_cpu;
            _Atomic bool recorded; /* CLD_REC_DEVICE was written */
        } device;
        struct {
            cl_uint n_devices;
            cl_device_id first_device;
            uint64_t memory;         /* bytes of the device that has least */
            uint64_t constant;       /* the same of constant memory */
            _Atomic int64_t banded;  /* bytes that live in it with guard bands */
            _Atomic int twins[4];    /* programs, kernels, buffers, queues of ours in it (enum cld_counted) */
            _Atomic int per_twin[4]; /* references that one makes */
            _Atomic bool measured;
        } context_;
    };
};

enum cld_state {
    CLD_UNKNOWN,  /* never seen */
    CLD_HELD,     /* the program holds a reference */
    CLD_RETAINED, /* released by the program, kept by objects or commands as the specification says */
    CLD_DEAD
};

struct cld_objects;

/* Any entry for `handle`, alive or dead; NULL: unknown. */
struct cld_object *cld_object_find(const void *handle);

/* Judges; may look at unfinished commands, so it costs something when refs is 0. `call` is for the drain. */
enum cld_state cld_object_state(struct cld_object *o);

/*
 * Enters a new object with one reference. A live entry under the same handle (its release was never seen)
 * is replaced; for queues it is retained instead (a default device queue is handed out again).
 * The slot is not published before cld_object_publish(), so that details can be filled in.
 */
struct cld_object *cld_object_add(struct cld_call *call, enum cld_kind kind, const void *handle,
                                  struct cld_object *context, struct cld_object *parent, uint32_t stack);
void cld_object_publish(struct cld_object *o);
/* `o`, just made, keeps `parent` alive. */
void cld_object_adopt(struct cld_object *o, struct cld_object *parent);

void cld_object_retain(struct cld_object *o);
/*
 * One reference less, in two steps around the driver's call. The count goes down before it: as soon as the
 * driver has freed the object, another thread may be given the same handle for a new one. After it, the
 * object goes to the graveyard, or, if the driver failed, has its reference back.
 */
struct cld_release {
    struct cld_object *object; /* NULL: nothing to settle */
    uint64_t serial;
};
struct cld_release cld_object_release(struct cld_object *o, uint32_t stack);
void cld_object_released(const struct cld_release *r, bool ok);

/* Commands that use `o` were enqueued: marks it and what it depends on. */
void cld_object_used(struct cld_object *o, struct cld_object *queue, uint64_t seq);

/* The same for a list of uses that belongs to no object; *n > CLD_USES: too many queues to follow. */
void cld_uses_mark(struct cld_use *uses, _Atomic uint32_t *n, struct cld_object *queue, uint64_t seq);
/* Whether those commands may still run, as far as is known without looking. */
bool cld_use_running(struct cld_use *use);

/* Everything of `queue` up to command `seq` has finished. */
void cld_queue_finished(struct cld_object *queue, uint64_t seq);

/*
 * What is alive, as the session has it: of an entry itself, the thread that makes it may still be writing.
 * With the lock held: `fn` may not call anything here that takes it.
 */
void cld_objects_each(void (*fn)(const struct cld_slot *s, void *user), void *user);

/* Description for a finding. */
void cld_object_describe(const struct cld_object *o, struct cld_finding_object *out);
const char *cld_kind_name(uint32_t kind, uint32_t subkind);
/* CL_INVALID_CONTEXT and so on: what a call given a bad handle of this kind returns. */
cl_int cld_kind_error(uint32_t kind);

/* For fork(): the lock, and forgetting the slots (they belong to the parent). */
void cld_objects_lock(void);
void cld_objects_unlock(void);
void cld_objects_forked(void);

#endif
