/*
 * model.h - what the records of a session add up to.
 *
 * Everything the model gives lives as long as the model. What grows with the program's running time
 * (commands) is added up while it is read, and what may be large (live objects) is read again for each who
 * asks.
 */
#ifndef CLD_MODEL_MODEL_H
#define CLD_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/idmap.h"
#include "model/run_info.h"
#include "record/read.h"

struct cld_module {
    const char *path;
    uint64_t base, start, end;
    uint8_t build_id[20];
    unsigned build_id_size;
};

struct cld_stack {
    uint64_t count;
    const uint64_t *frames; /* return addresses, innermost first */
};

struct cld_device {
    uint64_t serial, type, global_mem, local_mem;
    unsigned compute_units;
    const char *name, *vendor, *version, *driver, *platform;
};

struct cld_queue {
    uint64_t serial, context, device, properties;
    bool forced_profiling;
};

/* An object as a finding names it. */
struct cld_object_ref {
    unsigned kind, subkind;
    uint64_t serial, handle, bytes;
    uint32_t born_stack, dead_stack;
    uint32_t label_id;
    const char *label; /* a kernel's name, or NULL */
};

/* A finding that the layer made. */
struct cld_layer_finding {
    unsigned finding, severity;
    uint32_t fn; /* CLD_NO_FN: none */
    int code, arg;
    uint32_t stack, thread, next_fn;
    uint64_t count, first_ns;
    uint64_t accesses; /* of kernels, that were not made; 0: it is no finding of a kernel's */
    const char *message, *fix, *kernel;
    size_t n_objects;
    struct cld_object_ref objects[CLD_FINDING_OBJECTS];
    size_t n_evidence;
    const char **evidence; /* key, value, key, value, ... */
};

struct cld_probe {
    uint32_t fn;
    int code;
    uint32_t detail;
    uint64_t count;
};

/* All commands of one kernel, or of one function where it is no kernel. */
struct cld_work {
    const char *kernel; /* NULL: none */
    uint32_t fn;
    uint64_t commands; /* recorded */
    uint64_t timed;    /* of them, with the device's times */
    uint64_t failed;   /* ended with an error */
    uint64_t device_ns, longest_ns;
    uint64_t bytes; /* moved by transfers */
};

/* Whether the launches of one kernel of one program were checked: by an instrumented twin of it. */
struct cld_twin {
    uint64_t program; /* serial */
    uint32_t label_id;
    const char *kernel; /* its name, or NULL */
    bool instrumented;
    const char *reason; /* why it is not; when it is, what of it is not checked all the same, or "" */
};

/* What guard bands do not see of a kernel that runs without a twin. */
struct cld_unseen {
    uint32_t label_id;
    const char *kernel; /* its name, or NULL */
    const char *reason;
};

/* A struct that a kernel takes, as the device lays it out. */
struct cld_struct {
    uint32_t stack, fn; /* of the launch that its program's twin was made for */
    uint64_t bytes;
    const char *name;
    const char *members; /* "direction:0 power:16" */
};

/* A thread that was inside a call when its process died. */
struct cld_inside {
    uint32_t fn;
    uint64_t from; /* return address */
    uint32_t thread_id;
};

struct cld_process {
    const struct cld_process_dir *dir;
    long pid, ppid;
    unsigned image;
    const char *exe, *cwd, *how, *version;
    const char **argv;
    size_t argc;
    bool forked;
    bool exited;  /* it reached exit(), or returned from main */
    bool execed;  /* a later image of the same pid is in the session */
    bool running; /* it was still running when the session was last looked at */
    uint64_t start_ns, exit_ns;
    double start_wall;

    uint64_t calls[CLD_MAX_CALLS], total_calls;
    uint64_t dropped, thinned, untimed;
    uint64_t gave_up; /* work-items that were ended for too many bad accesses */
    unsigned threads;

    struct cld_module *modules;
    size_t n_modules;
    struct cld_device *devices;
    size_t n_devices;
    struct cld_queue *queues;
    size_t n_queues;
    struct cld_layer_finding *findings;
    size_t n_findings;
    struct cld_probe *probes;
    size_t n_probes;
    struct cld_work *works;
    size_t n_works;
    struct cld_twin *twins; /* each kernel once, by program and label_id */
    size_t n_twins;
    struct cld_struct *structs;
    size_t n_structs;
    struct cld_unseen *unseen;
    size_t n_unseen;
    struct cld_inside *inside;
    size_t n_inside;
    uint64_t commands; /* recorded */
    size_t queues_used;

    struct cld_idmap strings, stacks; /* id -> char *, struct cld_stack * */
};

struct cld_model;

/* Loads a session. Returns 0, or -1 with one line in `error`. */
int cld_model_load(const char *dir, struct cld_model **model, char error[CLD_READ_ERROR_MAX]);
void cld_model_free(struct cld_model *model);

struct cld_reader *cld_model_reader(const struct cld_model *model);
const struct cld_run_info *cld_model_run(const struct cld_model *model);
size_t cld_model_processes(const struct cld_model *model);
const struct cld_process *cld_model_process(const struct cld_model *model, size_t i);
/* The process that `cldoctor run` started; without `run` the first one of the session; NULL: none used
 * OpenCL. */
const struct cld_process *cld_model_app(const struct cld_model *model);

/* Calls `fn` for each object that was alive at the end of `process`. */
void cld_model_live_objects(const struct cld_model *model, const struct cld_process *process, cld_slot_fn *fn,
                            void *user);

const char *cld_process_string(const struct cld_process *process, uint32_t id); /* NULL: none */
const struct cld_stack *cld_process_stack(const struct cld_process *process, uint32_t id);
/* The module that an address lies in, or NULL. */
const struct cld_module *cld_process_module(const struct cld_process *process, uint64_t address);

/* Two stacks are the same if their frames are the same places of the same files. Stack 0 equals stack 0 only.
 */
uint64_t cld_stack_hash(const struct cld_process *process, uint32_t id);
bool cld_stack_equal(const struct cld_process *a, uint32_t id_a, const struct cld_process *b, uint32_t id_b);
/* The same of the innermost frame alone: the place of the call, however it was reached. */
uint64_t cld_stack_site_hash(const struct cld_process *process, uint32_t id);
bool cld_stack_site_equal(const struct cld_process *a, uint32_t id_a, const struct cld_process *b,
                          uint32_t id_b);

#endif
