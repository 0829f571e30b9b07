/* symbolise_internal.h - what the parts of the symboliser share. */
#ifndef CLD_MODEL_SYMBOLISE_INTERNAL_H
#define CLD_MODEL_SYMBOLISE_INTERNAL_H

#include <elfutils/libdwfl.h>

#include "model/arena.h"
#include "model/symbolise.h"

/*
 * Adds the frames at `address` (in the file's own address space) to `frames`: one, and one more for each
 * function inlined there. False: the debug information says nothing about it.
 */
bool cld_symbolise_dwarf(struct cld_arena *arena, Dwfl_Module *module, Dwarf_Addr address,
                         struct cld_frames *frames);
/* The compilation unit that an address of the process lies in, and what may be allocated for it; NULL: not
 * known. */
Dwarf_Die *cld_symbolise_unit(struct cld_symboliser *symboliser, const struct cld_process *process,
                              uint64_t address, struct cld_arena **arena);
struct cld_frame *cld_frames_add(struct cld_frames *frames);
/* A readable name: demangled, without its parameter list. */
const char *cld_symbolise_name(struct cld_arena *arena, const char *symbol);

#endif
