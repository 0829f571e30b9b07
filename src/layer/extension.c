/*
 * extension.c - functions that programs fetch by name.
 *
 * Each platform has its own function for an extension's name, and a program may use several platforms. So the
 * wrapper of such a function finds the driver's by the platform of the handles it is given.
 */
#include "layer/entry.h"

#include <string.h>

#define PLATFORMS 16
#define EXTENSIONS (CLD_FN_COUNT - CLD_TABLE_ENTRIES)

static struct {
    pthread_mutex_t lock;
    struct {
        _Atomic(cl_platform_id) platform; /* NULL: fetched without one */
        _Atomic(void *) functions[EXTENSIONS];
    } of[PLATFORMS];
    _Atomic unsigned count;
} extensions = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void remember(cl_platform_id platform, unsigned fn, void *function)
{
    unsigned i = 0;
    pthread_mutex_lock(&extensions.lock);
    unsigned n = atomic_load(&extensions.count);
    while (i < n && atomic_load(&extensions.of[i].platform) != platform)
        i++;
    if (i < PLATFORMS) {
        atomic_store(&extensions.of[i].platform, platform);
        atomic_store(&extensions.of[i].functions[fn - CLD_TABLE_ENTRIES], function);
        if (i == n)
            atomic_store(&extensions.count, n + 1);
    }
    pthread_mutex_unlock(&extensions.lock);
}

static void *function_of(cl_platform_id platform, bool any, unsigned fn)
{
    for (unsigned i = 0; i < atomic_load(&extensions.count); i++) {
        void *f = atomic_load(&extensions.of[i].functions[fn - CLD_TABLE_ENTRIES]);
        if (f && (any || atomic_load(&extensions.of[i].platform) == platform))
            return f;
    }
    return NULL;
}

void *cld_call_ext(struct cld_call *call)
{
    void *f = NULL;
    for (uint32_t i = 0; i < call->n_objects && !f; i++)
        f = function_of(call->objects[i]->platform, false, call->fn);
    return f ? f : function_of(NULL, true, call->fn); /* our entry was handed out, so there is one */
}

static int entry_named(const char *name)
{
    const struct cld_entry *e = cld_entries();
    for (int i = 0; i < CLD_FN_COUNT; i++)
        if (e[i].entry[0] && strcmp(e[i].name, name) == 0)
            return i;
    return -1;
}

/* What the program gets instead of the driver's function: our wrapper, where we have one. */
static void *replacement(struct cld_call *call, cl_platform_id platform, const char *name, void *function)
{
    if (!function || !name)
        return function;
    int fn = entry_named(name);
    if (fn < 0) {
        if (strncmp(name, "clSetKernelArg", 14) == 0)
            atomic_store(&cld_layer.foreign_arguments, true);
        return function;
    }
    const struct cld_entry *e = &cld_entries()[fn];
    if (e->is_ext)
        remember(platform, (unsigned)fn, function);
    else if (!((void *const *)&call->target->next)[fn])
        return function; /* the loader below us does not know it: there is nothing to call */
    return e->entry[call->target->slot];
}

void cld_post_clGetExtensionFunctionAddress(struct cld_call *call,
                                            struct cld_args_clGetExtensionFunctionAddress *a, void **ret,
                                            cl_int *code)
{
    (void)code;
    *ret = replacement(call, NULL, a->func_name, *ret);
}

void cld_post_clGetExtensionFunctionAddressForPlatform(
    struct cld_call *call, struct cld_args_clGetExtensionFunctionAddressForPlatform *a, void **ret,
    cl_int *code)
{
    (void)code;
    *ret = replacement(call, a->platform, a->func_name, *ret);
}

void cld_extensions_lock(void)
{
    pthread_mutex_lock(&extensions.lock);
}

void cld_extensions_unlock(void)
{
    pthread_mutex_unlock(&extensions.lock);
}
