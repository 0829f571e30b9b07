/*
 * finding.h - findings made inside the program: printed at once on one line, and recorded.
 *
 * The same finding at the same place (id, function, argument, code, stack) is printed and recorded once,
 * then counted.
 */
#ifndef CLD_LAYER_FINDING_H
#define CLD_LAYER_FINDING_H

#include "layer/call.h"
#include "rules/findings.h"

struct cld_report {
    enum cld_finding id;
    enum cld_severity severity;
    cl_int code;   /* what the program got; 0: none */
    int arg;       /* index of the argument at fault; -1: none */
    bool is_probe; /* asks what there is: counted, not reported */
    uint32_t probe_detail;
    char message[640]; /* one line: what happened, with expected and actual */
    char fix[384];
    char kernel[128];
    struct cld_object *objects[CLD_FINDING_OBJECTS];
    uint32_t n_objects;
    char evidence[1024]; /* key\0value\0... */
    size_t evidence_size;
    uint32_t n_evidence;
};

void cld_report_init(struct cld_report *r, enum cld_finding id, int arg);
void cld_report_message(struct cld_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cld_report_fix(struct cld_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cld_report_object(struct cld_report *r, struct cld_object *o);
void cld_report_evidence(struct cld_report *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints and records, or counts. `went_on`: watch what this thread calls next. */
void cld_report_emit(struct cld_call *call, const struct cld_report *r, bool failed_call);

/* One line to stderr, if that still is the stderr the program started with. */
void cld_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cld_notice_start(void);

void cld_findings_lock(void);
void cld_findings_unlock(void);
void cld_findings_forked(void);

#endif
