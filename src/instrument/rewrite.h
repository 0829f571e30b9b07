/*
 * rewrite.h - from the trees of a unit's functions to the text of its twin.
 */
#ifndef CLD_INSTRUMENT_REWRITE_H
#define CLD_INSTRUMENT_REWRITE_H

#include "instrument/clang.h"
#include "instrument/function.h"
#include "instrument/pass.h"
#include "instrument/sites.h"
#include "instrument/unchecked.h"

/* What a kernel's twin takes besides the arguments of the original (wire/message.h: kernel). */
struct cld_kernel_twin {
    char *name, *hidden;
    char *uses;  /* arg_use.h */
    char *loops; /* endless.h */
};

/* Between our part of a twin and the program's. */
#define CLD_TWIN_BEGIN "\n/* ---- the program ---- */\n"

struct cld_provenance;
struct cld_alignments;
struct cld_voting;

/* What of async copies a program has (async.h). */
struct cld_async_use {
    bool any;          /* events of ours stand in for the program's */
    bool not_followed; /* it has copies of a kind that is not understood: all of them stay as they are */
    unsigned kept;     /* copies that a work-group remembers */
};

struct cld_rewriter {
    struct cld_unit *unit;
    unsigned unit_index;
    const struct cld_device *device;
    const struct cld_tree *tree;
    struct cld_functions *functions;
    const struct cld_names *defined; /* functions that the program defines, in any of its units */
    const struct cld_pass *passes[CLD_MOST_PASSES];
    size_t n_passes;
    bool wants_bounds, wants_log, wants_launch, votes;
    struct cld_async_use async;   /* of the whole program */
    bool has_ranges;              /* the text asks for ranges of elements (async.h) */
    const struct cld_pass *guard; /* the pass that guards accesses; NULL */
    struct cld_sites *sites;
    struct cld_unchecked *unchecked; /* of the whole program; NULL: nobody asks */
    struct cld_kernel_twin *kernels;
    size_t n_kernels, kernels_room;
    struct cld_names helpers; /* functions of ours that the text needs */
    struct cld_text helper_text;
    const struct cld_function *function; /* that is being rewritten */
    struct cld_provenance *provenance;   /* of this function; NULL: no pass wants bounds */
    struct cld_alignments *alignments;   /* alignment.h: of the program; NULL: nobody asks */
    struct cld_proven *proven;           /* prove.h: accesses that need no check here; NULL */
    unsigned first_site;                 /* of this function */
    unsigned told_bits, kept_bits;       /* in use, of variables that have one for each place that can miss */
    unsigned told;                       /* places of this function that tell (kept.h) */
    bool jumps; /* the function has labels: what stands in no loop may be done more than once */
    bool counts_misses, tells_once, keeps_bounds; /* variables that the kernel being written needs */
    const struct cld_node *ahead; /* check_ahead.h: the expression whose checks have been made; NULL */
    unsigned careful; /* inside the copy of a region that is entered only if something may be wrong */
    struct cld_voting *voting; /* voting.h: of this unit; NULL: nobody has asked */
    bool alone;                /* the program has no other unit */
    unsigned names;            /* of variables, numbered over the unit */
    unsigned barriers;         /* after_barrier.h: numbered likewise */
    struct cld_frame *frame;   /* guard.h: of the access whose parts are being emitted; NULL */
};

void cld_rewriter_add(struct cld_rewriter *r, const struct cld_pass *pass);
/* The twin's text. The functions of the unit must be understood (claims.h). */
void cld_rewrite(struct cld_rewriter *r, struct cld_text *twin);
void cld_rewriter_free(struct cld_rewriter *r);

/* ---- for passes and for provenance
 * ------------------------------------------------------------------------- */

/* The program's own text, as it is. */
void cld_emit_source(const struct cld_rewriter *r, unsigned begin, unsigned end, struct cld_text *out);
/* The text of a node, rewritten. */
void cld_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* The same, but for what provenance and the hooks do on the node itself. */
void cld_emit_bare(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* A loop, once; the body of a function with its braces, once. */
void cld_emit_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
void cld_emit_block(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* The hooks on the node, around its text. */
void cld_emit_hooks(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *text);
/* A function of ours, written once: `text` is its definition, which may begin with CLD_FN. */
void cld_rewriter_helper(struct cld_rewriter *r, const char *name, const char *text);
/* Whether a call is to a function that the program defines; its name. */
bool cld_calls_program(const struct cld_rewriter *r, const struct cld_node *call, char **name);
/* "float4", "uint", ...: of an arithmetic type; NULL: another. `room` holds it. */
const char *cld_type_name(CXType type, char room[32]);
const char *cld_space_name(enum cld_space space);

#endif
