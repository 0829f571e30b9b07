#include "layer/launch_key.h"

#include "layer/ranges.h"
#include "layer/twin_kernel.h"

#include <stdlib.h>

#define MOST (CLD_KEY_KINDS * CLD_KEYS)
#define BUCKETS (CLD_KEYS * 8) /* power of two, more than twice the keys */

static struct {
    pthread_mutex_t lock;
    uint32_t count[CLD_KEY_KINDS];
    uint16_t buckets[BUCKETS]; /* id; 0: empty */
    _Atomic(struct cld_launch_key *) keys[MOST + 1];
} keys = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t hash_of(const struct cld_launch_key *k)
{
    uint64_t h = cld_launch_mix(
        cld_launch_mix(cld_launch_mix(k->label, k->stack), k->dims + ((uint64_t)k->kind << 32)),
        k->program.serial);
    for (int i = 0; i < 3; i++)
        h = cld_launch_mix(cld_launch_mix(cld_launch_mix(h, k->offset[i]), k->global[i]), k->local[i]);
    for (uint32_t i = 0; i < k->n_args; i++) {
        const struct cld_launch_arg *a = &k->args[i];
        h = cld_launch_mix(
            cld_launch_mix(cld_launch_mix(cld_launch_mix(cld_launch_mix(h, a->how), a->size), a->value),
                           a->serial),
            a->offset);
    }
    return h;
}

static bool same(const struct cld_launch_key *a, const struct cld_launch_key *b)
{
    return a->label == b->label && a->stack == b->stack && a->dims == b->dims && a->n_args == b->n_args &&
           a->kind == b->kind && a->program.serial == b->program.serial &&
           memcmp(a->offset, b->offset, sizeof a->offset) == 0 &&
           memcmp(a->global, b->global, sizeof a->global) == 0 &&
           memcmp(a->local, b->local, sizeof a->local) == 0 &&
           memcmp(a->args, b->args, a->n_args * sizeof a->args[0]) == 0;
}

static void describe(const struct cld_object *kernel, uint32_t i, struct cld_finding_object *out,
                     uint64_t *parent, struct cld_key_image *image)
{
    const struct cld_kernel_arg *arg = &kernel->kernel.args[i];
    const struct cld_mirror *m = &kernel->kernel.twin->args[i];
    const void *pointer;
    uint64_t offset;
    if (m->how == CLD_ARG_SVM || m->how == CLD_ARG_USM) {
        memcpy(&pointer, m->bytes, sizeof pointer);
        cld_range_find(pointer, out, &offset);
    } else if (arg->object && atomic_load(&arg->object->serial) == arg->object_serial) {
        const struct cld_object *o = arg->object, *p = o->parent;
        cld_object_describe(o, out);
        if (o->subkind == CLD_SUB_SUB_BUFFER && p && atomic_load(&p->serial) == o->parent_serial)
            *parent = p->bytes;
        if (o->subkind == CLD_SUB_IMAGE)
            *image = (struct cld_key_image){o->mem.format, cld_image_size(o)};
    }
}

/* As long as its arguments need; `objects`, `parents` and `images` behind. */
static struct cld_launch_key *copy_of(const struct cld_launch_key *key, const struct cld_object *kernel)
{
    struct cld_launch_key *copy = calloc(1, sizeof *copy);
    struct cld_key_image *images;
    struct cld_finding_object *objects = calloc(
        key->n_args + 1, sizeof *objects + sizeof(uint64_t) + sizeof *images); /* one block, never freed */
    if (!copy || !objects) {
        free(copy);
        free(objects);
        return NULL;
    }
    memcpy(copy, key, offsetof(struct cld_launch_key, args) + key->n_args * sizeof key->args[0]);
    uint64_t *parents = (uint64_t *)(objects + key->n_args);
    images = (struct cld_key_image *)(parents + key->n_args);
    for (uint32_t i = 0; i < key->n_args; i++)
        describe(kernel, i, &objects[i], &parents[i], &images[i]);
    cld_object_describe(kernel, &copy->kernel);
    if (kernel->parent && atomic_load(&kernel->parent->serial) == kernel->parent_serial)
        cld_object_describe(kernel->parent, &copy->program);
    copy->objects = objects;
    copy->parents = parents;
    copy->images = images;
    atomic_fetch_add(&copy->info->users, 1);
    return copy;
}

/* With the lock held. */
static uint32_t find_or_add(struct cld_launch_key *key, const struct cld_object *kernel)
{
    uint32_t at = (uint32_t)(hash_of(key) >> 32) & (BUCKETS - 1);
    for (; keys.buckets[at]; at = (at + 1) & (BUCKETS - 1))
        if (same(atomic_load(&keys.keys[keys.buckets[at]]), key))
            return keys.buckets[at];
    uint32_t *count = &keys.count[key->kind];
    struct cld_launch_key *copy = *count < CLD_KEYS ? copy_of(key, kernel) : NULL;
    if (!copy)
        return 0;
    copy->id = ++*count + (uint32_t)key->kind * CLD_KEYS;
    atomic_store(&keys.keys[copy->id], copy);
    keys.buckets[at] = (uint16_t)copy->id;
    return copy->id;
}

static void drop_values(struct cld_launch_key *key)
{
    key->kind = CLD_KEY_VALUELESS;
    for (uint32_t i = 0; i < key->n_args; i++)
        key->args[i].value = 0;
}

static void drop_all(struct cld_launch_key *key)
{
    key->kind = CLD_KEY_PLACE;
    key->n_args = 0;
    memset(key->offset, 0, sizeof key->offset);
    memset(key->global, 0, sizeof key->global);
    memset(key->local, 0, sizeof key->local);
}

uint32_t cld_launch_key_id(struct cld_launch_key *key, const struct cld_object *kernel)
{
    pthread_mutex_lock(&keys.lock);
    key->kind = CLD_KEY_WHOLE;
    uint32_t id = find_or_add(key, kernel);
    if (!id) {
        drop_values(key);
        id = find_or_add(key, kernel);
    }
    if (!id) { /* its place is still worth having */
        drop_all(key);
        id = find_or_add(key, kernel);
    }
    pthread_mutex_unlock(&keys.lock);
    return id;
}

const struct cld_launch_key *cld_launch_key(uint32_t id)
{
    return id <= MOST ? atomic_load(&keys.keys[id]) : NULL;
}

void cld_launch_keys_lock(void)
{
    pthread_mutex_lock(&keys.lock);
}

void cld_launch_keys_unlock(void)
{
    pthread_mutex_unlock(&keys.lock);
}

/* Their stacks are in the parent's files; the memory is a small leak. */
void cld_launch_keys_forked(void)
{
    memset(keys.buckets, 0, sizeof keys.buckets);
    for (uint32_t i = 0; i <= MOST; i++)
        atomic_store(&keys.keys[i], NULL);
    memset(keys.count, 0, sizeof keys.count);
    pthread_mutex_unlock(&keys.lock);
}
