/* target.c - the ICD loaders of this process, and the table that each gets. */
#include "layer/target.h"

#include "layer/entry.h"

#include <dlfcn.h>
#include <string.h>

struct cld_target cld_targets[CLD_SLOTS];

_Static_assert(sizeof(cl_icd_dispatch) / sizeof(void *) == CLD_TABLE_ENTRIES,
               "calls.def lists the functions of the dispatch table, all of them, in its order");
_Static_assert(CLD_FN_clSetContextDestructorCallback == CLD_TABLE_ENTRIES - 1, "extensions come last");
_Static_assert(CLD_FN_COUNT <= CLD_MAX_CALLS, "call counters on disk");
_Static_assert(CLD_FN_clGetSupportedGLTextureFormatsINTEL == CLD_FN_COUNT - 1, "CLD_FN_COUNT in calls.h");

/* The functions below us must stay loaded as long as we may call them: the harvester is a thread of ours. */
static void pin(const void *function)
{
    Dl_info info;
    if (function && dladdr(function, &info) && info.dli_fname)
        (void)dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static struct cld_target *take_slot(const cl_icd_dispatch *next, size_t entries)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct cld_target *t = NULL;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < CLD_SLOTS && !t; i++) {
        if (cld_targets[i].used)
            continue;
        t = &cld_targets[i];
        t->slot = i;
        memcpy(&t->next, next, entries * sizeof(void *));
        t->table = t->next; /* slots that are none of ours pass through */
        cld_fill_table(i, &t->table);
        t->used = true;
    }
    pthread_mutex_unlock(&lock);
    return t;
}

/* Functions that the loader does not have must not seem to be there because we are. */
static void hide_missing(struct cld_target *t)
{
    void *const *below = (void *const *)&t->next;
    void **ours = (void **)&t->table;
    for (size_t i = 0; i < CLD_TABLE_ENTRIES; i++)
        if (!below[i])
            ours[i] = NULL;
}

struct cld_target *cld_target_add(const cl_icd_dispatch *next, size_t entries)
{
    struct cld_target *t = take_slot(next, entries);
    if (!t)
        return NULL;
    hide_missing(t);
    pin((const void *)t->next.clGetPlatformIDs);
    return t;
}
