/*
 * pass.h - what a check is to the rewriter: a table of functions that say what to insert where.
 *
 * The rewriter walks each function once, from the inside out, and makes the text of each node from those of
 * its children. Where a pass has a hook, it is given that text and changes it; several passes get it one
 * after the other. To add a check: one file with one such table, and its line in passes.c.
 */
#ifndef CLD_INSTRUMENT_PASS_H
#define CLD_INSTRUMENT_PASS_H

#include "instrument/function.h"
#include "instrument/tree.h"

struct cld_rewriter;
struct cld_guarded;
struct cld_image_access;
struct cld_step;

/* One access to memory: a path of subscripts and members that ends at what is read or written. */
struct cld_access {
    const struct cld_node *node; /* of the lvalue: type, use, place in the text */
    enum cld_space space;        /* that it lies in */
    bool has_address;            /* &(lvalue) can be written, and its type has a name */
    const char *type;            /* with qualifiers and address space, for a cast; when has_address */
    unsigned site;
    const struct cld_node *pointer; /* the expression that the path begins with; NULL: a variable */
    const struct cld_node *variable;
    const char *bounds; /* __cld_span: first byte, byte behind the last; for passes that want bounds */
};

/* A moment in the writing of a kernel: what its misses have kept so far (kept.h). */
struct cld_kept_mark {
    unsigned bits;
    size_t sites;
};

/*
 * Hooks may be NULL. `text` is an expression (function_start and function_end: statements), complete in
 * itself; what replaces it must be, too, and have the same type and value, and where it was an lvalue, be
 * one.
 */
struct cld_pass {
    const char *name;
    bool wants_bounds; /* provenance travels with the pointers (provenance.h) */
    bool wants_log; /* writes to it; else the twin is given none, for drivers count what a launch refers to */
    bool checks_async;   /* async copies and their events */
    bool wants_launch;   /* the launch's key and the live SVM ranges: hidden arguments K and R */
    const char *types;   /* OpenCL C before the state's */
    const char *state;   /* members that it needs in the state of a work-item */
    const char *runtime; /* OpenCL C before the program's text; functions of it begin with CLD_FN */
    void (*before)(struct cld_rewriter *r,
                   struct cld_text *out); /* the runtime: text that depends on the program */
    void (*access)(struct cld_rewriter *r, const struct cld_access *a, struct cld_text *text);
    /*
     * A pass that guards (guard.h) has both: a condition under which the access may be made, NULL for always;
     * and an expression, of type void, in its place. Malloced texts.
     */
    char *(*within)(struct cld_rewriter *r, const struct cld_guarded *g);
    char *(*missed)(struct cld_rewriter *r, const struct cld_guarded *g);
    /* What `missed` has kept since then, as an expression of type void; it is called where something has. */
    void (*tell)(struct cld_rewriter *r, struct cld_kept_mark since, struct cld_text *text);
    /* The same of an image (guard_image.h): both, always. */
    void (*image)(struct cld_rewriter *r, const struct cld_image_access *a, char **within, char **missed);
    /* How many units of the step's base there are, as a long; NULL: not known at the function's start. */
    char *(*units)(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s);
    /* In front of a loop's body, which stays one statement: "if (...) break; else ". */
    void (*loop)(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text);
    /* Calls of built-in functions: vload, atomics, async copies, ... */
    void (*builtin)(struct cld_rewriter *r, const struct cld_node *call, const char *name,
                    struct cld_text *text);
    /* Nodes that the pass writes itself, with their hooks. True: it has. */
    bool (*emit)(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
    void (*barrier)(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *text);
    /* Decides a branch or a loop; `is_switch`: any integer; `is_vector`: each component decides. */
    void (*condition)(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text);
    /* Arithmetic, bits, shifts, comparisons, also by compound assignment and ++: operands are in the text. */
    void (*operation)(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text);
    void (*function_start)(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text);
    void (*function_end)(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text);
};

extern const struct cld_pass cld_pass_identity, cld_pass_touch, cld_pass_trace, cld_pass_bounds,
    cld_pass_barrier;

#define CLD_MOST_PASSES 8

/* The passes of one twin, in the order in which their hooks are called. */
struct cld_pass_list {
    const struct cld_pass *passes[CLD_MOST_PASSES];
    size_t count;
    bool for_gpus; /* for tests: as GPUs get it, whatever the device is */
};

/* "bounds+barrier", or with "-gpu" at its end. False: one is not known, or named twice. */
bool cld_pass_list_read(struct cld_pass_list *list, const char *text);

#endif
