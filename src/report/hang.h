/*
 * hang.h - what a kernel-hang says of its launch: its numbered evidence, as the layer writes it
 * (layer/hang_finding.c, layer/hang_launch.c).
 */
#ifndef CLD_REPORT_HANG_H
#define CLD_REPORT_HANG_H

#include "rules/rules.h"

/* argument_1, ...: "STACK TEXT" */
struct cld_hang_argument {
    uint32_t stack; /* where the object was made; 0: it is none */
    const char *text;
};
bool cld_hang_argument(const struct cld_found *found, unsigned number, struct cld_hang_argument *out);

/* loop_1, ...: "KIND LINE FILE\tTEXT" */
struct cld_hang_loop {
    char kind; /* wire/message.h: e, g, l */
    int line;
    char file[256]; /* "": the program's own source */
    const char *text;
};
bool cld_hang_loop(const struct cld_found *found, unsigned number, struct cld_hang_loop *out);

/* wait_1, ...: "STACK THREAD FN MILLISECONDS" */
struct cld_hang_wait {
    uint32_t stack, thread, fn;
    uint64_t ms; /* when the finding was made */
};
bool cld_hang_wait(const struct cld_found *found, unsigned number, struct cld_hang_wait *out);

/* How long it has run, and whether it has finished after all. */
uint64_t cld_hang_ran_ms(const struct cld_found *found);
bool cld_hang_finished(const struct cld_found *found);

/* What such a loop does, in words: "waits for ...". */
const char *cld_hang_loop_does(char kind);

#endif
