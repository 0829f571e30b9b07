/*
 * memory_name.h - what the memory is called that an access of a kernel's source means.
 *
 * A guess by the text: "tile" of `tile[y][x]`, "s.a" of `s.a[i]`, "all[i].bins" of `all[i].bins[bin]`, "p" of
 * `*p++`, `(p + 1)->x`, `vload4(i, p)` and `atomic_inc(&p[i])`. "" where it has no name of its own.
 */
#ifndef CLD_LAYER_MEMORY_NAME_H
#define CLD_LAYER_MEMORY_NAME_H

#include <stddef.h>

void cld_memory_name(const char *text, char *out, size_t room);

/* The variable that such a name begins with. */
void cld_first_variable(const char *name, char *out, size_t room);

#endif
