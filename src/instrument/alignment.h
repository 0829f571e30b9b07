/*
 * alignment.h - of which power of two the addresses are multiples that pointers hold, as far as the source
 * tells.
 *
 * A pointer is aligned for what it points to, unless it came from a cast that says more than is known: then
 * each access through it has to look. What a variable may hold is the least of what is assigned to it; what
 * goes through parameters, results, members and memory is collected over the whole program first.
 */
#ifndef CLD_INSTRUMENT_ALIGNMENT_H
#define CLD_INSTRUMENT_ALIGNMENT_H

#include "instrument/rewrite.h"

/* More than any type needs. */
#define CLD_ALIGNED_TO_ALL 4096
/* Where the memory of a buffer begins, sub-buffers included: CL_DEVICE_MEM_BASE_ADDR_ALIGN is at least the
 * size of a long16. */
#define CLD_ALIGNED_BUFFER 128

/* Of a program. Zero-initialised: nothing is known of any pointer but its type. */
struct cld_alignments {
    struct cld_lowered *list; /* less than the type asks for */
    size_t count, room;
    long long memory; /* the least of what is stored where nobody follows it; 0: nothing was */
    /* of the function that was asked for last */
    const struct cld_function *function;
    struct cld_flow *flows;
    size_t n_flows, flows_room;
    struct cld_held *held; /* variables of it that were asked for */
    size_t n_held, held_room;
};

/* Takes in what the functions of a unit do, again until no unit tells anything new: true, it did. */
bool cld_alignments_learn(struct cld_alignments *a, struct cld_rewriter *r);
void cld_alignments_free(struct cld_alignments *a);

/* Of the function r->function. Powers of two, up to CLD_ALIGNED_TO_ALL. */
long long cld_pointer_alignment(struct cld_rewriter *r, const struct cld_node *pointer);
/* Of the address of an lvalue. `base`: as if the pointer that its path begins with were this; 0: as it is. */
long long cld_lvalue_alignment(struct cld_rewriter *r, const struct cld_node *lvalue, long long base);
/* What the address of an lvalue has to be a multiple of: less than its type, where it lies in something
 * packed. */
long long cld_needed_alignment(const struct cld_node *lvalue);
/* Of a pointer's or an array's elements. */
long long cld_element_alignment(const struct cld_node *pointer);

/* ---- what the alignment*.c share
 * ------------------------------------------------------------------------------- */

/* One value that a variable of the function may take. */
struct cld_flow {
    CXCursor to;
    const struct cld_node *from; /* NULL: through its address, from anywhere */
    enum {
        CLD_FLOW_SET,
        CLD_FLOW_ADD,  /* += -= */
        CLD_FLOW_KEEP, /* *= <<=: multiples stay multiples */
        CLD_FLOW_STEP, /* ++ -- */
        CLD_FLOW_LOSE
    } how;
};

struct cld_aligning {
    struct cld_rewriter *r;
    CXCursor visiting[8]; /* variables that are being asked for: they lower nothing */
    unsigned depth, steps;
};

long long cld_align_pointer(struct cld_aligning *s, const struct cld_node *n);
long long cld_align_lvalue(struct cld_aligning *s, const struct cld_node *n, long long base);
/* Of an integer: what it is a multiple of. */
long long cld_align_integer(struct cld_aligning *s, const struct cld_node *n);
/* Of a variable, from what flows into it. `start`: what it has if nothing does. */
long long cld_align_variable(struct cld_aligning *s, CXCursor variable, long long start);
/* What the program is known to put there: parameter `index` of a function, its result (-1), or a member or
 * variable (`function` NULL). CLD_ALIGNED_TO_ALL: nothing that its type does not allow. */
long long cld_align_lowered(const struct cld_alignments *a, const char *function, int index, CXCursor what);

long long cld_low_bit(long long n); /* of 0: CLD_ALIGNED_TO_ALL */
long long cld_type_alignment(CXType type);
CXType cld_pointee(const struct cld_node *pointer);
/* Index of a parameter of the function; -1: it is none. */
int cld_parameter_index(const struct cld_function *f, CXCursor variable);

#endif
