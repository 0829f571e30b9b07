/*
 * band_state.h - for band*.c only: a band since its first launch, the list of those to look at, and who holds
 * what.
 */
#ifndef CLD_LAYER_BAND_STATE_H
#define CLD_LAYER_BAND_STATE_H

#include "layer/band.h"

#define CLD_BAND_MOST 4096
#define CLD_BAND_LEAST 512
#define CLD_BAND_SHARE 8 /* of the buffer: an eighth, within these limits */

#define CLD_BAND_KERNELS 8 /* that are told apart between two looks */

/* A kernel that was given the buffer since the last look, from one place of the program. */
struct cld_band_launch {
    uint32_t label, stack, fn, thread;
    uint32_t argument; /* index; CLD_NO_ARGUMENT: none, it reaches the memory by its address */
    uint64_t launches;
    char kernel[128], name[64]; /* name of the argument; "": not known */
};
#define CLD_NO_ARGUMENT UINT32_MAX

enum cld_band_phase {
    CLD_BAND_BARE,    /* its pattern is not there */
    CLD_BAND_PLACING, /* and is being enqueued by `placer` */
    CLD_BAND_PLACED,
    CLD_BAND_FAILED
};

struct cld_band {
    _Atomic uint32_t users; /* the object's, the list's, and of those who look at it */
    _Atomic uint32_t holds; /* of the buffer: the last one lets go of our reference */
    struct cld_band *next;  /* in the list of those to look at */
    /* immutable */
    cl_mem buffer; /* NULL: SVM memory */
    char *svm;
    size_t size;    /* of the program's bytes */
    uint32_t bytes; /* of the band */
    uint32_t generation;
    struct cld_target *target;
    struct cld_object *owner, *context;
    uint64_t owner_serial, context_serial;
    cl_context context_handle;
    struct cld_finding_object object;
    /* with the lock */
    _Atomic uint32_t phase; /* enum cld_band_phase; written with the lock, read at each launch */
    const struct cld_thread *placer;
    bool listed, left;   /* left: the program has given it up, and the list has its hold */
    _Atomic bool spoilt; /* by a transfer */
    cl_device_id device;
    uint64_t version; /* of what follows */
    _Atomic uint32_t n_uses;
    struct cld_use uses[CLD_USES];
    uint32_t n_launches;
    uint64_t others; /* launches of more kernels than there is room for */
    struct cld_band_launch launches[CLD_BAND_KERNELS];
};

/* What stands behind this many bytes, up to CLD_BAND_MOST. Its words are those of the buffer. */
const unsigned char *cld_band_pattern(size_t size);
static inline size_t cld_band_shift(size_t size)
{
    return size % 8;
}

struct cld_bands {
    pthread_mutex_t lock;
    struct cld_band *list; /* to look at: each with a reference */
    uint32_t generation;   /* forks so far */
    _Atomic bool some;     /* there is something to look at */
};
extern struct cld_bands cld_bands;

/* band.c: `o` has a band. NULL: no memory, or it is the parent's of a fork. One reference and one hold are
 * its own. */
struct cld_band *cld_band_of(struct cld_object *o);
void cld_band_release(struct cld_band *b);
void cld_band_let_go(struct cld_band *b); /* of one hold */
/* With the lock held. */
void cld_band_list(struct cld_band *b);
void cld_band_unlist(struct cld_band *b);
bool cld_band_is_ready(struct cld_band *b);
/* The buffer that `o` is, or is made of; NULL: none. */
struct cld_object *cld_band_root(struct cld_object *o);

/* band_create.c: takes back what was just made, and entered into the table */
void cld_band_undo(struct cld_call *call, cl_mem made);

/* band_home.c: what is ours in a context. A buffer with the pattern, from cld_band_shift() on; NULL: none. It
 * stays until the context goes. */
cl_mem cld_band_pattern_in(struct cld_target *target, struct cld_object *context, cl_context handle);
void cld_band_pattern_drop(const struct cld_object *context);
void cld_band_homes_forked(void);

/* band_look.c */
bool cld_band_write(struct cld_call *call, cl_mem buffer, size_t size, const void *data);
/* The program gives up what has this band, now. */
void cld_band_leave(struct cld_band *b);
/* Looks at these bands, whose launches have just been waited for. */
void cld_bands_look_now(const struct cld_object *context);

/* band_finding.c: these are the bytes of the band. True: they are not as they should be, and that was told.
 */
bool cld_band_check(struct cld_band *b, const unsigned char *bytes);
/* Coverage: something of kernel `name` is not looked at. */
void cld_band_note(const char *kernel, const char *reason);

#endif
