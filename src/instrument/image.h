/*
 * image.h - images and samplers as the source has them, and what functions gain for them.
 *
 * A sampler's rule says what reads outside of the image are, as a uint in the twin's text: 0 allowed; 1
 * undefined (CLK_ADDRESS_NONE); 2 the same, with normalized coordinates. A sampler that is a parameter has
 * its rule in a hidden parameter __cld_a3. An image that is a parameter has its size in __cld_w3, a uint4: in
 * x, y and z as much as one counts in each coordinate, the layer among them, and in w the number of the
 * kernel's argument that it is, from 1 on. Asking the image itself takes a GPU as long as reading it, and
 * PoCL 3.1 does not know the answer for image1d_buffer_t.
 */
#ifndef CLD_INSTRUMENT_IMAGE_H
#define CLD_INSTRUMENT_IMAGE_H

#include "instrument/rewrite.h"

struct cld_image_type {
    unsigned dims; /* coordinates within one layer */
    bool is_array; /* one more: the layer */
};

/* False: the type is no image's. */
bool cld_image_type(CXType type, struct cld_image_type *out);
bool cld_is_sampler(CXType type);
/* The parameter of the function being written that a name is; -1: it is none. */
int cld_parameter_named(const struct cld_rewriter *r, const struct cld_node *n);
/* Text of a sampler's rule; NULL: not known. The caller frees it. */
char *cld_sampler_rule(const struct cld_rewriter *r, const struct cld_node *sampler);

/* ---- image_arguments.c: each with a comma before it; nothing for what is neither image nor sampler
 * --------------- */

void cld_image_parameter(CXType type, int i, struct cld_text *out);
void cld_image_argument(struct cld_rewriter *r, CXType type, const struct cld_node *argument,
                        struct cld_text *out);
/* Of a kernel's hidden arguments (wire/message.h): " A3", " W3"; or what stands in the list of a table. */
void cld_image_hidden(CXType type, int i, const char *before, bool table, struct cld_text *out);
/* From a table's entry `entry`; how many entries that are. */
int cld_image_from_table(CXType type, int i, int entry, struct cld_text *out);
/* Bytes of the hidden argument. */
unsigned cld_image_hidden_bytes(CXType type);

#endif
