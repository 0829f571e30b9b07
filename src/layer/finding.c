#include "layer/finding.h"

#include "layer/calls.h"
#include "layer/diagnose.h"
#include "layer/strings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#define MOST_FINDINGS 4096 /* different ones; a program with more has one fault many times over */

struct key {
    uint32_t id, fn, stack, detail;
    int32_t code, arg;
    bool probe;
};

struct seen {
    UT_hash_handle hh;
    struct key key;
    _Atomic uint64_t *count; /* in the record; NULL: found no room */
    struct cld_rec_finding *record;
};

static struct {
    pthread_mutex_t lock;
    struct seen *all;
} findings = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cld_report_init(struct cld_report *r, enum cld_finding id, int arg)
{
    memset(r, 0, sizeof *r);
    r->id = id;
    r->severity = cld_finding_info(id)->severity;
    r->arg = arg;
}

void cld_report_message(struct cld_report *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
}

void cld_report_fix(struct cld_report *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->fix, sizeof r->fix, format, args);
    va_end(args);
}

void cld_report_described(struct cld_report *r, const struct cld_finding_object *o)
{
    for (uint32_t i = 0; i < r->n_objects; i++)
        if (r->objects[i].serial == o->serial)
            return;
    if (r->n_objects < CLD_FINDING_OBJECTS)
        r->objects[r->n_objects++] = *o;
}

void cld_report_object(struct cld_report *r, const struct cld_object *o)
{
    struct cld_finding_object described;
    if (!o)
        return;
    cld_object_describe(o, &described);
    cld_report_described(r, &described);
}

void cld_report_evidence(struct cld_report *r, const char *key, const char *format, ...)
{
    char value[640];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    size_t k = strlen(key) + 1, v = strlen(value) + 1;
    if (r->evidence_size + k + v > sizeof r->evidence)
        return;
    memcpy(r->evidence + r->evidence_size, key, k);
    memcpy(r->evidence + r->evidence_size + k, value, v);
    r->evidence_size += k + v;
    r->n_evidence++;
}

static char *put(char *at, const char *text)
{
    size_t n = strlen(text) + 1;
    memcpy(at, text, n);
    return at + n;
}

static struct cld_rec_finding *record_finding(const struct cld_report_place *at_place,
                                              const struct cld_report *r)
{
    size_t size = sizeof(struct cld_rec_finding) + strlen(r->message) + strlen(r->fix) + strlen(r->kernel) +
                  3 + r->evidence_size;
    struct cld_thread *t = cld_thread_self();
    struct cld_rec_finding *f = cld_rec_reserve(&cld_layer.session, t->file, size, CLD_REC_PINNED);
    if (!f)
        return NULL;
    f->finding = r->id;
    f->severity = r->severity;
    f->fn = at_place->fn;
    f->code = r->code;
    f->arg = r->arg;
    f->stack = at_place->stack;
    f->thread = at_place->thread;
    atomic_store(&f->next_fn, 0);
    atomic_store(&f->count, 1);
    atomic_store(&f->accesses, 0);
    f->first_ns = cld_now();
    f->n_objects = r->n_objects;
    f->evidence = r->n_evidence;
    memset(f->objects, 0, sizeof f->objects);
    memcpy(f->objects, r->objects, r->n_objects * sizeof r->objects[0]);
    char *at = put(put(put(f->strings, r->message), r->fix), r->kernel);
    memcpy(at, r->evidence, r->evidence_size);
    cld_rec_commit(t->file, f, CLD_REC_FINDING, 0);
    return f;
}

static struct cld_rec_probe *record_probe(struct cld_call *call, const struct cld_report *r)
{
    struct cld_rec_probe *p =
        cld_rec_reserve(&cld_layer.session, call->thread->file, sizeof *p, CLD_REC_PINNED);
    if (!p)
        return NULL;
    p->code = r->code;
    p->detail = r->detail;
    atomic_store(&p->count, 1);
    cld_rec_commit(call->thread->file, p, CLD_REC_PROBE, call->fn);
    return p;
}

static void record_new(struct cld_call *call, const struct cld_report *r, struct seen *s)
{
    if (r->is_probe) {
        struct cld_rec_probe *p = record_probe(call, r);
        s->count = p ? &p->count : NULL;
        return;
    }
    const struct cld_report_place at = {call->fn, call->stack, call->thread->number, 0};
    s->record = record_finding(&at, r);
    s->count = s->record ? &s->record->count : NULL;
    if (!s->record && cld_layer.session.control)
        atomic_fetch_add(&cld_layer.session.control->findings_lost, 1);
}

static uint32_t hash_text(const char *text)
{
    uint32_t h = 2166136261u;
    while (*text)
        h = (h ^ (uint8_t)*text++) * 16777619u;
    return h;
}

/* Whether this is new; counts it either way. */
static bool count_or_record(struct cld_call *call, const struct cld_report *r, struct seen **out)
{
    struct key key;
    memset(&key, 0, sizeof key); /* padding is part of the hashed key */
    key.id = r->id;
    key.fn = call->fn;
    key.stack = r->is_probe ? 0 : call->stack;
    key.detail = r->kernel[0] ? r->detail ^ hash_text(r->kernel) : r->detail; /* one wrapper launches many */
    key.code = r->code;
    key.arg = r->arg;
    key.probe = r->is_probe;
    struct seen *s;
    HASH_FIND(hh, findings.all, &key, sizeof key, s);
    *out = s;
    if (s) {
        if (s->count)
            atomic_fetch_add_explicit(s->count, 1, memory_order_relaxed);
        return false;
    }
    if (HASH_COUNT(findings.all) >= MOST_FINDINGS || !(s = calloc(1, sizeof *s))) {
        if (cld_layer.session.control)
            atomic_fetch_add(&cld_layer.session.control->findings_lost, 1);
        return false;
    }
    s->key = key;
    record_new(call, r, s);
    HASH_ADD(hh, findings.all, key, sizeof s->key, s);
    *out = s;
    return true;
}

static void print_finding(const struct cld_report *r)
{
    static const char *const colors[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    bool color = cld_layer.options.color;
    cld_notice("%s%s%s%s: %s [%s]; fix: %s", r->where, color ? colors[r->severity] : "",
               cld_severity_name(r->severity), color ? "\033[0m" : "", r->message,
               cld_finding_info(r->id)->id, r->fix);
}

struct cld_rec_finding *cld_report_emit(struct cld_call *call, const struct cld_report *r, bool failed_call)
{
    struct seen *s = NULL;
    cld_call_stack(call);
    pthread_mutex_lock(&findings.lock);
    bool is_new = count_or_record(call, r, &s);
    struct cld_rec_finding *record = s ? s->record : NULL;
    pthread_mutex_unlock(&findings.lock);
    if (r->is_probe)
        return NULL;
    if (failed_call && record && !atomic_load_explicit(&record->next_fn, memory_order_relaxed))
        call->thread->failure = record;
    if (is_new)
        print_finding(r);
    return record;
}

/* ---- what kernels did -----------------------------------------------------------------------------------
 */

static void lost_one(void)
{
    if (cld_layer.session.control)
        atomic_fetch_add(&cld_layer.session.control->findings_lost, 1);
}

/* With the lock held. */
static struct seen *kernel_finding(const struct cld_report_place *at, const struct cld_report *r,
                                   bool *is_new)
{
    struct key key;
    struct seen *s;
    memset(&key, 0, sizeof key);
    key.id = r->id;
    key.fn = at->fn;
    key.detail = at->place;
    key.arg = -1;
    HASH_FIND(hh, findings.all, &key, sizeof key, s);
    *is_new = !s;
    if (s)
        return s;
    if (HASH_COUNT(findings.all) >= MOST_FINDINGS || !(s = calloc(1, sizeof *s))) {
        lost_one();
        *is_new = false;
        return NULL;
    }
    s->key = key;
    s->record = record_finding(at, r);
    if (s->record)
        atomic_store(&s->record->count, 0);
    else
        lost_one();
    HASH_ADD(hh, findings.all, key, sizeof s->key, s);
    return s;
}

struct cld_rec_finding *cld_report_kernel(const struct cld_report_place *at, const struct cld_report *r,
                                          uint64_t work_items, uint64_t accesses)
{
    bool is_new;
    pthread_mutex_lock(&findings.lock);
    struct seen *s = kernel_finding(at, r, &is_new);
    struct cld_rec_finding *record = s ? s->record : NULL;
    pthread_mutex_unlock(&findings.lock);
    cld_report_more(record, work_items, accesses);
    if (is_new)
        print_finding(r);
    return record;
}

void cld_report_more(struct cld_rec_finding *record, uint64_t work_items, uint64_t accesses)
{
    if (!record)
        return;
    atomic_fetch_add_explicit(&record->count, work_items, memory_order_relaxed);
    atomic_fetch_add_explicit(&record->accesses, accesses, memory_order_relaxed);
}

void cld_findings_of_kernel(const char *kernel, struct cld_report *r)
{
    char list[256] = "";
    size_t at = 0;
    pthread_mutex_lock(&findings.lock);
    for (const struct seen *s = findings.all; s && *kernel; s = s->hh.next) {
        const char *name = s->record ? s->record->strings : NULL;
        for (int i = 0; name && i < 2; i++) /* behind message and fix */
            name += strlen(name) + 1;
        const char *id = cld_finding_info(s->key.id)->id;
        if (!name || strcmp(name, kernel) != 0 || s->key.id == r->id || strstr(list, id) ||
            at + strlen(id) + 3 > sizeof list)
            continue;
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", at ? ", " : "", id);
    }
    pthread_mutex_unlock(&findings.lock);
    if (at)
        cld_report_evidence(r, "earlier", "%s", list);
}

void cld_findings_lock(void)
{
    pthread_mutex_lock(&findings.lock);
}

void cld_findings_unlock(void)
{
    pthread_mutex_unlock(&findings.lock);
}

void cld_findings_forked(void)
{
    pthread_mutex_init(&findings.lock, NULL);
    findings.all = NULL; /* its counters point into the parent's files */
}
