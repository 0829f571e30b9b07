/* hang_finding.c - what is said of a launch that does not finish. */
#include "layer/hang_watch.h"

#include "layer/calls.h"
#include "layer/finding.h"
#include "layer/hang_launch.h"
#include "layer/stack.h"
#include "layer/strings.h"

#include <stdio.h>
#include <string.h>

#define MOST_WAITS 8
#define MOST_LOOPS 4
#define SECOND 1000000000u

/* Digits that are written anew while it runs: the record stays as long as it is. */
#define RAN_DIGITS "%012llu"
#define RAN_LENGTH 12

static void write_message(struct cld_report *r, const struct cld_hang *h, const struct cld_hang_launch *l)
{
    unsigned seconds = (unsigned)(cld_layer.options.timeout_ns / SECOND);
    if (h->running)
        cld_report_message(r, "kernel `%s` has been running for more than %u s", l->name, seconds);
    else if (h->count == 1)
        cld_report_message(r, "kernel `%s` has not finished within %u s", l->name, seconds);
    else if (h->label)
        cld_report_message(r, "one of %u launches of kernel `%s` has not finished within %u s", h->count,
                           l->name, seconds);
    else
        cld_report_message(r, "one of %u launches, of `%s` and others, has not finished within %u s",
                           h->count, l->name, seconds);
}

/* ---- loops ------------------------------------------------------------------------------------------------
 */

/* The kernel's loops as the instrumenter tells them (wire/message.h): the first one that explains a hang. */
static void write_loops(struct cld_report *r, const char *loops)
{
    char key[32], line[400];
    for (unsigned n = 1; loops && *loops && n <= MOST_LOOPS; n++) {
        size_t length = strcspn(loops, "\n");
        snprintf(key, sizeof key, "loop_%u", n);
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), loops);
        cld_report_evidence(r, key, "%s", line);
        loops += length + (loops[length] == '\n');
    }
}

static void write_fix(struct cld_report *r, const struct cld_hang_launch *l)
{
    switch (l->loops ? l->loops[0] : '\0') {
    case 'e':
        cld_report_fix(
            r, "give the loop a condition that ends it, or a break or return that every work-item comes to");
        break;
    case 'g':
        cld_report_fix(
            r, "don't wait for another work-group inside a kernel: it may not start before this one ends "
               "(OpenCL 3.0, 3.2.4); end the kernel here, and launch what comes behind as a second one");
        break;
    case 'l':
        cld_report_fix(
            r, "don't wait in a loop for another work-item of the group: it may only go on when this one "
               "does (OpenCL 3.0, 3.2.2); use barrier(CLK_LOCAL_MEM_FENCE), or an atomic without waiting");
        break;
    default:
        cld_report_fix(
            r, "compare the limits of the kernel's loops with the arguments: which of them does not end? If "
               "it is meant to take so long, give --timeout more seconds");
    }
}

/* ---- who waits --------------------------------------------------------------------------------------------
 */

/* "STACK THREAD FN MILLISECONDS" */
static void write_waits(struct cld_report *r, const struct cld_hang *h)
{
    struct cld_thread *self = cld_thread_self();
    unsigned n = 0;
    for (struct cld_thread *t = cld_thread_list(); t && n < MOST_WAITS; t = t->next) {
        struct cld_object *q = atomic_load(&t->wait.queue);
        bool other = q && (q != h->queue || atomic_load(&t->wait.queue_serial) != h->queue_serial ||
                           atomic_load(&t->wait.seq) < h->seq);
        const void *from;
        uint64_t since;
        uint32_t fn;
        char key[32];
        if (other || !cld_hang_inside(t, &fn, &from, &since))
            continue;
        snprintf(key, sizeof key, "wait_%u", ++n);
        cld_report_evidence(r, key, "%u %u %u %llu", cld_stack_of_frame(self, from), t->number, fn,
                            (unsigned long long)(cld_now() - since) / 1000000);
    }
}

static void write_behind(struct cld_report *r, const struct cld_hang *h)
{
    char text[320];
    uint64_t newest = atomic_load(&h->queue->queue.seq);
    if (newest <= h->last)
        return;
    cld_report_evidence(r, "behind", "%llu", (unsigned long long)(newest - h->last));
    cld_hang_name_behind(h, newest, text, sizeof text);
    if (text[0])
        cld_report_evidence(r, "behind_calls", "%s", text);
}

/* ---- the finding ------------------------------------------------------------------------------------------
 */

static const char *list_text(const uint64_t *values, uint32_t dims, char out[80])
{
    int n = 0;
    for (uint32_t i = 0; i < dims && i < 3; i++)
        n += snprintf(out + n, 80 - (size_t)n, i ? ",%llu" : "%llu", (unsigned long long)values[i]);
    return out;
}

static void write_launch(struct cld_report *r, const struct cld_hang_launch *l)
{
    char text[80];
    if (!l->dims)
        return;
    cld_report_evidence(r, "launch.dims", "%u", l->dims);
    cld_report_evidence(r, "launch.global", "%s", list_text(l->global, l->dims, text));
    if (l->local[0])
        cld_report_evidence(r, "launch.local", "%s", list_text(l->local, l->dims, text));
}

struct cld_rec_finding *cld_hang_report(const struct cld_hang *h)
{
    struct cld_hang_launch l;
    struct cld_report r;
    cld_hang_launch(h, &l);
    cld_report_init(&r, CLD_FINDING_KERNEL_HANG, -1);
    snprintf(r.kernel, sizeof r.kernel, "%s", l.name);
    write_message(&r, h, &l);
    write_fix(&r, &l);
    /* First, so that they are there whatever finds no room. */
    cld_report_evidence(&r, "ran_ms", RAN_DIGITS, (unsigned long long)h->ran_ns / 1000000);
    cld_report_evidence(&r, "finished", "0");
    cld_report_evidence(&r, "candidates", "%u", h->count);
    write_launch(&r, &l);
    write_loops(&r, l.loops);
    write_waits(&r, h);
    write_behind(&r, h);
    cld_findings_of_kernel(l.name, &r);
    cld_hang_write_arguments(&r, h, &l);
    if (l.object.serial)
        cld_report_described(&r, &l.object);
    /* A launch in a loop is one finding, however often it takes so long. */
    uint32_t stack = h->stack ? h->stack : l.stack;
    const struct cld_report_place at = {l.fn, stack, l.thread, stack * 31 + h->label};
    return cld_report_kernel(&at, &r, 1, 0);
}

void cld_hang_notice(const struct cld_hang *h)
{
    struct cld_hang_launch l;
    const void *from;
    uint64_t since;
    uint32_t fn;
    char waits[96] = "";
    cld_hang_launch(h, &l);
    for (struct cld_thread *t = cld_thread_list(); t && !waits[0]; t = t->next)
        if (atomic_load(&t->wait.queue) == h->queue && cld_hang_inside(t, &fn, &from, &since))
            snprintf(waits, sizeof waits, "; thread %u waits for it in %s", t->number, cld_fn_info(fn)->name);
    if (h->count == 1)
        cld_notice("kernel `%s` %s for %u s%s; --timeout SECONDS makes that a finding", l.name,
                   h->running ? "has been running" : "has not finished", (unsigned)(h->ran_ns / SECOND),
                   waits);
    else
        cld_notice("%u launches, the first of kernel `%s`, have not finished for %u s%s; --timeout SECONDS "
                   "makes one "
                   "that takes so long a finding",
                   h->count, l.name, (unsigned)(h->ran_ns / SECOND), waits);
}

/* ---- afterwards -------------------------------------------------------------------------------------------
 */

/* The value of this key in a record, which stays mapped. */
static char *value_in(struct cld_rec_finding *f, const char *key)
{
    char *at = f->strings;
    for (int i = 0; i < 3; i++) /* message, fix, kernel */
        at += strlen(at) + 1;
    for (uint32_t i = 0; i < f->evidence; i++) {
        char *value = at + strlen(at) + 1;
        if (strcmp(at, key) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

void cld_hang_ran(struct cld_rec_finding *record, const struct cld_hang *h, bool finished)
{
    char digits[RAN_LENGTH + 8];
    char *ran = record ? value_in(record, "ran_ms") : NULL,
         *end = record ? value_in(record, "finished") : NULL;
    if (ran && end) {
        snprintf(digits, sizeof digits, RAN_DIGITS, (unsigned long long)h->ran_ns / 1000000);
        memcpy(ran, digits, RAN_LENGTH);
        *end = finished ? '1' : '0';
    }
    if (!finished)
        return;
    struct cld_hang_launch l;
    cld_hang_launch(h, &l);
    cld_notice("%s `%s` has finished after %.1f s",
               h->count == 1 ? "kernel" : "the launches, the first of kernel", l.name,
               (double)h->ran_ns / SECOND);
}
