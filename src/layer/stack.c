/* stack.c - call stacks, each written once with the modules that its addresses lie in. */
#include "layer/stack.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#define MOST_STACKS (1u << 20)

struct entry {
    uint64_t hash;
    uint32_t id; /* 0: empty */
};

static struct {
    pthread_mutex_t lock;
    struct entry *table; /* open addressing; grows by doubling */
    uint32_t room, count;
    unsigned long long modules_seen; /* dl_phdr_info.dlpi_adds when modules were last written */
} stacks = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Like backtrace(), which does not tell where the frames lie. */
static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *data)
{
    struct cld_frames *f = data;
    const void *ip = (const void *)_Unwind_GetIP(context);
    uintptr_t sp = _Unwind_GetCFA(context);
    bool goes_on = ip && !(f->n && f->ip[f->n - 1] == ip && f->sp[f->n - 1] == sp);
    if (!goes_on || f->n == CLD_STACK_FRAMES)
        return _URC_END_OF_STACK;
    f->ip[f->n] = ip;
    f->sp[f->n++] = sp;
    return _URC_NO_REASON;
}

void cld_stack_start(void)
{
    struct cld_frames frames = {.n = 0};
    _Unwind_Backtrace(note_frame, &frames); /* what it allocates, now, not inside the program's fast path */
}

struct module_walk {
    struct cld_thread *thread;
    unsigned long long adds;
    bool only_count;
};

static uint32_t find_build_id(const struct dl_phdr_info *info, uint8_t out[20])
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_NOTE)
            continue;
        const char *at = (const char *)(info->dlpi_addr + p->p_vaddr), *end = at + p->p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
            const char *name = at + sizeof *note;
            const char *body = name + ((note->n_namesz + 3) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
                note->n_descsz <= 20) {
                memcpy(out, body, note->n_descsz);
                return note->n_descsz;
            }
            at = body + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 0;
}

static void module_range(const struct dl_phdr_info *info, uint64_t *start, uint64_t *end)
{
    *start = UINT64_MAX;
    *end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD)
            continue;
        uint64_t from = info->dlpi_addr + p->p_vaddr;
        if (from < *start)
            *start = from;
        if (from + p->p_memsz > *end)
            *end = from + p->p_memsz;
    }
}

static int write_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct module_walk *walk = data;
    (void)size;
    walk->adds = info->dlpi_adds;
    if (walk->only_count)
        return 1;
    /* The main program has no name here; the file `process` has its path. */
    const char *path = info->dlpi_name ? info->dlpi_name : "";
    size_t length = strlen(path) + 1;
    struct cld_rec_module *m =
        cld_rec_reserve(&cld_layer.session, walk->thread->file, sizeof *m + length, CLD_REC_ESSENTIAL);
    if (!m)
        return 0;
    m->base = info->dlpi_addr;
    module_range(info, &m->start, &m->end);
    m->build_id_size = find_build_id(info, m->build_id);
    memcpy(m->path, path, length);
    cld_rec_commit(walk->thread->file, m, CLD_REC_MODULE, 0);
    return 0;
}

/* Modules come and go by dlopen and dlclose; those of a new stack are loaded at this moment. */
static void write_new_modules(struct cld_thread *t)
{
    struct module_walk walk = {.thread = t, .only_count = true};
    dl_iterate_phdr(write_module, &walk);
    if (walk.adds == stacks.modules_seen)
        return;
    walk.only_count = false;
    dl_iterate_phdr(write_module, &walk);
    stacks.modules_seen = walk.adds;
}

static bool grow(void)
{
    uint32_t room = stacks.room ? stacks.room * 2 : 1024;
    struct entry *bigger = calloc(room, sizeof *bigger);
    if (!bigger)
        return false;
    for (uint32_t i = 0; i < stacks.room; i++) {
        if (!stacks.table[i].id)
            continue;
        uint32_t at = (uint32_t)stacks.table[i].hash & (room - 1);
        while (bigger[at].id)
            at = (at + 1) & (room - 1);
        bigger[at] = stacks.table[i];
    }
    free(stacks.table);
    stacks.table = bigger;
    stacks.room = room;
    return true;
}

static uint64_t hash_frames(const void *const *frames, int n)
{
    uint64_t h = 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < n; i++) {
        h ^= (uint64_t)(uintptr_t)frames[i];
        h *= 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
    return h | 1;
}

static uint32_t write_stack(struct cld_thread *t, const void *const *frames, int n)
{
    struct cld_rec_stack *s = cld_rec_reserve(&cld_layer.session, t->file,
                                              sizeof *s + (size_t)n * sizeof s->frames[0], CLD_REC_ESSENTIAL);
    if (!s)
        return 0;
    s->count = (uint64_t)n;
    for (int i = 0; i < n; i++)
        s->frames[i] = (uint64_t)(uintptr_t)frames[i];
    uint32_t id = ++stacks.count;
    cld_rec_commit(t->file, s, CLD_REC_STACK, id);
    write_new_modules(t);
    return id;
}

static uint32_t id_of(struct cld_thread *t, const void *const *frames, int n)
{
    uint64_t hash = hash_frames(frames, n);
    if (stacks.count * 2 >= stacks.room && !grow())
        return 0;
    uint32_t at = (uint32_t)hash & (stacks.room - 1);
    while (stacks.table[at].id) {
        if (stacks.table[at].hash == hash)
            return stacks.table[at].id;
        at = (at + 1) & (stacks.room - 1);
    }
    if (stacks.count >= MOST_STACKS) /* a program that makes stacks without end (deep recursion, JIT) */
        return 0;
    uint32_t id = write_stack(t, frames, n);
    if (id)
        stacks.table[at] = (struct entry){hash, id};
    return id;
}

/* From the frame that returns to `from` on. */
static void drop_ours(struct cld_frames *f, const void *from)
{
    int first = 0;
    while (first < f->n && f->ip[first] != from)
        first++;
    if (first == f->n) { /* unwinding stopped before the program's frame: its address alone is worth having */
        *f = (struct cld_frames){.n = 1, .ip = {from}};
        return;
    }
    f->n -= first;
    memmove(f->ip, f->ip + first, (size_t)f->n * sizeof f->ip[0]);
    memmove(f->sp, f->sp + first, (size_t)f->n * sizeof f->sp[0]);
}

uint32_t cld_stack_take_frames(struct cld_thread *t, const void *from, struct cld_frames *frames)
{
    frames->n = 0;
    if (!t->file)
        return 0;
    _Unwind_Backtrace(note_frame, frames);
    drop_ours(frames, from);
    pthread_mutex_lock(&stacks.lock);
    uint32_t id = id_of(t, frames->ip, frames->n);
    pthread_mutex_unlock(&stacks.lock);
    return id;
}

uint32_t cld_stack_take(struct cld_thread *t, const void *from)
{
    struct cld_frames frames;
    return cld_stack_take_frames(t, from, &frames);
}

uint32_t cld_stack_of_frame(struct cld_thread *t, const void *from)
{
    if (!t->file || !from)
        return 0;
    pthread_mutex_lock(&stacks.lock);
    uint32_t id = id_of(t, &from, 1);
    pthread_mutex_unlock(&stacks.lock);
    return id;
}

void cld_stacks_lock(void)
{
    pthread_mutex_lock(&stacks.lock);
}

void cld_stacks_unlock(void)
{
    pthread_mutex_unlock(&stacks.lock);
}

/* The child writes files of its own: every stack is new there. */
void cld_stacks_forked(void)
{
    pthread_mutex_init(&stacks.lock, NULL);
    free(stacks.table);
    stacks.table = NULL;
    stacks.room = stacks.count = 0;
    stacks.modules_seen = 0;
}
