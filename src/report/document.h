/*
 * document.h - the findings document: everything that a report says, before it is text or JSON. Every output
 * format is rendered from this.
 */
#ifndef CLD_REPORT_DOCUMENT_H
#define CLD_REPORT_DOCUMENT_H

#include "model/model.h"
#include "model/symbolise.h"
#include "rules/rules.h"

/* Something that was not checked or not seen in this run, and why. */
struct cld_note {
    const char *what; /* "session", "check", "timeline", "file", "process", "records", "kernel" */
    const char *name; /* which one, or "" */
    const char *reason;
    uint64_t count; /* how many of that name: kernels of several programs or processes */
};

/* The kernels and commands of all processes, added up by name. */
struct cld_work_total {
    const char *name; /* kernel, or function */
    bool is_kernel;
    uint64_t commands, timed, failed, device_ns, longest_ns, bytes;
};

struct cld_document {
    const struct cld_model *model;
    const struct cld_findings *findings;
    struct cld_symboliser *symboliser;
    struct cld_arena *arena;

    const char **app; /* the command line */
    size_t n_app;
    const char *cwd;
    bool watched;          /* a layer was initialised at all */
    const char *unwatched; /* otherwise: why nothing was, in words */
    const char *advice;    /* and what to do */
    int status, signal;    /* of the app; status -1: unknown */

    uint64_t calls, enqueued, commands, timed, failed, device_ns, thinned, dropped, untimed;
    size_t queues;
    struct cld_work_total *works; /* those that took the device longest first */
    size_t n_works;
    uint64_t launched;     /* kernels of which it is known whether they have a twin, by program and name */
    uint64_t instrumented; /* of them, those that have one */
    const struct cld_device **devices; /* each once */
    size_t n_devices;
    struct cld_note *notes;
    size_t n_notes;
};

struct cld_document *cld_document_new(const struct cld_model *model, const struct cld_findings *findings,
                                      struct cld_symboliser *symboliser);
void cld_document_free(struct cld_document *document);

/* Adds to the notes. Strings are the arena's or live as long. */
void cld_document_note(struct cld_document *document, const char *what, const char *name, const char *reason);
/* coverage_kernels.c: which kernels were checked. Their notes follow each other, by reason and name. */
void cld_document_cover_kernels(struct cld_document *document);
/* coverage.c: finds out what was not seen. */
void cld_document_cover(struct cld_document *document);

#endif
