/* stack.c - when two call stacks are the same, also across processes whose modules lie elsewhere. */
#include <string.h>

#include "model/model.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value;
    hash *= 0xff51afd7ed558ccdull;
    return hash ^ (hash >> 32);
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3ull;
    return hash;
}

const struct cld_stack *cld_process_stack(const struct cld_process *process, uint32_t id)
{
    return id ? cld_idmap_get(&process->stacks, id) : NULL;
}

const struct cld_module *cld_process_module(const struct cld_process *process, uint64_t address)
{
    /* The last one wins: addresses come again after dlclose(). */
    for (size_t i = process->n_modules; i-- > 0;)
        if (address >= process->modules[i].start && address < process->modules[i].end)
            return &process->modules[i];
    return NULL;
}

static uint64_t hash_frames(const struct cld_process *process, uint32_t id, uint64_t most)
{
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    const struct cld_stack *stack = cld_process_stack(process, id);
    for (uint64_t i = 0; stack && i < stack->count && i < most; i++) {
        const struct cld_module *module = cld_process_module(process, stack->frames[i]);
        if (module)
            hash = mix_text(hash, module->path);
        hash = mix(hash, stack->frames[i] - (module ? module->base : 0));
    }
    return hash;
}

uint64_t cld_stack_hash(const struct cld_process *process, uint32_t id)
{
    return hash_frames(process, id, UINT64_MAX);
}

uint64_t cld_stack_site_hash(const struct cld_process *process, uint32_t id)
{
    return hash_frames(process, id, 1);
}

static bool frame_equal(const struct cld_process *a, uint64_t x, const struct cld_process *b, uint64_t y)
{
    if (a == b)
        return x == y;
    const struct cld_module *m = cld_process_module(a, x), *n = cld_process_module(b, y);
    if (!m || !n)
        return m == n && x == y;
    return x - m->base == y - n->base && strcmp(m->path, n->path) == 0;
}

bool cld_stack_equal(const struct cld_process *a, uint32_t id_a, const struct cld_process *b, uint32_t id_b)
{
    const struct cld_stack *s = cld_process_stack(a, id_a), *t = cld_process_stack(b, id_b);
    if (!s || !t)
        return s == t;
    if (s->count != t->count)
        return false;
    for (uint64_t i = 0; i < s->count; i++)
        if (!frame_equal(a, s->frames[i], b, t->frames[i]))
            return false;
    return true;
}

bool cld_stack_site_equal(const struct cld_process *a, uint32_t id_a, const struct cld_process *b,
                          uint32_t id_b)
{
    const struct cld_stack *s = cld_process_stack(a, id_a), *t = cld_process_stack(b, id_b);
    if (!s || !t || s->count == 0 || t->count == 0)
        return s == t;
    return frame_equal(a, s->frames[0], b, t->frames[0]);
}
