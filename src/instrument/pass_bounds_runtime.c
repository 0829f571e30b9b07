/* pass_bounds_runtime.c - what the twins of this pass call, in OpenCL C. */
#include "instrument/pass_bounds.h"

#include "instrument/log_runtime.h"

#include "instrument/after_barrier.h"

/*
 * A kernel tells what it missed at once, or, on a GPU, at its end; the functions that it calls, which don't
 * know its arguments, keep the first and the last in the state of the work-item. `at` is an index where the
 * table __cld_units knows the unit, else an address, with its bounds.
 */
/* What is cold stays small. */

const char cld_pass_bounds_types[] =
    "typedef struct { uint site; ulong at; __cld_span bounds; } __cld_missed;\n";
const char cld_pass_bounds_state[] = "__cld_missed one, last; uint bad;";

const char cld_pass_bounds_runtime[] =
    /* one unsigned comparison is both: at >= b.x, and at < b.y */
    "CLD_FN int __cld_in(ulong at, __cld_span b, ulong size)\n"
    "{\n"
    "    ulong d = at - b.x, n = b.y - b.x;\n"
    "    return d < n && n - d >= size;\n"
    "}\n"
    /* The live range that an address lies in. */
    "CLD_NOINLINE CLD_FN __cld_span __cld_find(__global const ulong *r, ulong at)\n"
    "{\n"
    "    if (at < 4096UL)\n"
    "        return __cld_mk(0UL, 0UL);\n"
    "    if (r) {\n"
    "        ulong low = 0, high = r[0];\n"
    "        while (low < high) {\n"
    "            ulong middle = (low + high) / 2;\n"
    "            if (at < r[1 + 2 * middle])\n"
    "                high = middle;\n"
    "            else if (at >= r[2 + 2 * middle])\n"
    "                low = middle + 1;\n"
    "            else\n"
    "                return __cld_mk(r[1 + 2 * middle], r[2 + 2 * middle]);\n"
    "        }\n"
    "    }\n"
    "    return __cld_mk(0UL, ~0UL);\n"
    "}\n"
    /* Bounds that may be unknown, of a pointer into global memory. */
    "CLD_FN __cld_span __cld_known(__global const ulong *r, __cld_span b, ulong pointer)\n"
    "{\n"
    "    return b.y == ~0UL ? __cld_find(r, pointer) : b;\n"
    "}\n"
    /* An access that can be wrong in several ways counts once. */
    "CLD_FN void __cld_miss(__private __cld_state *s, uint site, ulong at, __cld_span b)\n"
    "{\n"
    "    uint one = s->one.site;\n"
    "    if (one && one != site && __cld_units[one - 1].access == __cld_units[site - 1].access)\n"
    "        return;\n"
    "    s->last.site = site;\n"
    "    s->last.at = at;\n"
    "    s->last.bounds = b;\n"
    "    if (!one)\n"
    "        s->one = s->last;\n"
    "}\n"
    /* argument: + 1; 0: none */
    "CLD_FN void __cld_write(__global uint *where, uint key, uint site, ulong at, __cld_span b, uint "
    "argument)\n"
    "{\n"
    "    __constant __cld_unit *u = &__cld_units[site - 1];\n"
    "    __cld_log_slot(where, key, site, at, b.x, b.y, argument, u->bytes, u->space, u->aligned);\n"
    "}\n"
    /* No part of a kernel on a CPU, where they are called in many places; on a GPU, whose kernels call them
     * at their end, a call costs registers of the whole kernel. */
    "CLD_COLD CLD_FN void __cld_tell_address(__global uint *log, uint key, uint site, ulong at, "
    "__cld_span b,\n"
    "                                            uint argument)\n"
    "{\n"
    "    __cld_write(log, key, site, at, b, argument);\n"
    "}\n"
    /* bytes: of the argument's memory. What has no argument is an array, and the table has its size. */
    "CLD_COLD CLD_FN void __cld_tell_index(__global uint *log, uint key, uint site, ulong index, ulong "
    "bytes)\n"
    "{\n"
    "    __constant __cld_unit *u = &__cld_units[site - 1];\n"
    "    __cld_write(log, key, site, index * u->unit, __cld_mk(0, u->argument ? bytes : u->units * "
    "u->unit),\n"
    "                u->argument);\n"
    "}\n"
    "CLD_FN void __cld_tell_kept(__global uint *log, uint key, __private const __cld_missed *m, uint "
    "argument)\n"
    "{\n"
    "    if (__cld_units[m->site - 1].unit)\n"
    "        __cld_tell_index(log, key, m->site, m->at, 0);\n"
    "    else\n"
    "        __cld_tell_address(log, key, m->site, m->at, m->bounds, argument);\n"
    "}\n"
    /* The bit of a site in one of the masks; 0: it is in another one, or none. */
    "CLD_FN uint __cld_bit(uint site, uint word)\n"
    "{\n"
    "    uint n = __cld_units[site - 1].bit;\n"
    "    return n && (n - 1) / 32 == word ? 1u << (n - 1) % 32 : 0;\n"
    "}\n"
    /* Without the bits of the sites of one access. */
    "CLD_FN uint __cld_less(uint mask, uint word, uint access, uint first, uint end)\n"
    "{\n" CLD_ROLLED "    for (uint site = first; site < end; site++)\n"
    "        if (__cld_units[site - 1].access == access)\n"
    "            mask &= ~__cld_bit(site, word);\n"
    "    return mask;\n"
    "}\n"
    /* Accesses that missed besides the last one: of the sites from `first` to `end`, those of one mask. */
    "CLD_COLD CLD_FN void __cld_also(__global uint *where, uint key, uint mask, uint word, uint last, uint "
    "first,\n"
    "                                uint end)\n"
    "{\n"
    "    mask = __cld_less(mask, word, __cld_units[last - 1].access, first, end);\n" CLD_ROLLED
    "    for (uint site = first; mask && site < end; site++) {\n"
    "        volatile __global uint *slot = (volatile __global uint *)where + 16 + (ulong)(site - 1) * 32;\n"
    "        if (!(__cld_bit(site, word) & mask))\n"
    "            continue;\n"
    "        mask = __cld_less(mask, word, __cld_units[site - 1].access, first, end);\n"
    "        atomic_inc(&slot[2]);\n"
    "        atomic_inc(&slot[3]);\n"
    "        if (atomic_cmpxchg(&slot[0], 0u, 2u) == 0) {\n"
    "            slot[4] = key;\n"
    "            slot[5] = __cld_units[site - 1].argument;\n"
    "            slot[6] = __cld_units[site - 1].bytes;\n"
    "            slot[7] = __cld_units[site - 1].space;\n"
    "            slot[26] = __cld_units[site - 1].aligned;\n"
    "            __cld_who(slot);\n"
    "            mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "            atomic_cmpxchg(&slot[1], 0u, 2u);\n"
    "        }\n"
    "    }\n"
    "}\n";

void cld_pass_bounds_before(struct cld_rewriter *r, struct cld_text *out)
{
    cld_text_add(out, "typedef struct { ulong unit, units; uint argument, bytes, bit, space, access, "
                      "aligned; } __cld_unit;\n"
                      "CLD_FN_DATA __constant __cld_unit __cld_units[] = {\n");
    for (size_t i = 0; i < r->sites->count; i++) {
        const struct cld_site *s = &r->sites->list[i];
        cld_text_format(out, "{%lldUL, %lldUL, %du, %lldu, %uu, %du, %uu, %#xu},\n", s->unit, s->units,
                        s->unit ? s->argument + 1 : 0, s->bytes, s->bit, (int)s->space + 1, s->access,
                        s->components << 16 | s->alignment);
    }
    cld_text_add(out, "{0, 0, 0, 0, 0, 0, 0, 0}};\n");
    cld_after_barrier_runtime(r, out);
}
