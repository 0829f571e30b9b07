/* struct_layout.h - structs that kernels take, by value or by pointer: how the device lays them out. */
#ifndef CLD_INSTRUMENT_STRUCT_LAYOUT_H
#define CLD_INSTRUMENT_STRUCT_LAYOUT_H

#include "instrument/conditions.h"
#include "instrument/function.h"

/*
 * Adds those of `kernel` to `out`, each once, as in wire/message.h: "lamp 32 direction:0 power:16". Structs
 * without a name, with bit-fields or with nameless members are left out.
 */
void cld_struct_layouts(const struct cld_function *kernel, struct cld_names *out);

#endif
