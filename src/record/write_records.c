/* write_records.c - appending records to a thread's file. */
#include "record/write.h"
#include "record/write_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_CHUNK CLD_BLOCK
#define LARGEST_CHUNK ((size_t)4 << 20)

struct cld_rec_file {
    struct cld_rec_file *next; /* in the session's list of idle files */
    char *path;
    struct cld_records_header *header;
    char *chunk; /* mapped now */
    size_t chunk_size;
    size_t chunk_offset; /* in the file */
    size_t used;         /* bytes of the chunk */
    size_t halving;      /* thin once more when less than this is left of the last chunk there is */
    bool pinned;         /* a record in this chunk is changed in place later */
    bool full;           /* no room was to be had: stop asking for each record */
    uint32_t failures;
};

/* The timeline may take half of --max-size; the rest is for what must not be lost, findings above all. */
static uint64_t timeline_limit(const struct cld_control *c)
{
    return c->max_bytes / 2;
}

static uint64_t limit_of(const struct cld_control *c, enum cld_rec_class cls)
{
    if (cls == CLD_REC_PINNED)
        return c->max_bytes;
    return cls == CLD_REC_TIMELINE ? timeline_limit(c) : cld_essential_limit(c);
}

#define MOST_THINNING 40

/*
 * Each time that half of what was left is used up, four times fewer commands are kept: so each half lasts
 * twice as long as the one before, and a program can run on and on. (Twice fewer would give each half the
 * same time.)
 */
#define THINNER 2 /* powers of two */

static void adjust_thinning(struct cld_control *c)
{
    uint64_t limit = timeline_limit(c), used = atomic_load(&c->used_bytes);
    uint32_t halves = 0;
    while (limit > 0 && halves < MOST_THINNING / THINNER && used >= limit - (limit >> (halves + 1)))
        halves++;
    uint32_t now = atomic_load(&c->thinning);
    while (halves * THINNER > now && !atomic_compare_exchange_weak(&c->thinning, &now, halves * THINNER))
        ;
}

static struct cld_rec_file *new_file(struct cld_session *s)
{
    struct cld_rec_file *f = calloc(1, sizeof *f);
    if (!f || asprintf(&f->path, "%s/%u.rec", s->process, s->files) < 0) {
        free(f);
        return NULL;
    }
    f->header = cld_map_grow(f->path, true, 0, CLD_RECORDS_OFFSET, s->control, s->control->max_bytes);
    if (!f->header) {
        free(f->path);
        free(f);
        return NULL;
    }
    f->header->version = CLD_FORMAT_VERSION;
    atomic_store(&f->header->allocated, CLD_RECORDS_OFFSET);
    f->header->magic = CLD_MAGIC_RECORDS;
    f->chunk_offset = CLD_RECORDS_OFFSET;
    s->files++;
    return f;
}

struct cld_rec_file *cld_session_take_file(struct cld_session *s)
{
    struct cld_rec_file *f = NULL;
    if (!s->process)
        return NULL;
    pthread_mutex_lock(&s->lock);
    if (s->idle) {
        f = s->idle;
        s->idle = f->next;
    } else {
        f = new_file(s);
    }
    pthread_mutex_unlock(&s->lock);
    if (f) {
        f->header->thread_id = (uint32_t)syscall(SYS_gettid);
        f->header->threads++;
    }
    return f;
}

void cld_session_give_file(struct cld_session *s, struct cld_rec_file *file)
{
    if (!file)
        return;
    pthread_mutex_lock(&s->lock);
    file->next = s->idle;
    s->idle = file;
    pthread_mutex_unlock(&s->lock);
}

struct cld_records_header *cld_rec_file_header(struct cld_rec_file *file)
{
    return file->header;
}

static bool next_chunk(struct cld_session *s, struct cld_rec_file *f, enum cld_rec_class cls)
{
    size_t size = f->chunk ? f->chunk_size * 2 : FIRST_CHUNK;
    size_t offset = f->chunk_offset + f->chunk_size;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    uint64_t limit = limit_of(s->control, cls);
    /* A small session must not be eaten by one thread's large chunk. */
    while (size > CLD_BLOCK && size > limit / 16)
        size /= 2;
    char *chunk = cld_map_grow(f->path, false, offset, size, s->control, limit);
    while (!chunk && size > CLD_BLOCK) {
        size = CLD_BLOCK;
        chunk = cld_map_grow(f->path, false, offset, size, s->control, limit);
    }
    adjust_thinning(s->control);
    if (!chunk) {
        if (cls == CLD_REC_TIMELINE)
            atomic_store(&s->control->timeline_full, 1);
        return false;
    }
    if (f->chunk && !f->pinned)
        munmap(f->chunk, f->chunk_size);
    f->chunk = chunk;
    f->chunk_size = size;
    f->chunk_offset = offset;
    f->used = 0;
    f->halving = size / 2;
    f->pinned = false;
    atomic_fetch_add(&f->header->allocated, size);
    return true;
}

/*
 * The share of the timeline ends in a chunk that is the last one to be had. It is used as the share is:
 * thinning doubles at each half of what is left of it.
 */
static void thin_last_chunk(struct cld_control *c, struct cld_rec_file *f)
{
    size_t room = f->chunk_size - f->used;
    uint32_t k = atomic_load_explicit(&c->thinning, memory_order_relaxed);
    if (room >= f->halving || k >= MOST_THINNING ||
        atomic_load_explicit(&c->used_bytes, memory_order_relaxed) + CLD_BLOCK <= timeline_limit(c))
        return;
    f->halving = room / 2;
    atomic_compare_exchange_strong(&c->thinning, &k, k + THINNER);
}

/* Asking the file system for each of a million records that find no room would slow the program. */
static bool worth_trying(struct cld_rec_file *f)
{
    if (!f->full)
        return true;
    return (++f->failures & 1023) == 0;
}

void *cld_rec_reserve(struct cld_session *s, struct cld_rec_file *f, size_t size, enum cld_rec_class cls)
{
    size = (size + 7) & ~(size_t)7;
    if (!f || size > CLD_RECORD_MAX)
        return NULL;
    size_t left_in_block = CLD_BLOCK - f->used % CLD_BLOCK;
    size_t at = size <= left_in_block ? f->used : f->used + left_in_block;
    if (!f->chunk || at + size > f->chunk_size) {
        bool essential = cls != CLD_REC_TIMELINE;
        if ((!essential && !worth_trying(f)) || !next_chunk(s, f, cls)) {
            f->full = true;
            atomic_fetch_add_explicit(&f->header->dropped, 1, memory_order_relaxed);
            return NULL;
        }
        f->full = false;
        at = 0;
    }
    f->used = at + size;
    if (cls == CLD_REC_PINNED)
        f->pinned = true;
    if (cls == CLD_REC_TIMELINE)
        thin_last_chunk(s->control, f);
    struct cld_rec_head *head = (struct cld_rec_head *)(f->chunk + at);
    head->size = (uint16_t)size;
    return head;
}

void cld_rec_commit(struct cld_rec_file *file, void *record, enum cld_record_kind kind, uint32_t extra)
{
    struct cld_rec_head *head = record;
    (void)file;
    head->extra = extra;
    /* `kind` makes the record visible: a SIGKILL before this leaves a record that is not there. */
    __atomic_store_n(&head->kind, (uint16_t)kind, __ATOMIC_RELEASE);
}
