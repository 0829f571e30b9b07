/* binaries.c - from the hash of a binary to the recipe of its program. */
#include "layer/binaries.h"

#include "layer/twin_cache.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MOST 4096 /* a program that builds for ever must not make us grow for ever */

struct known {
    UT_hash_handle hh;
    XXH128_hash_t hash;
    struct cld_recipe *recipe;
};

static struct {
    pthread_mutex_t lock;
    struct known *all; /* in the order in which they came */
} binaries = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Of the cache on disk: no other key is made from a text that begins like this. */
static struct cld_twin_key key_of(XXH128_hash_t hash)
{
    char text[96];
    int n = snprintf(text, sizeof text, "cldoctor: recipe, 1, of the binary %016llx%016llx",
                     (unsigned long long)hash.high64, (unsigned long long)hash.low64);
    return cld_twin_key(text, (size_t)n);
}

static void drop_oldest(void)
{
    struct known *k = binaries.all;
    HASH_DEL(binaries.all, k);
    cld_recipe_release(k->recipe);
    free(k);
}

/* False: known already. */
static bool add(XXH128_hash_t hash, struct cld_recipe *recipe)
{
    struct known *k;
    bool is_new;
    pthread_mutex_lock(&binaries.lock);
    HASH_FIND(hh, binaries.all, &hash, sizeof hash, k);
    is_new = !k || k->recipe != recipe;
    if (k && is_new) {
        cld_recipe_release(k->recipe);
        k->recipe = cld_recipe_retain(recipe);
    } else if (is_new && (k = calloc(1, sizeof *k))) {
        k->hash = hash;
        k->recipe = cld_recipe_retain(recipe);
        HASH_ADD(hh, binaries.all, hash, sizeof hash, k);
        if (HASH_COUNT(binaries.all) > MOST)
            drop_oldest();
    }
    pthread_mutex_unlock(&binaries.lock);
    return is_new;
}

void cld_binary_remember(const void *binary, size_t size, struct cld_recipe *recipe)
{
    size_t packed_size;
    if (!recipe || recipe->reason || !size)
        return;
    XXH128_hash_t hash = XXH3_128bits(binary, size);
    if (!add(hash, recipe))
        return;
    void *packed = cld_recipe_pack(recipe, &packed_size);
    if (packed)
        cld_twin_cache_put(key_of(hash), packed, packed_size);
    free(packed);
}

static struct cld_recipe *from_disk(XXH128_hash_t hash)
{
    size_t size = 0;
    void *packed = NULL;
    if (!cld_twin_cache_get(key_of(hash), &packed, &size))
        return NULL;
    struct cld_recipe *r = cld_recipe_unpack(packed, size);
    free(packed);
    if (r)
        add(hash, r);
    return r;
}

struct cld_recipe *cld_binary_recognise(const void *binary, size_t size)
{
    struct known *k;
    if (!binary || !size)
        return NULL;
    XXH128_hash_t hash = XXH3_128bits(binary, size);
    pthread_mutex_lock(&binaries.lock);
    HASH_FIND(hh, binaries.all, &hash, sizeof hash, k);
    struct cld_recipe *r = k ? cld_recipe_retain(k->recipe) : NULL;
    pthread_mutex_unlock(&binaries.lock);
    return r ? r : from_disk(hash);
}

void cld_binaries_lock(void)
{
    pthread_mutex_lock(&binaries.lock);
}

void cld_binaries_unlock(void)
{
    pthread_mutex_unlock(&binaries.lock);
}
