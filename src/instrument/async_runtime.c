/* async_runtime.c - what twins with async copies call, in OpenCL C. */
#include "instrument/async.h"

static const char types[] = "typedef event_t __cld_real_event;\n"
                            "typedef ulong __cld_event;\n"
                            "#define __CLD_NO_EVENT (~0UL)\n"
                            "typedef struct { ulong dst, src, n, stride; uint site, event; } __cld_copy;\n"
                            /* open: a bit for each event that is not waited for, by its number modulo 32 */
                            "typedef struct {\n"
                            "    __global uint *log;\n"
                            "    volatile __local uint *group;\n"
                            "    __private __cld_real_event *real;\n"
                            "    uint key, copies, compared, events, open, lost, lost_bit;\n"
                            "    ulong told;\n"
                            "    __cld_copy last[CLD_KEPT];\n"
                            "} __cld_async;\n";

/*
 * Of the group: [0] work-items that have ended, [1] copies that these have come to, [2] it was told that not
 * all came; and for each copy that is remembered: who claimed it, whose it is (its number; 0: being
 * written), site, work-item, destination, source, elements, stride.
 */
static const char runtime[] =
    "CLD_FN void __cld_async_begin(__private __cld_async *a, __global uint *log, uint key, volatile __local "
    "uint *group)\n"
    "{\n"
    "    a->log = log;\n"
    "    a->key = key;\n"
    "    a->group = group;\n"
    "    a->copies = a->compared = a->events = a->open = a->lost = a->lost_bit = 0;\n"
    "    a->told = 0;\n"
    "    if (group && __cld_item() == 0)\n"
    "        for (uint i = 0; i < 3 + 10 * CLD_KEPT; i++)\n"
    "            group[i] = 0;\n"
    "}\n"
    "CLD_FN void __cld_async_tell(__private __cld_async *a, uint site, ulong at, ulong first, ulong second, "
    "uint which)\n"
    "{\n"
    "    if (a->told >> (site & 63) & 1)\n"
    "        return;\n"
    "    a->told |= 1UL << (site & 63);\n"
    "    __cld_tell_address(a->log, a->key, site, at, __cld_mk(first, second), which);\n"
    "}\n"
    "CLD_FN int __cld_is_event(__private const __cld_async *a, __cld_event e)\n"
    "{\n"
    "    return e >> 32 == 0x6576656eUL && (uint)e <= a->events;\n"
    "}\n"
    /* By the first of the group that comes to copy `number`, unless what stood there is still being written.
     */
    "CLD_FN void __cld_async_publish(__private const __cld_async *a, uint number, __private const __cld_copy "
    "*c)\n"
    "{\n"
    "    volatile __local uint *g = a->group + 3 + 10 * ((number - 1) % CLD_KEPT);\n"
    "    uint before = g[0];\n"
    "    if (before >= number || g[1] != before || atomic_cmpxchg(&g[0], before, number) != before)\n"
    "        return;\n"
    "    atomic_xchg(&g[1], 0u);\n"
    "    mem_fence(CLK_LOCAL_MEM_FENCE);\n"
    "    g[2] = c->site;\n"
    "    g[3] = (uint)__cld_item();\n"
    "    g[4] = (uint)c->dst;\n"
    "    g[5] = (uint)(c->dst >> 32);\n"
    "    g[6] = (uint)c->src;\n"
    "    g[7] = (uint)(c->src >> 32);\n"
    "    g[8] = (uint)c->n;\n"
    "    g[9] = (uint)c->stride;\n"
    "    mem_fence(CLK_LOCAL_MEM_FENCE);\n"
    "    atomic_xchg(&g[1], number);\n"
    "}\n"
    /* Two work-items at the same copy. */
    "CLD_FN void __cld_async_same(__private __cld_async *a, __private const __cld_copy *c, uint site, uint "
    "item,\n"
    "                             ulong dst, ulong src, uint n, uint stride)\n"
    "{\n"
    "    if (site != c->site) {\n"
    "        a->group[2] = 1;\n"
    "        __cld_async_tell(a, c->site + 1, site, item, 0, 0);\n"
    "    } else if (dst != c->dst) {\n"
    "        __cld_async_tell(a, site, c->dst, dst, item, 1);\n"
    "    } else if (src != c->src) {\n"
    "        __cld_async_tell(a, site, c->src, src, item, 2);\n"
    "    } else if (n != (uint)c->n) {\n"
    "        __cld_async_tell(a, site, (uint)c->n, n, item, 3);\n"
    "    } else if (stride != (uint)c->stride) {\n"
    "        __cld_async_tell(a, site, (uint)c->stride, stride, item, 4);\n"
    "    }\n"
    "}\n"
    "CLD_FN void __cld_async_compare(__private __cld_async *a)\n"
    "{\n"
    "    uint first = a->copies > CLD_KEPT ? a->copies - CLD_KEPT : 0;\n"
    "    for (uint i = max(first, a->compared); i < a->copies && a->group; i++) {\n"
    "        volatile __local uint *g = a->group + 3 + 10 * (i % CLD_KEPT);\n"
    "        uint number = g[1], site = g[2], item = g[3], n = g[8], stride = g[9];\n"
    "        ulong dst = g[4] | (ulong)g[5] << 32, src = g[6] | (ulong)g[7] << 32;\n"
    "        mem_fence(CLK_LOCAL_MEM_FENCE);\n"
    "        if (number == i + 1 && g[1] == number)\n"
    "            __cld_async_same(a, &a->last[i % CLD_KEPT], site, item, dst, src, n, stride);\n"
    "    }\n"
    "    a->compared = a->copies;\n"
    "}\n"
    "CLD_NOINLINE CLD_FN __cld_event __cld_async_copy(__private __cld_async *a, uint site, ulong dst, ulong "
    "src, ulong n,\n"
    "                                                 ulong stride, __cld_event e)\n"
    "{\n"
    "    __private __cld_copy *c = &a->last[a->copies % CLD_KEPT];\n"
    "    if (a->copies >= CLD_KEPT && a->open >> (c->event & 31) & 1) {\n"
    "        a->lost = c->site;\n"
    "        a->lost_bit = c->event & 31;\n"
    "    }\n"
    "    if (e && !__cld_is_event(a, e)) {\n"
    "        __cld_async_tell(a, site + 3, e, 0, 0, 0);\n"
    "        e = 0;\n"
    "    }\n"
    "    c->event = e ? (uint)e : ++a->events;\n"
    "    c->site = site;\n"
    "    c->dst = dst;\n"
    "    c->src = src;\n"
    "    c->n = n;\n"
    "    c->stride = stride;\n"
    "    a->open |= 1u << (c->event & 31);\n"
    "    a->copies++;\n"
    "    if (a->group)\n"
    "        __cld_async_publish(a, a->copies, c);\n"
    "    return 0x6576656eUL << 32 | c->event;\n"
    "}\n"
    "CLD_NOINLINE CLD_FN void __cld_async_wait(__private __cld_async *a, uint site, int n, const __cld_event "
    "*list, __cld_span b)\n"
    "{\n"
    "    ulong at = (ulong)list, room = at >= b.x && at < b.y ? (b.y - at) / sizeof(*list) : 0;\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        __cld_event e = (ulong)i < room ? list[i] : __CLD_NO_EVENT;\n"
    "        if (__cld_is_event(a, e))\n"
    "            a->open &= ~(1u << ((uint)e & 31));\n"
    "        else\n"
    "            __cld_async_tell(a, site, e, (ulong)i, 0, 0);\n"
    "        if ((ulong)i >= room)\n"
    "            break;\n"
    "    }\n"
    "    __cld_async_compare(a);\n"
    "}\n"
    /* The last work-item of the group to end knows how many copies all have come to. */
    "CLD_FN void __cld_async_count(__private __cld_async *a)\n"
    "{\n"
    "    volatile __local uint *g = a->group;\n"
    "    uint items = (uint)__cld_items(), last = 0, site = 0;\n"
    "    atomic_add(&g[1], a->copies);\n"
    "    mem_fence(CLK_LOCAL_MEM_FENCE);\n"
    "    if (atomic_inc(&g[0]) + 1 != items || atomic_add(&g[1], 0u) == a->copies * items || g[2])\n"
    "        return;\n"
    "    for (uint i = 0; i < CLD_KEPT; i++)\n"
    "        if (g[3 + 10 * i + 1] > last) {\n"
    "            last = g[3 + 10 * i + 1];\n"
    "            site = g[3 + 10 * i + 2];\n"
    "        }\n"
    "    if (site)\n"
    "        __cld_async_tell(a, site + 1, 0, g[1], last, items);\n"
    "}\n"
    "CLD_NOINLINE CLD_FN void __cld_async_end(__private __cld_async *a)\n"
    "{\n"
    "    __cld_async_compare(a);\n"
    "    for (uint i = a->copies, left = min(i, (uint)CLD_KEPT); left; left--) {\n"
    "        __private const __cld_copy *c = &a->last[--i % CLD_KEPT];\n"
    "        if (a->open >> (c->event & 31) & 1)\n"
    "            __cld_async_tell(a, c->site + 2, 0, 0, 0, 0);\n"
    "        a->open &= ~(1u << (c->event & 31));\n"
    "    }\n"
    "    if (a->lost && a->open >> a->lost_bit & 1)\n"
    "        __cld_async_tell(a, a->lost + 2, 0, 0, 0, 0);\n"
    "    if (a->group)\n"
    "        __cld_async_count(a);\n"
    "}\n";

/* Ranges: `n` elements of `size` bytes, every `stride`th; also for prefetch. */
static const char ranges[] =
    "CLD_FN int __cld_range_in(ulong at, __cld_span b, ulong n, ulong stride, ulong size)\n"
    "{\n"
    "    ulong room = b.y - b.x, from = at - b.x;\n"
    "    if (n == 0 || b.y == ~0UL)\n"
    "        return 1;\n"
    "    if (from >= room || room - from < size)\n"
    "        return 0;\n"
    "    return stride == 0 || n - 1 <= (room - from - size) / size / stride;\n"
    "}\n"
    /* What of it is wrong: the first element where that lies before the memory, else the last one. */
    "CLD_FN ulong __cld_range_bad(ulong at, __cld_span b, ulong n, ulong stride, ulong size)\n"
    "{\n"
    "    ulong most = stride ? (~0UL >> 8) / size / stride : 0;\n"
    "    return (long)(at - b.x) < 0 || b.y == 0 ? at : at + min(n - 1, most) * stride * size;\n"
    "}\n";

/* What is left of a copy whose range is wrong: elements that are no one's are 0 in local memory. */
#define PART(name, dst_space, src_space, zero)                                                               \
    "CLD_NOINLINE CLD_FN void " name "(" dst_space " uchar *d, const " src_space                             \
    " uchar *s, __cld_span bd, __cld_span bs,\n"                                                             \
    "    ulong n, ulong stride_d, ulong stride_s, uint size, __cld_span near)\n"                             \
    "{\n"                                                                                                    \
    "    ulong most = near.y > near.x ? (near.y - near.x) / size : 0;\n"                                     \
    "    n = min(n, most);\n"                                                                                \
    "    for (ulong i = CLD_FIRST; i < n && n < 1UL << 28; i += CLD_STEP) {\n"                               \
    "        int good = __cld_range_in((ulong)(s + i * stride_s), bs, 1, 1, size);\n"                        \
    "        for (uint k = 0; k < size && __cld_range_in((ulong)(d + i * stride_d), bd, 1, 1, size)" zero    \
    "; k++)\n"                                                                                               \
    "            d[i * stride_d + k] = good ? s[i * stride_s + k] : 0;\n"                                    \
    "    }\n"                                                                                                \
    "}\n"

static const char parts[] = PART("__cld_part_in", "__local", "__global", "")
    PART("__cld_part_out", "__global", "__local", " && good");

/* As the device's own function does it: on CPUs one work-item for all, as those of PoCL do not wait. */
static const char alone[] = "#define CLD_FIRST (__cld_item() ? ~0UL : 0)\n#define CLD_STEP 1\n"
                            "CLD_FN __cld_real_event __cld_no_event(void)\n"
                            "{\n"
                            "    __cld_real_event e = 0;\n"
                            "    return e;\n"
                            "}\n";
static const char together[] = "#define CLD_FIRST __cld_item()\n#define CLD_STEP __cld_items()\n";

void cld_async_types(const struct cld_rewriter *r, struct cld_text *out)
{
    if (!r->async.any)
        return;
    cld_text_format(out, "#define CLD_KEPT %u\n", r->async.kept);
    cld_text_add(out, types);
}

void cld_async_runtime(const struct cld_rewriter *r, struct cld_text *out)
{
    if (r->async.any || r->has_ranges)
        cld_text_add(out, ranges);
    if (!r->async.any)
        return;
    cld_text_add(out, runtime);
    cld_text_add(out, r->device->is_cpu ? alone : together);
    cld_text_add(out, parts);
}

void cld_async_define(const struct cld_rewriter *r, struct cld_text *out)
{
    cld_text_add(out, r->async.any ? "#define event_t __cld_event\n" : "");
}
