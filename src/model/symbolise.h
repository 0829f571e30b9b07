/*
 * symbolise.h - from addresses to functions, files and lines, with elfutils' libdw.
 *
 * Lazy: a file is opened when an address in it is shown, and not before. Debug information is looked for in
 * the file itself, then under /usr/lib/debug by build-id, then by .gnu_debuglink. The network is never asked.
 * Of libc, the ICD loader and cldoctor itself only exported names are given.
 */
#ifndef CLD_MODEL_SYMBOLISE_H
#define CLD_MODEL_SYMBOLISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct cld_frame {
    const char *function;    /* NULL: unknown */
    const char *file;        /* source file, NULL: unknown */
    int line, column;        /* 0: unknown */
    const char *module;      /* base name of the file that holds the code; NULL: unknown */
    const char *module_path; /* NULL: unknown */
    uint64_t offset;         /* address in the module; without a module: the address itself */
    bool inlined;            /* into the next frame of the list */
    bool changed;            /* the module's file is not the one that ran any more: no names, no lines */
};

struct cld_frames {
    size_t count;
    struct cld_frame *list; /* innermost first */
};

struct cld_symboliser;

struct cld_symboliser *cld_symboliser_new(void);
void cld_symboliser_free(struct cld_symboliser *symboliser);

/* The frames of a stack, inlined ones expanded. Empty for stack 0. They live as long as the symboliser. */
const struct cld_frames *cld_symbolise_stack(struct cld_symboliser *symboliser,
                                             const struct cld_process *process, uint32_t stack);
/* The frames of one return address. */
const struct cld_frames *cld_symbolise_address(struct cld_symboliser *symboliser,
                                               const struct cld_process *process, uint64_t address);
/* How many files were opened so far. */
size_t cld_symboliser_opened(const struct cld_symboliser *symboliser);

#endif
