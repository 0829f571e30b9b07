/*
 * format.h - what a session looks like on disk.
 *
 * A session is one folder:
 *
 *     control              struct cld_control, mapped by every process of the session
 *     run.json             what `cldoctor run` knows: command line, working folder, exit status
 *     PID.N/               one process image (exec makes a new N, fork a new PID)
 *         process          text, "key\0value\0" pairs: see CLD_PROCESS_* below
 *         objects          struct cld_slot[]: every OpenCL object that is alive now
 *         K.rec            records, appended by one thread at a time
 *
 * All integers are in the byte order of the machine that wrote them; a session is read where it was made.
 * Everything is written through shared mappings, so it outlives any death of the writer but that of the
 * machine.
 *
 * Why objects are slots and not birth/death records: a program that runs for days makes and releases millions
 * of events. Slots are bounded by the objects alive at once, and what is in use at death *is* the leak.
 */
#ifndef CLD_RECORD_FORMAT_H
#define CLD_RECORD_FORMAT_H

#include <stdatomic.h>
#include <stdint.h>

#define CLD_FORMAT_VERSION 2u
#define CLD_MAGIC_CONTROL 0x31304c5443444c43ull /* "CLDCTL01" */
#define CLD_MAGIC_OBJECTS 0x31304a424f444c43ull /* "CLDOBJ01" */
#define CLD_MAGIC_RECORDS 0x31304345524c4c43ull /* "CLLREC01" */

#define CLD_MAX_CALLS 256 /* room for call counters; enum cld_fn must fit (checked where it is made) */

/* ---- control: shared by all processes of a session ------------------------------------------------- */
struct cld_control {
    uint64_t magic;
    uint32_t version;
    uint32_t header_size;
    uint64_t max_bytes;             /* --max-size */
    _Atomic uint64_t used_bytes;    /* bytes allocated by all processes, all files */
    _Atomic uint32_t layers;        /* how often a layer was initialised; 0 at the end: nothing was watched */
    _Atomic uint32_t no_space;      /* chunks that could not be had: disk full, quota, folder gone */
    _Atomic uint32_t thinning;      /* timeline records kept: 1 of 2^thinning */
    _Atomic uint32_t timeline_full; /* the timeline's share of max_bytes is used up */
    _Atomic uint32_t findings_lost; /* findings that found no room to be recorded (they were still printed) */
    _Atomic uint32_t objects_lost;  /* objects that found no slot: a leak of theirs is not seen */
    _Atomic uint32_t
        running_ms; /* of the launch that runs for longest, of the process that looked last; 0: none */
};

/* ---- objects: slots of live OpenCL objects --------------------------------------------------------- */
enum cld_kind { /* values are on disk: append only */
                CLD_KIND_NONE = 0,
                CLD_KIND_PLATFORM,
                CLD_KIND_DEVICE, /* only sub-devices take a slot */
                CLD_KIND_CONTEXT,
                CLD_KIND_QUEUE,
                CLD_KIND_MEM, /* buffers, sub-buffers, images, pipes: see cld_slot.subkind */
                CLD_KIND_SAMPLER,
                CLD_KIND_PROGRAM,
                CLD_KIND_KERNEL,
                CLD_KIND_EVENT,
                CLD_KIND_SVM,            /* clSVMAlloc, clHostMemAllocINTEL, ... */
                CLD_KIND_COMMAND_BUFFER, /* cl_khr_command_buffer */
                CLD_KIND_SEMAPHORE,      /* cl_khr_semaphore */
                CLD_KIND_COUNT
};

enum cld_subkind {
    CLD_SUB_NONE = 0,
    CLD_SUB_BUFFER,
    CLD_SUB_SUB_BUFFER,
    CLD_SUB_IMAGE,
    CLD_SUB_PIPE,
    CLD_SUB_USER_EVENT,
    CLD_SUB_SVM,
    CLD_SUB_USM
};

enum { CLD_SLOT_FREE = 0, CLD_SLOT_LIVE = 1 };

struct cld_slot {           /* 128 bytes, so that none straddles a mapped chunk */
    _Atomic uint32_t state; /* CLD_SLOT_LIVE is stored last at birth; cleared first at death */
    uint32_t kind;          /* enum cld_kind */
    uint32_t subkind;       /* enum cld_subkind */
    _Atomic uint32_t refs;  /* what the program holds: creations and retains less releases */
    uint64_t serial;        /* numbers objects of a process from 1 on; never used twice */
    uint64_t handle;        /* as the program sees it */
    uint64_t context;       /* serial of the context, 0: none */
    uint64_t parent;        /* serial: buffer of a sub-buffer, program of a kernel, queue of an event, ... */
    uint64_t bytes;         /* memory objects: size; 0: unknown or none */
    uint64_t flags;         /* creation flags or properties */
    uint64_t born_ns;       /* CLOCK_MONOTONIC */
    uint32_t born_stack;    /* record CLD_REC_STACK */
    uint32_t label;         /* record CLD_REC_STRING: a kernel's name; 0: none */
    uint32_t fn;            /* enum cld_fn that made it */
    uint32_t thread;        /* number of the thread that made it */
    uint64_t reserved[5];
};
_Static_assert(sizeof(struct cld_slot) == 128, "slots are 128 bytes on disk");

struct cld_objects_header { /* 4096 bytes in the file, then the slots */
    uint64_t magic;
    uint32_t version;
    uint32_t slot_size;
    _Atomic uint64_t slots; /* slots that the file has room for */
};
#define CLD_OBJECTS_OFFSET 4096

/* ---- records: one file per writing thread ----------------------------------------------------------
 * The file starts with a header page, then blocks of CLD_BLOCK bytes. A record never crosses a block, so
 * that a reader finds its feet again at the next block after a damaged one. A record's `head` is stored
 * last, with release order: a record is there whole, or not at all. kind 0 means: nothing more in this block.
 * Records are padded to 8 bytes. */
#define CLD_RECORDS_OFFSET 4096
#define CLD_BLOCK 65536u
#define CLD_RECORD_MAX 16384u /* longest record; longer texts are cut and say so */

struct cld_records_header {
    uint64_t magic;
    uint32_t version;
    uint32_t thread_id;            /* the kernel's id of the thread that has the file now */
    _Atomic uint64_t allocated;    /* bytes of the file that are backed by the disk */
    _Atomic uint64_t dropped;      /* records that found no room */
    _Atomic uint64_t thinned;      /* timeline records left out on purpose, to stay under --max-size */
    _Atomic uint32_t in_call;      /* enum cld_fn + 1 while inside the driver; 0 outside */
    uint32_t threads;              /* how many threads have had this file so far */
    _Atomic uint64_t in_call_from; /* return address of that call */
    uint64_t calls[CLD_MAX_CALLS]; /* calls made, by enum cld_fn */
    _Atomic uint64_t untimed;      /* commands left without timestamps on purpose: those cost too much here */
};

enum cld_record_kind { /* values are on disk: append only. A reader skips kinds that it does not know. */
                       CLD_REC_END = 0,
                       CLD_REC_STRING = 1,
                       CLD_REC_MODULE,
                       CLD_REC_STACK,
                       CLD_REC_DEVICE,
                       CLD_REC_QUEUE,
                       CLD_REC_COMMAND,
                       CLD_REC_TIMES,
                       CLD_REC_FINDING,
                       CLD_REC_PROBE,
                       CLD_REC_EXIT,
                       CLD_REC_TWIN,
                       CLD_REC_GAVE_UP,
                       CLD_REC_STRUCT,
                       CLD_REC_UNSEEN
};

struct cld_rec_head {
    uint16_t kind;
    uint16_t size;  /* of the whole record, in bytes, a multiple of 8 */
    uint32_t extra; /* meaning by kind; 0 otherwise */
};

struct cld_rec_string {       /* ids are per process, from 1 on */
    struct cld_rec_head head; /* extra: id */
    char text[];              /* NUL-terminated */
};

struct cld_rec_module { /* a loaded file, for turning addresses into lines */
    struct cld_rec_head head;
    uint64_t base;       /* load bias: address at run time less address in the file */
    uint64_t start, end; /* addresses that its segments cover at run time */
    uint8_t build_id[20];
    uint32_t build_id_size; /* 0: none */
    char path[];
};

struct cld_rec_stack {        /* ids are per process, from 1 on; frames innermost first, return addresses */
    struct cld_rec_head head; /* extra: id */
    uint64_t count;
    uint64_t frames[];
};

struct cld_rec_device {
    struct cld_rec_head head;
    uint64_t serial;
    uint64_t type; /* cl_device_type */
    uint64_t global_mem, local_mem;
    uint32_t compute_units;
    uint32_t slot;  /* which ICD loader of the process it came through */
    char strings[]; /* NUL-terminated each: device name, vendor, device version, driver version, platform name
                     */
};

struct cld_rec_queue {
    struct cld_rec_head head;
    uint64_t serial, context, device;
    uint64_t properties; /* as the program asked */
    uint32_t born_stack, forced_profiling;
};

struct cld_rec_command {      /* timeline; may be thinned */
    struct cld_rec_head head; /* extra: enum cld_fn */
    uint64_t id;              /* per process, from 1 on, in the order of enqueuing */
    uint64_t host_ns;         /* CLOCK_MONOTONIC when the program called */
    uint32_t queue;           /* serial */
    uint32_t label;           /* kernel's name (string id), 0: none */
    uint32_t stack;
    uint32_t dims;      /* work dimensions; 0: not a kernel */
    uint64_t global[3]; /* kernels: global size; transfers: [0] bytes */
    uint32_t local[3];  /* 0: the driver chose */
    uint32_t thread;
};

struct cld_rec_times {        /* timeline: the device's clock, nanoseconds */
    struct cld_rec_head head; /* extra: 0, or 1 when the command ended with an error */
    uint64_t id;              /* of the command */
    uint64_t queued, submit, start, end;
};

#define CLD_FINDING_OBJECTS 4

struct cld_finding_object {
    uint32_t kind, subkind;
    uint64_t serial, handle, bytes;
    uint32_t born_stack, dead_stack; /* 0: unknown, or not released */
    uint32_t label;
    uint32_t refs;
};

struct cld_rec_finding {
    struct cld_rec_head head;
    uint32_t finding;  /* enum cld_finding: index in findings.def */
    uint32_t severity; /* enum cld_severity */
    uint32_t fn;       /* enum cld_fn; CLD_NO_FN: none */
    int32_t code;      /* the code that the program got; 0: none */
    int32_t arg;       /* index of the argument at fault; -1: none */
    uint32_t stack;
    uint32_t thread;
    _Atomic uint32_t
        next_fn; /* enum cld_fn + 1 of what this thread called next, queries and releases aside; 0: nothing */
    _Atomic uint64_t count;    /* how often, this call site; findings of kernels: work-items */
    _Atomic uint64_t accesses; /* findings of kernels: accesses that were not made; 0: none */
    uint64_t first_ns;
    uint32_t n_objects;
    uint32_t evidence; /* number of key, value pairs */
    struct cld_finding_object objects[CLD_FINDING_OBJECTS];
    char strings[]; /* NUL-terminated each: message, fix, kernel ("" if none), then key, value, ... */
};
#define CLD_NO_FN 0xffffffffu

struct cld_rec_probe {        /* a failing call that asks what there is, and no fault (docs: "probes") */
    struct cld_rec_head head; /* extra: enum cld_fn */
    int32_t code;
    uint32_t detail; /* param_name, device type, ... */
    _Atomic uint64_t count;
};

struct cld_rec_exit { /* the process ended by exit() or by returning from main */
    struct cld_rec_head head;
    uint64_t ns;
};

enum cld_twin_state { /* values are on disk: append only */
                      CLD_TWIN_INSTRUMENTED = 0,
                      CLD_TWIN_SKIPPED = 1
};

struct cld_rec_twin {         /* whether a kernel is checked: at its first launch, and when that changes */
    struct cld_rec_head head; /* extra: enum cld_twin_state */
    uint64_t program;         /* serial */
    uint32_t label;           /* kernel's name (string id) */
    uint32_t reserved;
    char reason[]; /* NUL-terminated: why it is skipped; of an instrumented one what is not checked, or "" */
}; /* the newest record of (process, program, label) wins */

struct cld_rec_gave_up { /* work-items that were ended for too many bad accesses (wire/log.h) */
    struct cld_rec_head head;
    uint64_t program; /* serial */
    uint64_t work_items;
};

struct cld_rec_struct {       /* a struct that a kernel takes: as its program's twin is made */
    struct cld_rec_head head; /* extra: enum cld_fn of the call */
    uint64_t program;         /* serial */
    uint32_t stack, reserved;
    char text[]; /* NUL-terminated: "lamp 32 direction:0 power:16": name, bytes, members with their offsets */
};

struct cld_rec_unseen { /* coverage: what guard bands do not see of a kernel. Each text once, or more often */
    struct cld_rec_head head; /* extra: 0 */
    uint32_t label;           /* kernel's name (string id) */
    uint32_t reserved;
    char reason[]; /* NUL-terminated */
};

/* Keys of the file `process`: written once, when the layer starts in a process. */
#define CLD_PROCESS_EXE "exe"
#define CLD_PROCESS_ARGV "argv" /* repeated, one a word */
#define CLD_PROCESS_CWD "cwd"
#define CLD_PROCESS_PPID "ppid"
#define CLD_PROCESS_START "start_ns"  /* CLOCK_MONOTONIC */
#define CLD_PROCESS_WALL "start_wall" /* seconds since 1970, with fraction */
#define CLD_PROCESS_HOW "how"         /* layer, preload */
#define CLD_PROCESS_VERSION "version"
#define CLD_PROCESS_FORKED "forked" /* 1: a forked child of a process that had the layer */

#endif
