/*
 * pass_bounds.h - what the files of this pass share: no access is made outside the memory that its pointer
 * may touch.
 *
 * Most accesses are p[i], where p is a parameter of the kernel: the number of its elements comes with the
 * launch, and i < elements is one comparison of integers. The others compare addresses with the pointer's
 * bounds (provenance.h).
 *
 * Texts that are returned are the caller's to free.
 */
#ifndef CLD_INSTRUMENT_PASS_BOUNDS_H
#define CLD_INSTRUMENT_PASS_BOUNDS_H

#include "instrument/guard.h"

/* ---- pass_bounds_runtime.c
 * ---------------------------------------------------------------------------------- */

extern const char cld_pass_bounds_types[], cld_pass_bounds_state[], cld_pass_bounds_runtime[];
/* The table __cld_units: what is known of each site. */
void cld_pass_bounds_before(struct cld_rewriter *r, struct cld_text *out);

/* ---- pass_bounds_units.c
 * ------------------------------------------------------------------------------------ */

/* The parameter of the kernel that a pointer is, perhaps as another type; -1: it is none. */
int cld_parameter_of(const struct cld_rewriter *r, const struct cld_node *pointer);
/* Bytes from one index of the step to the next. */
long long cld_step_bytes(const struct cld_step *s, const struct cld_guarded *g);
/* The variable that holds how many units of `bytes` there are behind a parameter. */
char *cld_parameter_units(struct cld_rewriter *r, int parameter, long long bytes);
/* The index is an int, or what becomes one: compared in 32 bits. */
bool cld_is_int_index(const struct cld_rewriter *r, const struct cld_step *s, int parameter, long long bytes);
char *cld_pass_bounds_units(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s);

/* ---- pass_bounds_check.c
 * ------------------------------------------------------------------------------------ */

/* Of the access's steps the one that begins at a pointer; NULL. */
const struct cld_step *cld_pointer_step(const struct cld_guarded *g);
char *cld_index_text(struct cld_rewriter *r, const struct cld_step *s);
/* What is known of the pointer's bounds at run time; NULL: nothing can be. */
char *cld_pointer_bounds(struct cld_rewriter *r, const struct cld_guarded *g);
/* The condition on the pointer's step; NULL: there is none. */
char *cld_pointer_check(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s);
char *cld_pass_bounds_within(struct cld_rewriter *r, const struct cld_guarded *g);

/* ---- pass_bounds_alignment.c
 * -------------------------------------------------------------------------------- */

/* What the access's address must be a multiple of, where that is not certain; 0: it is. */
long long cld_doubtful_alignment(struct cld_rewriter *r, const struct cld_guarded *g);
/* The condition that it is one; NULL: certain. */
char *cld_alignment_check(struct cld_rewriter *r, const struct cld_guarded *g);
/* The same in front of a region, of a parameter: all bits set, or none; NULL: certain. False: not known
 * there. */
bool cld_alignment_units(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s,
                         char **mask);
/* Of a vector also where only some components are accessed. */
char *cld_whole_address(const struct cld_guarded *g);
/* Components of the vector that is accessed; 0: it is none. */
unsigned cld_accessed_components(const struct cld_guarded *g);

/* ---- pass_bounds_arguments.c
 * -------------------------------------------------------------------------------- */

/* Argument `i` of the kernel is a pointer. */
bool cld_argument_has_bounds(const struct cld_rewriter *r, int i);
/* The bounds that it came with, as a __cld_span. */
char *cld_argument_bounds(const struct cld_rewriter *r, int i);
/* The argument + 1 whose memory begins where `bounds` do, as a uint; 0: none. */
char *cld_argument_of_bounds(const struct cld_rewriter *r, const char *bounds);

/* ---- pass_bounds_missed.c
 * ----------------------------------------------------------------------------------- */

char *cld_pass_bounds_missed(struct cld_rewriter *r, const struct cld_guarded *g);
/* The variable that has 32 of the bits of what a kernel keeps until its end, from 32 * `word` on. */
char *cld_pass_bounds_mask(unsigned word);
/*
 * Tells or keeps that the access at `n` was missed: an expression of type void. `bounds` NULL: the table of
 * sites has them, and `whole` is the size of the argument's memory, where the site has an argument.
 */
char *cld_miss_text(struct cld_rewriter *r, const struct cld_node *n, unsigned site, const char *at,
                    const char *bounds, const char *whole);
/* Counts it, too, where the zero that was read may make a loop endless. */
char *cld_miss_counted(struct cld_rewriter *r, const struct cld_node *n, const char *text);

/* ---- pass_bounds_image.c
 * ------------------------------------------------------------------------------------ */

void cld_pass_bounds_image(struct cld_rewriter *r, const struct cld_image_access *a, char **within,
                           char **missed);

/* ---- pass_bounds_kernel.c
 * ----------------------------------------------------------------------------------- */

/* It calls functions of the program: the state is there only for these. */
bool cld_calls_functions(const struct cld_rewriter *r, const struct cld_node *n);
void cld_pass_bounds_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text);
void cld_pass_bounds_tell(struct cld_rewriter *r, struct cld_kept_mark since, struct cld_text *text);
void cld_pass_bounds_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *text);

/* ---- pass_bounds_endless.c
 * ---------------------------------------------------------------------------------- */

/* Inside a loop that only what it reads can end. */
bool cld_is_in_endless(const struct cld_node *n);
void cld_pass_bounds_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text);

#endif
