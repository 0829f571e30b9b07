/* read_records.c - walking through record files and object tables, block by block. */
#include "record/read_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what a valid record is ------------------------------------------------------------------------- */

/* True if there are at least `count` NUL-terminated strings from `offset` to the end of the record. */
static bool has_strings(const struct cld_rec_head *head, size_t offset, uint64_t count)
{
    const char *at = (const char *)head + offset, *end = (const char *)head + head->size;
    for (; count > 0; count--) {
        const char *nul = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (!nul)
            return false;
        at = nul + 1;
    }
    return true;
}

static bool stack_valid(const struct cld_rec_head *head)
{
    const struct cld_rec_stack *stack = (const void *)head;
    return head->size >= sizeof(*stack) && stack->count <= (head->size - sizeof(*stack)) / sizeof(uint64_t);
}

static bool finding_valid(const struct cld_rec_head *head)
{
    const struct cld_rec_finding *finding = (const void *)head;
    const size_t strings = offsetof(struct cld_rec_finding, strings);
    return head->size >= strings && finding->n_objects <= CLD_FINDING_OBJECTS &&
           finding->evidence < head->size && has_strings(head, strings, 3 + 2 * (uint64_t)finding->evidence);
}

static bool module_valid(const struct cld_rec_head *head)
{
    const struct cld_rec_module *module = (const void *)head;
    const size_t path = offsetof(struct cld_rec_module, path);
    return head->size >= path && module->build_id_size <= sizeof(module->build_id) &&
           has_strings(head, path, 1);
}

static bool twin_valid(const struct cld_rec_head *head)
{
    const size_t reason = offsetof(struct cld_rec_twin, reason);
    return head->size >= reason && has_strings(head, reason, 1);
}

bool cld_read_record_valid(const struct cld_rec_head *head)
{
    switch (head->kind) {
    case CLD_REC_STRING:
        return has_strings(head, offsetof(struct cld_rec_string, text), 1);
    case CLD_REC_MODULE:
        return module_valid(head);
    case CLD_REC_STACK:
        return stack_valid(head);
    case CLD_REC_DEVICE:
        return has_strings(head, offsetof(struct cld_rec_device, strings), 5);
    case CLD_REC_QUEUE:
        return head->size >= sizeof(struct cld_rec_queue);
    case CLD_REC_COMMAND:
        return head->size >= sizeof(struct cld_rec_command);
    case CLD_REC_TIMES:
        return head->size >= sizeof(struct cld_rec_times);
    case CLD_REC_FINDING:
        return finding_valid(head);
    case CLD_REC_PROBE:
        return head->size >= sizeof(struct cld_rec_probe);
    case CLD_REC_EXIT:
        return head->size >= sizeof(struct cld_rec_exit);
    case CLD_REC_TWIN:
        return twin_valid(head);
    case CLD_REC_STRUCT:
        return has_strings(head, offsetof(struct cld_rec_struct, text), 1);
    case CLD_REC_UNSEEN:
        return has_strings(head, offsetof(struct cld_rec_unseen, reason), 1);
    case CLD_REC_GAVE_UP:
        return head->size >= sizeof(struct cld_rec_gave_up);
    default:
        return true; /* of a newer writer: skipped by whoever gets it */
    }
}

/* ---- record files ----------------------------------------------------------------------------------- */

struct walk {
    struct cld_reader *session;
    const char *file;
    cld_record_fn *fn;
    void *user;
    uint64_t empty_from; /* blocks without a record since here, 0: none. Fine at the end of a file only. */
};

/* The tail of a block without records may hold one unfinished record, and nothing else. */
static bool tail_clean(const char *block, size_t at, size_t size)
{
    return size - at <= CLD_RECORD_MAX ||
           cld_read_is_zero(block + at + CLD_RECORD_MAX, size - at - CLD_RECORD_MAX);
}

/* A writer stores the size first and the kind last. A record that was begun and never finished is stepped
 * over. */
static bool skip_unfinished(const struct cld_rec_head *head, size_t left)
{
    return head->size >= sizeof(*head) && head->size % 8 == 0 && head->size <= CLD_RECORD_MAX &&
           head->size < left;
}

static void walk_block(struct walk *walk, const char *block, size_t size, uint64_t offset)
{
    size_t at = 0;
    while (size - at >= sizeof(struct cld_rec_head)) {
        const struct cld_rec_head *head = (const void *)(block + at);
        if (head->kind == CLD_REC_END && skip_unfinished(head, size - at)) {
            at += head->size;
            continue;
        }
        if (head->kind == CLD_REC_END) {
            if (!tail_clean(block, at, size))
                cld_read_problem(walk->session, walk->file, offset + at, size - at,
                                 "a gap where a record should be");
            return;
        }
        if (head->size < sizeof(*head) || head->size % 8 != 0 || head->size > CLD_RECORD_MAX ||
            head->size > size - at) {
            cld_read_problem(walk->session, walk->file, offset + at, size - at,
                             "a record with an impossible size");
            return;
        }
        if (!cld_read_record_valid(head))
            cld_read_problem(walk->session, walk->file, offset + at, head->size, "a malformed record");
        else if (walk->fn)
            walk->fn(walk->user, head);
        at += head->size;
    }
}

static void walk_blocks(struct walk *walk, int fd, uint64_t size)
{
    char *block = aligned_alloc(64, CLD_BLOCK);
    if (!block)
        return;
    for (uint64_t offset = CLD_RECORDS_OFFSET; offset < size; offset += CLD_BLOCK) {
        size_t want = size - offset < CLD_BLOCK ? (size_t)(size - offset) : CLD_BLOCK;
        long got = cld_read_at(fd, block, want, offset);
        if (got < (long)want)
            cld_read_problem(walk->session, walk->file, offset + (got > 0 ? (uint64_t)got : 0),
                             want - (got > 0 ? (size_t)got : 0),
                             got < 0 ? strerror(errno) : "it became shorter");
        if (got <= 0)
            continue;
        if (cld_read_is_zero(block, (size_t)got)) {
            if (!walk->empty_from)
                walk->empty_from = offset;
            continue;
        }
        if (walk->empty_from)
            cld_read_problem(walk->session, walk->file, walk->empty_from, offset - walk->empty_from,
                             "blocks of zeros between records");
        walk->empty_from = 0;
        walk_block(walk, block, (size_t)got, offset);
    }
    free(block);
}

static void copy_header(const struct cld_records_header *header, struct cld_records_info *info)
{
    info->thread_id = header->thread_id;
    info->threads = header->threads;
    info->dropped = header->dropped;
    info->thinned = header->thinned;
    info->untimed = header->untimed;
    info->in_call = header->in_call;
    info->in_call_from = header->in_call_from;
    memcpy(info->calls, header->calls, sizeof(info->calls));
}

/* Reads the header page: false if the blocks behind it are not for us. */
static bool read_header(struct cld_reader *session, const char *file, int fd, uint64_t size,
                        struct cld_records_info *info)
{
    struct cld_records_header header = {0};
    long got = cld_read_at(fd, &header, sizeof(header), 0);
    if (got == 0 && size == 0)
        return false; /* created, and the process died before the first byte */
    if (got < (long)sizeof(header)) {
        cld_read_problem(session, file, 0, size, "it is shorter than its header");
        return false;
    }
    if (header.magic != CLD_MAGIC_RECORDS) {
        /* Blocks carry all that is needed to read them; only this page's counters are lost. An all-zero
         * file is one that a process made and died. */
        if (size > CLD_RECORDS_OFFSET || !cld_read_is_zero(&header, sizeof(header)))
            cld_read_problem(session, file, 0, CLD_RECORDS_OFFSET, "its header is damaged");
        return true;
    }
    if (header.version != CLD_FORMAT_VERSION) {
        cld_read_problem(session, file, 0, size, "it was written by another version of cldoctor");
        return false;
    }
    if (info)
        copy_header(&header, info);
    if (header.allocated > size)
        cld_read_problem(session, file, size, header.allocated - size, "it was truncated");
    return true;
}

void cld_reader_read_records(struct cld_reader *session, const char *file, struct cld_records_info *info,
                             cld_record_fn *fn, void *user)
{
    uint64_t size;
    if (info)
        memset(info, 0, sizeof(*info));
    cld_read_problem_clear(session, file);
    int fd = cld_read_open(session, file, &size);
    if (fd < 0) {
        cld_read_problem(session, file, 0, 0, strerror(errno));
        return;
    }
    struct walk walk = {session, file, fn, user, 0};
    if (read_header(session, file, fd, size, info))
        walk_blocks(&walk, fd, size);
    close(fd);
}

/* ---- object tables ---------------------------------------------------------------------------------- */

#define SLOTS_AT_ONCE 512

/* True for what a writer can have stored; a torn or damaged slot is not. */
static bool slot_valid(const struct cld_slot *slot)
{
    return slot->kind > CLD_KIND_NONE && slot->kind < CLD_KIND_COUNT && slot->serial != 0;
}

static void walk_slots(struct cld_reader *session, const char *file, int fd, uint64_t size, cld_slot_fn *fn,
                       void *user)
{
    struct cld_slot *slots = calloc(SLOTS_AT_ONCE, sizeof(*slots));
    if (!slots)
        return;
    for (uint64_t offset = CLD_OBJECTS_OFFSET; offset < size; offset += SLOTS_AT_ONCE * sizeof(*slots)) {
        long got = cld_read_at(fd, slots, SLOTS_AT_ONCE * sizeof(*slots), offset);
        if (got < 0) {
            cld_read_problem(session, file, offset, SLOTS_AT_ONCE * sizeof(*slots), strerror(errno));
            continue;
        }
        for (size_t i = 0; i < (size_t)got / sizeof(*slots); i++) {
            if (slots[i].state == CLD_SLOT_FREE)
                continue;
            if (slots[i].state == CLD_SLOT_LIVE && slot_valid(&slots[i]))
                fn(user, &slots[i]);
            else
                cld_read_problem(session, file, offset + i * sizeof(*slots), sizeof(*slots),
                                 "a malformed object");
        }
    }
    free(slots);
}

void cld_reader_read_slots(struct cld_reader *session, const struct cld_process_dir *dir, cld_slot_fn *fn,
                           void *user)
{
    uint64_t size;
    char file[64];
    struct cld_objects_header header = {0};
    snprintf(file, sizeof(file), "%s/objects", dir->name);
    cld_read_problem_clear(session, file);
    int fd = cld_read_open(session, file, &size);
    if (fd < 0) {
        /* A process that made no object may have no table. */
        if (errno != ENOENT)
            cld_read_problem(session, file, 0, 0, strerror(errno));
        return;
    }
    long got = cld_read_at(fd, &header, sizeof(header), 0);
    if (got == (long)sizeof(header) && header.magic == CLD_MAGIC_OBJECTS &&
        header.version == CLD_FORMAT_VERSION && header.slot_size == sizeof(struct cld_slot)) {
        if (header.slots >
            (size < CLD_OBJECTS_OFFSET ? 0 : size - CLD_OBJECTS_OFFSET) / sizeof(struct cld_slot))
            cld_read_problem(session, file, size, 0, "it was truncated");
        walk_slots(session, file, fd, size, fn, user);
    } else if (size > 0 && !(got == (long)sizeof(header) && cld_read_is_zero(&header, sizeof(header)))) {
        cld_read_problem(session, file, 0, size, "its header is damaged or of another version");
    }
    close(fd);
}
