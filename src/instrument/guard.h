/*
 * guard.h - accesses that are made only if a pass says so: a bad one is not made, a read of it gives 0.
 *
 * What an access needs besides plain variables (an index that calls a function, p++) is evaluated once, into
 * variables of ours, in front of it: then its lvalue can be written as often as the check wants, and
 * evaluates to the same. In text: (i1 = f(), i1 < n ? p[i1] : (missed(), 0)).
 */
#ifndef CLD_INSTRUMENT_GUARD_H
#define CLD_INSTRUMENT_GUARD_H

#include "instrument/pass.h"
#include "instrument/rewrite.h"

/* An access whose parts are being evaluated ahead of it. */
struct cld_frame {
    const struct cld_node *root; /* of the access */
    struct cld_text prelude;     /* "i1 = f(), " */
    struct cld_kept {
        const struct cld_node *node;
        char *text; /* NULL: not evaluated yet */
    } kept[16];
    size_t n_kept;
    bool broken; /* something can't be kept: the access is not guarded */
    enum cld_unchecked_reason why;
};

/* One step of an access's path, from its end: [index] of an array of `size`, or of a pointer (size < 0). */
struct cld_step {
    const struct cld_node *base, *index; /* index NULL: * and -> */
    long long size;
};
#define CLD_MOST_STEPS 8

/* What a pass is given: the access with its texts. All texts may be written several times. */
struct cld_guarded {
    struct cld_access access;
    const char *lvalue;  /* of what is accessed; NULL: `address` */
    const char *address; /* ulong: of its first byte */
    const char *size;    /* ulong: bytes */
    struct cld_step steps[CLD_MOST_STEPS];
    size_t n_steps;
    long long partial; /* bytes, of a vector of which only some components are touched: address and size are
                          exact, steps are those of the whole vector; else 0 */
    long long scale, count; /* of vload and vstore: index * scale elements, count of them; else 0 */
    long long together;     /* elements that a call takes as one: vloada_half; else 0 */
};

/* True: emitted, with its hooks. */
bool cld_guard_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* An assignment whose target is guarded (guard_store.c). */
bool cld_guard_store(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* Calls of built-in functions that access memory (guard_call.c). */
bool cld_guard_call(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

/* A path that is guarded where it is read or written. */
bool cld_is_guarded(const struct cld_node *n);
/* The steps of a call's access; `f` is the caller's to free. False: it is none that is guarded. */
bool cld_guard_call_path(struct cld_rewriter *r, const struct cld_node *n, struct cld_frame *f,
                         struct cld_guarded *g);

/* ---- what the guard*.c share
 * -------------------------------------------------------------------------------- */

/* A path whose steps do not go on outside of it. */
bool cld_is_path_end(const struct cld_node *n);
/* Condition and replacement, of the access under the frame. False: nothing guards it. Both are malloced;
 * `missed` may be NULL. */
bool cld_guard_judge(struct cld_rewriter *r, struct cld_frame *f, struct cld_guarded *g, char **within,
                     char **missed);
/* Notes that the access at `n` stays unchecked, if there was anything to check. */
void cld_guard_give_up(struct cld_rewriter *r, const struct cld_node *n, const struct cld_guarded *g,
                       enum cld_unchecked_reason reason);
/* "(prelude (T)(within ? made : (missed, 0)))" */
void cld_guard_value(const char *within, const char *missed, const char *made, CXType type,
                     const char *prelude, struct cld_text *out);
/* The condition of a path's access, when it can be asked in front of the expression: nothing has to be
 * evaluated for it, and nothing kept. NULL: not so, or nothing to check. The caller frees it. */
char *cld_guard_ahead(struct cld_rewriter *r, const struct cld_node *n);
/* What the pass says. NULL: nothing to check. The caller frees it. */
char *cld_guard_within(struct cld_rewriter *r, const struct cld_guarded *g);
char *cld_guard_missed(struct cld_rewriter *r, const struct cld_guarded *g);
/* guard_vector.c: address and size of those components of a vector that are touched. */
void cld_guard_components(const struct cld_rewriter *r, struct cld_guarded *g, char **address, char **size);

/* ---- guard_simple.c
 * ----------------------------------------------------------------------------------------- */

/* Evaluates to the same as often as one likes, without an access to memory. */
bool cld_is_simple(const struct cld_node *n);
/* Nobody uses what the expression gives. */
bool cld_is_unused(const struct cld_node *n);

/* ---- guard_frame.c and guard_path.c
 * ------------------------------------------------------------------------- */

/* The text of a part of an access under the frame: what it was kept in, or its own. The caller frees it. */
char *cld_frame_text(struct cld_rewriter *r, const struct cld_node *n);
/* A part that was kept, or is to be now: emitted as the variable's name. */
bool cld_frame_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
void cld_frame_want(struct cld_frame *f, const struct cld_node *n);
void cld_frame_free(struct cld_frame *f);
void cld_frame_break(struct cld_frame *f, enum cld_unchecked_reason why);
/* Its index is a constant, and within. */
bool cld_is_always_within(const struct cld_step *s);
/* Wants what is not simple among the parts of the path `n`, and lists its steps. False: no path. */
bool cld_frame_path(struct cld_frame *f, const struct cld_node *n, struct cld_guarded *g);

/* ---- guard_type.c
 * ------------------------------------------------------------------------------------------- */

/* Declared inside a function: it has no name at the function's start. */
bool cld_type_is_local(CXType type);
/* A value of the type that is 0, the type in front of it; NULL: its type has no name. The caller frees it. */
char *cld_zero(CXType type);
/* Name of a type, without qualifiers, for a variable at the function's start; NULL. The caller frees it. */
char *cld_variable_type(CXType type);

#endif
