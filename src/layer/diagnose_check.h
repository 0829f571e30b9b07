/*
 * diagnose_check.h - for diagnose*.c only: looking at a failed call, and saying what is wrong with it.
 *
 * Each family of functions has a file diagnose_FAMILY.c with one sequence of checks per function, in the
 * order in which the specification lists its errors. A check asks whether its code could be the reason
 * (cld_is()), looks whether its condition is violated, and then blames an argument. It returns whether it
 * did. Arguments are reached by name, so one check serves every function that has an argument of that name.
 *
 * There are two rounds. In the first, only conditions that the specification gives the driver's code for are
 * looked at. Drivers do not always return that code: when nothing was found, the second round (`any`) looks
 * at all conditions of the function. Checks that prove nothing without the code (cld_only()) sit that one
 * out.
 *
 * Nothing here trusts a pointer of the program: its memory is read with cld_peek().
 */
#ifndef CLD_LAYER_DIAGNOSE_CHECK_H
#define CLD_LAYER_DIAGNOSE_CHECK_H

#include "layer/calls.h"
#include "layer/diagnose.h"

struct cld_diag {
    struct cld_call *call;
    const struct cld_fn_info *info;
    const cl_icd_dispatch *next; /* the driver */
    struct cld_report *r;
    cl_int code;
    bool any; /* second round; always, for calls that have not failed */
    enum {
        CLD_WHEN_FAILED,
        CLD_WHEN_AHEAD,   /* the driver is still to be asked */
        CLD_WHEN_ACCEPTED /* the driver took what the specification forbids */
    } when;
    cl_int checking; /* the code whose condition is being looked at */
};

typedef bool cld_check(struct cld_diag *d);

/* One row for each function; a NULL check ends the list. */
struct cld_checks {
    enum cld_fn fn;
    cld_check *check;
};
extern const struct cld_checks cld_checks_context[], cld_checks_queue[], cld_checks_memory[],
    cld_checks_image[], cld_checks_program[], cld_checks_kernel[], cld_checks_launch[], cld_checks_transfer[],
    cld_checks_event[], cld_checks_svm[], cld_checks_sharing[], cld_checks_record[];

/* ---- the code ------------------------------------------------------------------------------------------ */
bool cld_is(struct cld_diag *d, cl_int code);   /* is this what the driver said, or the second round? */
bool cld_only(struct cld_diag *d, cl_int code); /* is this exactly what the driver said? */

/* ---- arguments, by name -------------------------------------------------------------------------------- */
int cld_arg(const struct cld_diag *d, const char *name); /* index; -1: the function has none of that name */
uint64_t cld_num(const struct cld_diag *d, const char *name);
const void *cld_ptr(const struct cld_diag *d, const char *name);
/* The known object that this argument names; NULL: not known, or none. */
struct cld_object *cld_obj(const struct cld_diag *d, const char *name);
uint64_t cld_arg_value(const struct cld_diag *d, int index);
size_t cld_type_size(const char *type);          /* 0: unknown */
enum cld_kind cld_handle_kind(const char *type); /* of a handle, or of the elements of an array of handles */

/* Copies memory of the program; false when it is not readable. */
bool cld_peek(const void *from, void *to, size_t size);
/* The same for one entry, of `size` bytes, of an array. */
bool cld_peek_entry(const void *list, uint64_t index, void *to, size_t size);
/* The same for a text, cut to fit. */
bool cld_peek_text(const void *from, char *to, size_t room);
/* Three numbers, as of an origin or a region; `fallback` where there are fewer. */
bool cld_peek_sizes(const struct cld_diag *d, const char *name, size_t out[3], unsigned count,
                    size_t fallback);

/* ---- saying it ----------------------------------------------------------------------------------------- */
/* Both return true, so that a check can end with: return cld_blame(...) && cld_fix(...); */
bool cld_blame(struct cld_diag *d, const char *arg, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Goes before cld_blame(): the finding is this one, and no mere api-error. Returns true. */
bool cld_as(struct cld_diag *d, enum cld_finding id);
bool cld_fix(struct cld_diag *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool cld_expected(struct cld_diag *d, uint64_t expected, uint64_t actual); /* evidence */

/* ---- names of values (diagnose_names.c) ------------------------------------------------------------------
 */
struct cld_text {
    char at[256];
};
struct cld_text cld_a(const char *what); /* "a buffer", "an image" */
/* "CL_RGBA", "CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR", hex where there is no name. */
struct cld_text cld_value_text(const char *type, uint64_t value);
bool cld_value_known(const char *type, uint64_t value); /* for bits: all of them */
struct cld_text cld_query_text(uint64_t param_name);    /* whatever query it is for */
/* The query that takes this param_name, when it is not one for `type`; NULL otherwise. */
const char *cld_query_of(const char *type, uint64_t param_name);

/* ---- objects and devices
 * ----------------------------------------------------------------------------------- */
bool cld_alive(const struct cld_object *o); /* the driver may be asked about it */
struct cld_object *cld_context_of(const struct cld_object *o);
const char *cld_what(const struct cld_object *o); /* "buffer", "kernel", ... */

/* Entries of an array of the program that are looked at: a count can be anything. */
#define CLD_MOST_ENTRIES 4096u

#define CLD_DEVICES 32
/* The devices that the call is about: of its queue, its device argument, or its context. */
size_t cld_devices(struct cld_diag *d, cl_device_id out[CLD_DEVICES]);
/* 0 where the device does not tell. */
uint64_t cld_device_number(struct cld_diag *d, cl_device_id device, cl_device_info what);
/* Of all devices of the call. */
uint64_t cld_largest(struct cld_diag *d, cl_device_info what);
uint64_t cld_smallest(struct cld_diag *d, cl_device_info what);
void cld_device_name(struct cld_diag *d, cl_device_id device, char *out, size_t room);

/* ---- conditions that many functions have
 * -------------------------------------------------------------------- */
bool cld_null(struct cld_diag *d, cl_int code, const char *arg, const char *fix);
bool cld_zero(struct cld_diag *d, cl_int code, const char *arg, const char *fix);
/* A count and its array must both be given, or neither. */
bool cld_pair(struct cld_diag *d, cl_int code, const char *count, const char *array);
/* Count and array must both be given. */
bool cld_list(struct cld_diag *d, cl_int code, const char *count, const char *array);
/* An array for results of a query: has room for something, and something is asked for. */
bool cld_room(struct cld_diag *d, const char *count, const char *array, const char *found);
bool cld_enum(struct cld_diag *d, cl_int code, const char *arg); /* one value of its type */
bool cld_bits(struct cld_diag *d, cl_int code, const char *arg); /* flags of its type */
bool cld_flags(struct cld_diag *d);                     /* cl_mem_flags: bits that exclude each other */
bool cld_callback(struct cld_diag *d, const char *pfn); /* user_data without a function */
bool cld_not_in_context(struct cld_diag *d, const char *device); /* CL_INVALID_DEVICE */
bool cld_listed_devices(struct cld_diag *d, const char *count, const char *list);
bool cld_no_images(struct cld_diag *d, cl_int code);
bool cld_host_access(struct cld_diag *d, const char *mem, bool writes);
bool cld_host_pointer(struct cld_diag *d);
/* offset + size against the bytes of a memory object */
bool cld_past_end(struct cld_diag *d, const char *mem, const char *offset, const char *size);
struct cld_text cld_bytes(uint64_t bytes);         /* "1 byte", "2 bytes" */
bool cld_past(struct cld_diag *d, uint64_t bytes); /* evidence */
bool cld_unaligned_sub_buffer(struct cld_diag *d, const char *mem);
/* Blames `arg`: "WHERE OFFSET, and the device needs ..." */
bool cld_blame_alignment(struct cld_diag *d, const char *arg, const char *where, uint64_t offset,
                         uint64_t align);
/* Region of an image: origin and region may be the same for several; see diagnose_image.c. */
bool cld_image_region(struct cld_diag *d, const char *image, const char *origin, const char *region);
bool cld_pattern(struct cld_diag *d, const char *at,
                 const char *what); /* fills: pattern, its size, alignment */
bool cld_properties(struct cld_diag *d, cl_int code, const char *arg,
                    const char *type); /* unknown, or twice */

/* diagnose_transfer.c and diagnose_launch.c: shared with the commands of command buffers */
bool cld_check_copy_buffer(struct cld_diag *d);
bool cld_check_copy_buffer_rect(struct cld_diag *d);
bool cld_check_copy_image(struct cld_diag *d);
bool cld_check_copy_image_to_buffer(struct cld_diag *d);
bool cld_check_copy_buffer_to_image(struct cld_diag *d);
bool cld_check_fill_buffer(struct cld_diag *d);
bool cld_check_fill_image(struct cld_diag *d);
bool cld_check_launch(struct cld_diag *d);
/* Parts of it, for launches that have not failed. */
bool cld_check_work_group(struct cld_diag *d);
bool cld_check_local_memory(struct cld_diag *d);
bool cld_check_image_access(struct cld_diag *d); /* clSetKernelArg: the image's flags and the qualifier */
/* The work-group, and sub-buffers among the arguments. */
bool cld_check_launch_use(struct cld_diag *d);
/* Parts of every transfer: the memory objects' ends; their alignment, and what the host may do. */
bool cld_check_transfer_ends(struct cld_diag *d);
bool cld_check_svm_ends(struct cld_diag *d);
/* Bytes of an element of this format; 0: not known. */
uint64_t cld_format_bytes(const cl_image_format *f);
bool cld_check_transfer_use(struct cld_diag *d);
bool cld_check_times_use(struct cld_diag *d); /* clGetEventProfilingInfo: of a command that has not ended */

/* diagnose_common.c: what every function is checked for before its own conditions, and after */
bool cld_check_handles(struct cld_diag *d);
bool cld_check_wait_list(struct cld_diag *d);
bool cld_check_contexts(struct cld_diag *d);
bool cld_check_info(struct cld_diag *d);

/* diagnose_allocation.c */
bool cld_check_memory_short(struct cld_diag *d);
/* What the program holds: objects and evidence of the report, and a clause for its message. */
struct cld_text cld_report_held(struct cld_diag *d);

/* diagnose_probe.c: asks what there is, and is no fault */
bool cld_is_probe(struct cld_diag *d);
/* What the driver would answer with for this query's size; false: it does not know the question. */
bool cld_info_size(struct cld_diag *d, size_t *size);

/* diagnose_failed.c: creations that failed earlier, to explain a NULL handle */
void cld_note_failed(const struct cld_diag *d);
bool cld_failed_before(enum cld_kind kind, enum cld_fn *fn, cl_int *code);

#endif
