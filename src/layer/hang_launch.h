/* hang_launch.h - which launch it is that does not finish: what is still known of it. */
#ifndef CLD_LAYER_HANG_LAUNCH_H
#define CLD_LAYER_HANG_LAUNCH_H

#include "layer/finding.h"
#include "layer/hang_watch.h"

struct cld_launch_key;

struct cld_hang_launch {
    char name[128];    /* of the kernel */
    const char *loops; /* that may be endless, as the instrumenter tells them; NULL: not known */
    uint32_t fn, stack, thread, dims;
    uint64_t global[3], local[3];
    const struct cld_launch_key *key; /* NULL: there is none */
    struct cld_object *kernel;        /* NULL: it is gone */
    uint64_t kernel_serial;
    bool arguments_hold;              /* of the kernel object: they were not set anew */
    struct cld_finding_object object; /* the kernel; serial 0: not known */
};

void cld_hang_launch(const struct cld_hang *h, struct cld_hang_launch *out);

/* Evidence argument_1 and so on: "STACK TEXT", the stack of whoever created the object. */
void cld_hang_write_arguments(struct cld_report *r, const struct cld_hang *h,
                              const struct cld_hang_launch *l);
/* "2 launches of `scale`, clEnqueueReadBuffer": what the queue holds behind it, up to command `newest`. */
void cld_hang_name_behind(const struct cld_hang *h, uint64_t newest, char *out, size_t room);

#endif
