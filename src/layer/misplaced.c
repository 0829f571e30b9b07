#include "layer/misplaced.h"

#include "wire/log.h"

#include <stdio.h>
#include <string.h>

#define FIX(...) snprintf(fix, fix_room, __VA_ARGS__)

/* ---- not aligned ----------------------------------------------------------------------------------------
 */

/* A vector of 3 is aligned as one of 4. */
static uint32_t component_bytes(const struct cld_slot_read *l)
{
    uint32_t components = l->components == 3 ? 4 : l->components;
    return components ? l->alignment / components : 0;
}

/* The memory itself begins where nothing of this type can lie. */
static void fix_memory(const struct cld_misplaced *m, char *fix, size_t fix_room)
{
    uint32_t n = m->slot->alignment;
    if (m->is_host_memory)
        FIX("align the host memory that is given to the kernel (CL_MEM_USE_HOST_PTR, SVM) to %u bytes, as "
            "aligned_alloc(%u, ...) does",
            n, n);
    else
        FIX("declare what it points into with __attribute__((aligned(%u)))", n);
}

static void fix_offset(const struct cld_misplaced *m, char *fix, size_t fix_room)
{
    const struct cld_slot_read *l = m->slot;
    uint32_t component = component_bytes(l);
    if (component && l->address % component == 0)
        FIX("use %s%u() with a pointer to the components: it needs a multiple of %u only; or make the offset "
            "a "
            "multiple of %u",
            m->is_write ? "vstore" : "vload", l->components, component, l->alignment);
    else
        FIX("make the offset a multiple of %u; or %s the bytes one by one (%s%u() with a pointer to uchar, "
            "as_...()), "
            "or, of a struct, declare it __attribute__((packed))",
            l->alignment, m->is_write ? "write" : "read", m->is_write ? "vstore" : "vload",
            l->bytes > 1 && l->bytes <= 16 && !(l->bytes & (l->bytes - 1)) ? l->bytes : 4);
}

const char *cld_misaligned_cause(const struct cld_misplaced *m, char *fix, size_t fix_room)
{
    bool begins_wrong = m->first != UINT64_MAX && m->first % m->slot->alignment != 0;
    if (begins_wrong)
        fix_memory(m, fix, fix_room);
    else
        fix_offset(m, fix, fix_room);
    return begins_wrong ? "misaligned-memory" : "misaligned-offset";
}

/* ---- another address space ------------------------------------------------------------------------------
 */

const char *cld_other_space(const struct cld_slot_read *l)
{
    static const char *const names[] = {NULL, "private", "global", "constant", "local", NULL};
    bool is = l->exact && !l->alignment && l->first == l->behind;
    return is && l->first < sizeof names / sizeof names[0] ? names[l->first] : NULL;
}

const char *cld_other_space_cause(const struct cld_misplaced *m, char *fix, size_t fix_room)
{
    const char *into = cld_other_space(m->slot);
    if (m->is_write && strcmp(into, "constant") == 0) {
        FIX("kernels can't write constant memory: give the kernel a `global` buffer for what it writes");
        return "constant-memory";
    }
    FIX("use a `%s` pointer for it: a function that takes both needs a version for each address space, or, "
        "from "
        "OpenCL C 2.0 on, a pointer without one",
        into);
    return "other-address-space";
}
