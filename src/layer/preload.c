/*
 * preload.c - the wrappers under their public names, for programs whose ICD loader knows no layers.
 *
 * A program that is linked with libOpenCL calls our names because LD_PRELOAD comes first. One that opens
 * libOpenCL by dlopen asks dlsym: that is answered with our names too, when what it found is a libOpenCL's.
 * What the loader itself looks up in a driver is left alone.
 */
#include "layer/preload.h"
#include "layer/entry.h"
#include "layer/finding.h"
#include "layer/target.h"

#include <dlfcn.h>
#include <string.h>

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    struct cld_target *target;
    void *library; /* of the program's libOpenCL, once known */
} preload = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

typedef void *(*dlsym_function)(void *, const char *);

static dlsym_function real_dlsym(void)
{
    static _Atomic(dlsym_function) real;
    dlsym_function f = atomic_load_explicit(&real, memory_order_acquire);
    if (f)
        return f;
    /* dlsym itself is what we stand in front of; its versions are the C library's own on each architecture.
     */
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27"};
    for (size_t i = 0; !f && i < sizeof versions / sizeof versions[0]; i++)
        f = (dlsym_function)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    atomic_store_explicit(&real, f, memory_order_release);
    return f;
}

static bool is_loader(const void *address)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return false;
    const char *name = strrchr(info.dli_fname, '/');
    return strncmp(name ? name + 1 : info.dli_fname, "libOpenCL.so", 12) == 0;
}

static void *below(const char *name)
{
    void *f = preload.library ? real_dlsym()(preload.library, name) : real_dlsym()(RTLD_NEXT, name);
    return f;
}

/* Linked programs have libOpenCL behind us; others have opened it, or open it now by calling us. */
static void find_library(void)
{
    if (real_dlsym()(RTLD_NEXT, "clGetPlatformIDs"))
        return;
    if (!preload.library)
        preload.library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
}

static void start(void)
{
    cl_icd_dispatch next;
    void **functions = (void **)&next;
    memset(&next, 0, sizeof next);
    find_library();
    for (int i = 0; i < CLD_TABLE_ENTRIES; i++)
        if (cld_entries()[i].entry[0])
            functions[i] = below(cld_entries()[i].name);
    cld_layer_start("preload");
    preload.target = cld_target_add(&next, CLD_TABLE_ENTRIES);
}

void *cld_preload_entry(unsigned fn)
{
    pthread_once(&preload.once, start);
    struct cld_target *t = preload.target;
    if (!t || !((void *const *)&t->next)[fn])
        return NULL;
    return cld_entries()[fn].entry[t->slot];
}

static void *stand_in(const char *name)
{
    Dl_info self;
    if (!dladdr((void *)cld_preload_entry, &self))
        return NULL;
    void *us = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    void *f = us ? real_dlsym()(us, name) : NULL;
    if (us)
        dlclose(us);
    return f;
}

static void *hold(const void *address)
{
    Dl_info info;
    return dladdr(address, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static void *substitute(const char *name, void *found, const void *caller)
{
    if (!is_loader(found) || is_loader(caller))
        return found;
    pthread_mutex_lock(&preload.lock);
    if (!preload.library)
        preload.library = hold(found); /* not `handle`: the program may close that before its first call */
    pthread_mutex_unlock(&preload.lock);
    void *ours = stand_in(name);
    return ours ? ours : found;
}

CLD_PUBLIC void *dlsym(void *handle, const char *name);

CLD_PUBLIC void *dlsym(void *handle, const char *name)
{
    dlsym_function real = real_dlsym();
    /* RTLD_NEXT and RTLD_DEFAULT depend on the caller: jump there, leaving the return address as it is. */
    if (handle == RTLD_NEXT || handle == RTLD_DEFAULT || name[0] != 'c' || name[1] != 'l')
        return real(handle, name);
    return substitute(name, real(handle, name), __builtin_return_address(0));
}
