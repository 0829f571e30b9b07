/* pass_bounds_runtime.c - what the twins of this pass call, in OpenCL C. */
#include "instrument/pass_bounds.h"

#include "instrument/after_barrier.h"

/*
 * Which places missed, a bit each, and the last of them in full. A kernel has them as variables of its own,
 * which compilers keep in registers; the functions that it calls, which may not be inlined, have the first
 * and the last in the state of the work-item. `at` is an index where the table __cld_units knows the unit,
 * else an address, with its bounds.
 */
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
    "CLD_FN void __cld_miss(__private __cld_state *s, uint site, ulong at, __cld_span b)\n"
    "{\n"
    "    s->last.site = site;\n"
    "    s->last.at = at;\n"
    "    s->last.bounds = b;\n"
    "    if (!s->one.site)\n"
    "        s->one = s->last;\n"
    "}\n"
    "CLD_FN void __cld_put(volatile __global uint *to, ulong value)\n"
    "{\n"
    "    to[0] = (uint)value;\n"
    "    to[1] = (uint)(value >> 32);\n"
    "}\n"
    "CLD_FN void __cld_who(volatile __global uint *slot)\n"
    "{\n"
    "    for (uint k = 0; k < 3; k++) {\n"
    "        __cld_put(slot + 14 + 2 * k, get_global_id(k));\n"
    "        slot[20 + k] = (uint)get_local_id(k);\n"
    "        slot[23 + k] = (uint)get_group_id(k);\n"
    "    }\n"
    "}\n"
    /* wire/log.h; b: bounds of the argument or the pointer; argument + 1, where the table does not know it */
    "CLD_NOINLINE CLD_FN void __cld_tell(__global uint *where, uint key, uint site, ulong at, __cld_span b,\n"
    "                                    uint argument)\n"
    "{\n"
    "    volatile __global uint *log = where, *slot = log + 16 + (ulong)(site - 1) * 32;\n"
    "    ulong unit = __cld_units[site - 1].unit;\n"
    "    if (unit) {\n"
    "        argument = __cld_units[site - 1].argument;\n"
    "        b = argument ? b : __cld_mk(0, __cld_units[site - 1].units * unit);\n"
    "        at = b.x + at * unit;\n"
    "    }\n"
    "    atomic_inc(&slot[2]);\n"
    "    atomic_inc(&slot[3]);\n"
    "    if (atomic_xchg(&slot[0], 1u) != 1u) {\n"
    "        slot[4] = key;\n"
    "        slot[5] = argument;\n"
    "        slot[6] = __cld_units[site - 1].bytes;\n"
    "        slot[7] = __cld_units[site - 1].space;\n"
    "        __cld_put(slot + 8, at);\n"
    "        __cld_put(slot + 10, b.x);\n"
    "        __cld_put(slot + 12, b.y);\n"
    "        __cld_who(slot);\n"
    "        mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "        atomic_xchg(&slot[1], 1u);\n"
    "    }\n"
    "    atomic_inc(&log[0]);\n"
    "}\n"
    /* Places that missed before the last one: from `first` to `end`, where the bit is that of one alone. */
    "CLD_NOINLINE CLD_FN void __cld_also(__global uint *where, uint key, uint mask, uint last, uint first, "
    "uint end)\n"
    "{\n"
    "    for (uint site = first; site < end; site++) {\n"
    "        volatile __global uint *slot = (volatile __global uint *)where + 16 + (ulong)(site - 1) * 32;\n"
    "        if (site == last || !(__cld_units[site - 1].bit & mask))\n"
    "            continue;\n"
    "        atomic_inc(&slot[2]);\n"
    "        atomic_inc(&slot[3]);\n"
    "        if (atomic_cmpxchg(&slot[0], 0u, 2u) == 0) {\n"
    "            slot[4] = key;\n"
    "            slot[5] = __cld_units[site - 1].argument;\n"
    "            slot[6] = __cld_units[site - 1].bytes;\n"
    "            slot[7] = __cld_units[site - 1].space;\n"
    "            __cld_who(slot);\n"
    "            mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "            atomic_cmpxchg(&slot[1], 0u, 2u);\n"
    "        }\n"
    "    }\n"
    "}\n";

void cld_pass_bounds_before(struct cld_rewriter *r, struct cld_text *out)
{
    cld_text_add(out, "typedef struct { ulong unit, units; uint argument, bytes, bit, space; } __cld_unit;\n"
                      "CLD_FN_DATA __constant __cld_unit __cld_units[] = {\n");
    for (size_t i = 0; i < r->sites->count; i++) {
        const struct cld_site *s = &r->sites->list[i];
        cld_text_format(out, "{%lldUL, %lldUL, %du, %lldu, %#xu, %du},\n", s->unit, s->units,
                        s->unit ? s->argument + 1 : 0, s->bytes, s->bit, (int)s->space + 1);
    }
    cld_text_add(out, "{0, 0, 0, 0, 0, 0}};\n");
    cld_after_barrier_runtime(r, out);
}
