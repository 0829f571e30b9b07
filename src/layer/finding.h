/*
 * finding.h - findings made inside the program: printed at once on one line, and recorded.
 *
 * The same finding at the same place (id, function, argument, code, stack, kernel, detail) is printed and
 * recorded once, then counted.
 */
#ifndef CLD_LAYER_FINDING_H
#define CLD_LAYER_FINDING_H

#include "layer/call.h"
#include "rules/findings.h"

struct cld_report {
    enum cld_finding id;
    enum cld_severity severity;
    cl_int code;       /* what the program got; 0: none */
    int arg;           /* index of the argument at fault; -1: none */
    bool is_probe;     /* asks what there is: counted, not reported */
    uint32_t detail;   /* tells findings apart that are the same otherwise */
    char where[160];   /* printed before the message: "k.cl:3:7: " */
    char message[768]; /* one line: what happened, with expected and actual */
    char fix[384];
    char kernel[128];
    struct cld_finding_object objects[CLD_FINDING_OBJECTS];
    uint32_t n_objects;
    char evidence[4096]; /* key\0value\0... */
    size_t evidence_size;
    uint32_t n_evidence;
};

void cld_report_init(struct cld_report *r, enum cld_finding id, int arg);
void cld_report_message(struct cld_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cld_report_fix(struct cld_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cld_report_object(struct cld_report *r, const struct cld_object *o);
void cld_report_described(struct cld_report *r, const struct cld_finding_object *o);
void cld_report_evidence(struct cld_report *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints and records, or counts. `failed_call`: watch what this thread calls next. The record; NULL: no room.
 */
struct cld_rec_finding *cld_report_emit(struct cld_call *call, const struct cld_report *r, bool failed_call);

/*
 * A finding of another moment than this call: what kernels did. `place` tells it from others of its id,
 * wherever it was launched from.
 */
struct cld_report_place {
    uint32_t fn, stack, thread;
    uint32_t place;
};
/* Prints and records it, or counts `work_items` and `accesses` more. The record, if there is one. */
struct cld_rec_finding *cld_report_kernel(const struct cld_report_place *at, const struct cld_report *r,
                                          uint64_t work_items, uint64_t accesses);
void cld_report_more(struct cld_rec_finding *record, uint64_t work_items, uint64_t accesses);

/* Adds as evidence, `earlier`, which other findings there are of that kernel. */
void cld_findings_of_kernel(const char *kernel, struct cld_report *r);

/* One line to stderr, if that still is the stderr the program started with. */
void cld_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cld_notice_start(void);

void cld_findings_lock(void);
void cld_findings_unlock(void);
void cld_findings_forked(void);

#endif
