/*
 * provenance.h - the bounds of the memory that a pointer may touch travel with it.
 *
 * Bounds are a __cld_span: the address of the first byte and of the byte behind the last. (0, ~0) is
 * "unknown": every address is within. Each pointer variable whose address nobody takes has a companion
 * variable that is assigned whenever it is; so have the elements of arrays of pointers and the pointer
 * members of structs that are variables themselves. Pointer parameters of functions have a hidden parameter
 * behind the others, a returned pointer a hidden place for its bounds. The companions of one function are
 * declared at its start.
 *
 * provenance.c knows the companions, bounds.c the bounds of expressions, provenance_call.c what functions and
 * calls gain.
 */
#ifndef CLD_INSTRUMENT_PROVENANCE_H
#define CLD_INSTRUMENT_PROVENANCE_H

#include "instrument/rewrite.h"

#define CLD_UNKNOWN_BOUNDS "__cld_mk(0, ~0UL)"

/* A variable of a function. */
struct cld_companion {
    CXCursor variable;
    char *name;    /* of its companion; of a struct, each pointer member has one: NAME_MEMBER */
    bool escapes;  /* somebody has its address: nothing is known of it */
    bool declared; /* by a parameter: not to be declared again */
};

/* Bounds of an expression that can only be had while it is evaluated. */
struct cld_moment {
    const struct cld_node *node;
    char *bounds; /* the variable that holds them afterwards */
    char *value;  /* the variable that holds the pointer, when it was evaluated ahead of the rest; or NULL */
};

struct cld_provenance {
    struct cld_companion *list;
    size_t count, room;
    struct cld_moment *moments;
    size_t n_moments, moments_room;
    struct cld_text declarations;       /* at the function's start */
    const struct cld_node *bare;        /* being emitted without being looked at again */
    const struct cld_node *result_call; /* a call whose result's bounds go to `result_to` */
    const char *result_to;
    unsigned temporaries;
};

struct cld_provenance *cld_provenance_new(struct cld_rewriter *r, const struct cld_function *f);
void cld_provenance_free(struct cld_provenance *p);
/* Declarations at the function's start. Call when its body has been emitted. */
void cld_provenance_start(struct cld_rewriter *r, const struct cld_function *f, const char *body,
                          struct cld_text *out);
/* Emits nodes that move bounds along: assignments, initialisers, returns, ... */
enum cld_emitted {
    CLD_EMITTED_NOT,  /* an ordinary node */
    CLD_EMITTED_BARE, /* the hooks on the node itself are still to run */
    CLD_EMITTED_WHOLE
};
enum cld_emitted cld_provenance_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* An assignment that moves bounds along. False: it moves none, and nothing was emitted. */
bool cld_provenance_assign(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

/* Name of the companion of a path that is a pointer (p, s.p, a[i]); NULL: it has none. The caller frees it.
 */
char *cld_companion_of(struct cld_rewriter *r, const struct cld_node *path);
/* Of a struct variable; NULL: none, or it escapes. */
const struct cld_companion *cld_companion_of_struct(struct cld_rewriter *r, const struct cld_node *n);
/* A new variable of ours, declared at the function's start. The caller frees its name. */
char *cld_provenance_temporary(struct cld_rewriter *r, const char *type);
void cld_provenance_moment(struct cld_rewriter *r, const struct cld_node *n, char *bounds, char *value);
const struct cld_moment *cld_provenance_find(const struct cld_rewriter *r, const struct cld_node *n);

/* ---- bounds.c
 * ------------------------------------------------------------------------------------------------ */

/* Text of the bounds of a pointer expression; NULL: they can only be had while it is evaluated. The caller
 * frees it. */
char *cld_bounds(struct cld_rewriter *r, const struct cld_node *n);
/* Text of the expression, rewritten, that assigns its bounds to `to` while it is evaluated. */
void cld_bounds_push(struct cld_rewriter *r, const struct cld_node *n, const char *to, struct cld_text *out);
/* The node evaluates to the same as often as one likes. */
bool cld_is_pure(const struct cld_node *n);
/* Text of the bounds for an access; the caller frees it. */
char *cld_provenance_of_access(struct cld_rewriter *r, const struct cld_access *a);

/* ---- pointer_cast.c
 * --------------------------------------------------------------------------------------------- */

/* As cld_bounds(), of a cast to a pointer, also by way of an integer. What names another address space than
 * that of the pointer that it was made of may touch nothing: its bounds are empty, at CLD_LOG_IN_...
 * (wire/log.h). */
char *cld_bounds_of_cast(struct cld_rewriter *r, const struct cld_node *n);

/* A constant is a null pointer, unless it is a string. */
bool cld_is_null_pointer(const struct cld_node *n);

/* ---- provenance_call.c
 * ---------------------------------------------------------------------------------------- */

/* Hidden parameters of a declaration or definition, each with a comma before it. */
void cld_provenance_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
/* Of a kernel's: as in wire/message.h, " S0 S2". */
void cld_provenance_hidden(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out);
/* What of a call's arguments must be evaluated before it: "x = ..., ". */
void cld_provenance_hoist(struct cld_rewriter *r, const struct cld_node *call, bool to_kernel,
                          struct cld_text *out);
/* Hidden arguments of a call. */
void cld_provenance_arguments(struct cld_rewriter *r, const struct cld_node *call, bool to_kernel,
                              struct cld_text *out);

/* The bounds of a kernel's arguments, from their sizes. */
void cld_provenance_kernel_start(struct cld_rewriter *r, const struct cld_function *f, const char *body,
                                 struct cld_text *out);
/* Bytes of what parameter `i` of a kernel points to: hidden arguments count in such units. 0: there are none.
 */
long long cld_provenance_unit(const struct cld_rewriter *r, CXCursor function, int i);

/* The fields of a struct, in their order. Free with cld_fields_free(). */
struct cld_fields {
    struct cld_field {
        char *name; /* "" for an anonymous one */
        bool is_pointer, is_aggregate;
    } *list;
    size_t count, room;
};
struct cld_fields cld_fields(CXType type);
void cld_fields_free(struct cld_fields *f);

/* Pointer members of a struct type, in their order; unions have none that are followed. */
struct cld_names cld_pointer_members(CXType type);
bool cld_is_pointer(CXType type);
/* Also a parameter that is written as an array. */
bool cld_variable_is_pointer(CXCursor variable);
bool cld_is_struct(CXType type);

#endif
