/*
 * rules.h - what is wrong: from the model to findings.
 *
 * A finding's stacks are ids of its process: they are turned into lines by who shows them (symbolise.h).
 */
#ifndef CLD_RULES_RULES_H
#define CLD_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "model/symbolise.h"
#include "rules/findings.h"
#include "rules/suppress.h"

struct cld_found_object {
    unsigned kind, subkind;
    uint64_t serial, handle;
    uint64_t bytes; /* of one; 0: unknown */
    const char *label;
    uint32_t born_stack, dead_stack;
};

/* One finding, however often it was made. `struct cld_finding` is taken: enum cld_finding numbers the
 * catalogue. */
struct cld_found {
    enum cld_finding id;
    enum cld_severity severity;
    const struct cld_process *process; /* of the first occurrence; the stacks are its own */
    uint32_t fn;                       /* CLD_NO_FN: none */
    int code;                          /* that the program got; 0: none */
    int arg;                           /* index of the argument at fault; -1: none */
    uint32_t stack;                    /* where it happened; for leaks: where the objects were made */
    uint32_t next_fn;                  /* what the thread called next, + 1; 0: nothing */
    uint64_t count, first_ns;
    uint64_t bytes;    /* leaks: of all objects together */
    uint64_t accesses; /* of kernels, that were not made; 0: it is no finding of a kernel's */
    size_t processes;  /* in how many processes */
    const char *message, *fix, *kernel; /* "": none */
    struct cld_found_object *objects;
    size_t n_objects;
    const char **evidence; /* key, value, key, value, ... */
    size_t n_evidence;     /* pairs */
};

struct cld_findings {
    struct cld_arena *arena;
    struct cld_found *list; /* the most severe first */
    size_t count;
    size_t by_severity[CLD_SEVERITY_ADVICE + 1];
    uint64_t suppressed;
};

/* The value of a piece of evidence; NULL: there is none of that key. Keys with a dot are places: source.line.
 */
const char *cld_found_value(const struct cld_found *found, const char *key);
/* Whether it is about a place in kernel source (source.line and so on), as those of kernels and of builds
 * are. */
bool cld_found_in_source(const struct cld_found *found);

/* Applies every rule. `suppressions` may be NULL. The findings refer to the model: free them before it. */
struct cld_findings *cld_rules_run(const struct cld_model *model, const struct cld_suppressions *suppressions,
                                   struct cld_symboliser *symboliser);
void cld_findings_free(struct cld_findings *findings);

#endif
