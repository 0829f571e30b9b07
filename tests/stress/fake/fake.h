/*
 * fake.h - an OpenCL driver that computes nothing, for tests of the layer.
 *
 * Its objects have the lifetimes that the specification gives them, in one reference count each that queries
 * show. A freed object's memory stays the driver's, marked dead, and soon serves a new object, as malloc()
 * would have it. A handle of a dead object aborts the process with a line that says so: none may get here.
 *
 * Environment:
 *   CLD_FAKE_FAIL=N      every call fails with a probability of N per mille, with a plausible code
 *   CLD_FAKE_SEED=N      of the random numbers
 *   CLD_FAKE_DELAY_US=N  commands take N microseconds, on a thread of the driver (0: done when enqueued)
 *   CLD_FAKE_REUSE=0     memory of dead objects is not used again, so that every stale handle is noticed
 *   CLD_FAKE_TABLE=short an OpenCL 1.2 driver: nothing in its table for later functions
 */
#ifndef CLD_STRESS_FAKE_H
#define CLD_STRESS_FAKE_H

#include "layer/opencl.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum fake_kind {
    FAKE_DEAD,
    FAKE_PLATFORM,
    FAKE_DEVICE,
    FAKE_CONTEXT,
    FAKE_QUEUE,
    FAKE_MEM,
    FAKE_SAMPLER,
    FAKE_PROGRAM,
    FAKE_KERNEL,
    FAKE_EVENT,
    FAKE_COMMAND_BUFFER,
    FAKE_SEMAPHORE
};

#define FAKE_ARGS 4 /* (global float *a, global float *b, int n, local float *scratch) */
#define FAKE_HELD 8

/* A call of the program's, to be made once or at an object's end. */
struct fake_callback {
    struct fake_callback *next;
    enum { FAKE_CALL_OBJECT, FAKE_CALL_EVENT, FAKE_CALL_SVM } form;
    void *function, *handle, *data;
    cl_int status; /* events: at which status; then: which it was */
};

struct fake_object {
    const cl_icd_dispatch *dispatch; /* the ICD loader reads this */
    uint32_t magic;
    enum fake_kind kind;
    _Atomic int refs;
    struct fake_object *next;            /* free list; list of unfinished commands */
    struct fake_object *context, *owner; /* both held */
    cl_device_id device;
    struct fake_callback *callbacks;
    union {
        struct {
            cl_command_queue_properties properties;
            cl_queue_properties list[8];
            size_t list_size;
            struct fake_object *last; /* newest command, while unfinished */
            int unfinished;
            unsigned long ended;
        } queue;
        struct {
            cl_mem_object_type type;
            cl_mem_flags flags;
            size_t size, offset;
            cl_image_format format;
            cl_image_desc desc;
            void *data;
        } mem;
        struct {
            char *source;
            char options[64];
            bool built;
        } program;
        struct {
            char name[32];
            bool set[FAKE_ARGS];
            struct fake_object *buffers[2]; /* not held */
        } kernel;
        struct {
            _Atomic cl_int status;
            cl_command_type type;
            cl_ulong times[4], due;
            bool profiled;
            struct fake_object *held[FAKE_HELD]; /* by the command */
            struct fake_object **waits;
            uint32_t n_held, n_waits;
        } event;
    };
};

struct fake_command {
    struct fake_object *queue;
    cl_command_type type;
    cl_uint n_wait;
    const cl_event *wait;
    cl_bool blocking;
    struct fake_object *held[FAKE_HELD];
    uint32_t n_held;
};

struct fake_extension {
    const char *name;
    void *function;
};
extern const struct fake_extension fake_extensions[];

/* object.c */
void *fake_new(enum fake_kind kind, void *owner);
void fake_retain(void *object);
void fake_release(void *object);
cl_int fake_begin(bool may_fail);
void fake_need(cl_int *error, const void *handle, enum fake_kind kind, bool optional, const char *function);
void fake_need_all(cl_int *error, cl_uint n, const void *const *handles, enum fake_kind kind,
                   const char *function);
void *fake_error(cl_int error, cl_int *out);
long fake_option(const char *name);
cl_icd_dispatch *fake_dispatch(void);
void fake_fill(cl_icd_dispatch *table);
bool fake_is_short(void);
uint64_t fake_now(void);

/* command.c */
cl_int fake_enqueue(const struct fake_command *c, cl_event *event);
void fake_command_holds(struct fake_command *c, void *object);
void fake_call_later(struct fake_callback *callback);
struct fake_callback *fake_callback(int form, void *function, void *handle, void *data, cl_int status);
void fake_call_all(struct fake_callback *list);

/* info.c */
cl_int fake_info(void *handle, cl_uint what, size_t room, void *out, size_t *size);

/* platform.c */
struct fake_object *fake_platform(void);
struct fake_object *fake_devices(void); /* two of them */

#endif
