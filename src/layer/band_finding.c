/* band_finding.c - from the bytes of a guard band to a finding: what was overwritten, with what, and by which
 * launches it can have been. */
#include "layer/band_state.h"

#include "layer/finding.h"
#include "layer/strings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything that is known of one damage. */
struct damage {
    const struct cld_band *band;
    const unsigned char *bytes;
    uint32_t first, last; /* in the band */
    uint32_t count;       /* of bytes that are not as they were */
    bool mapped;
    uint32_t n_launches;
    uint64_t launches, others;
    struct cld_band_launch list[CLD_BAND_KERNELS];
};

static bool find_damage(struct damage *d)
{
    const unsigned char *good = cld_band_pattern(d->band->size);
    uint32_t n = d->band->bytes;
    if (memcmp(d->bytes, good, n) == 0)
        return false;
    d->first = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        if (d->bytes[i] == good[i])
            continue;
        d->first = d->first == UINT32_MAX ? i : d->first;
        d->last = i;
        d->count++;
    }
    /* A word whose last byte happens to be the pattern's: see band_home.c. */
    size_t behind = d->band->size + d->last + 1;
    if (behind % 4 == 3 && d->last - d->first >= 2 && d->last + 1 < n)
        d->last++;
    return true;
}

/* ---- what stands there now -------------------------------------------------------------------------------
 */

#define SHOWN 8 /* bytes in the message */

static void put_hex(const struct damage *d, char *out, size_t room, uint32_t most)
{
    uint32_t n = d->last - d->first + 1;
    size_t at = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < n && i < most && at + 4 < room; i++)
        at += (size_t)snprintf(out + at, room - at, "%s%02x", i ? " " : "", d->bytes[d->first + i]);
    if (n > most)
        snprintf(out + at, room - at, " ...");
}

static bool is_plain(double v)
{
    return v == 0 || (isfinite(v) && fabs(v) > 1e-6 && fabs(v) < 1e9);
}

/* As the type that tells most: an int where it is small, else a float or double; false: as none. */
static bool value_at(const unsigned char *at, uint32_t size, char *out, size_t room)
{
    int32_t i;
    float f;
    double w;
    memcpy(&i, at, sizeof i);
    memcpy(&f, at, sizeof f);
    if (size == 8) {
        memcpy(&w, at, sizeof w);
        snprintf(out, room, "%.9g", w);
        return is_plain(w) && w != 0;
    }
    if (i > -(1 << 24) && i < 1 << 24) {
        snprintf(out, room, "%d", i);
        return true;
    }
    snprintf(out, room, "%.9g", (double)f);
    return is_plain((double)f);
}

/* The words, where the damage begins and ends with one. `out` "": they tell nothing. */
static void put_values(const struct damage *d, char *out, size_t room)
{
    uint32_t begin = (uint32_t)(d->band->size + d->first), n = d->last - d->first + 1;
    char word[40], wide[40];
    size_t at = 0;
    out[0] = '\0';
    if (begin % 4 || n % 4)
        return;
    bool as_double = n % 8 == 0 && begin % 8 == 0 && !value_at(d->bytes + d->first, 4, word, sizeof word) &&
                     value_at(d->bytes + d->first, 8, wide, sizeof wide);
    uint32_t step = as_double ? 8 : 4;
    for (uint32_t i = 0; i + step <= n && i < 4 * step; i += step) {
        if (!value_at(d->bytes + d->first + i, step, word, sizeof word)) {
            out[0] = '\0';
            return;
        }
        at += (size_t)snprintf(out + at, room - at, "%s%s", i ? ", " : "", word);
    }
    if (n > 4 * step)
        snprintf(out + at, room - at, ", ...");
}

/* ---- who can have done it --------------------------------------------------------------------------------
 */

static void take_launches(struct damage *d)
{
    const struct cld_band *b = d->band;
    pthread_mutex_lock(&cld_bands.lock);
    d->n_launches = b->n_launches;
    d->others = d->launches = b->others;
    memcpy(d->list, b->launches, b->n_launches * sizeof b->launches[0]);
    pthread_mutex_unlock(&cld_bands.lock);
    for (uint32_t i = 0; i < d->n_launches; i++)
        d->launches += d->list[i].launches;
    d->mapped = atomic_load(&b->owner->serial) == b->owner_serial && atomic_load(&b->owner->mapped);
}

static void name_argument(const struct cld_band_launch *l, char *out, size_t room)
{
    if (l->argument == CLD_NO_ARGUMENT)
        snprintf(out, room, "by its address");
    else if (l->name[0])
        snprintf(out, room, "as argument %u (`%s`)", l->argument, l->name);
    else
        snprintf(out, room, "as argument %u", l->argument);
}

/* "kernel `k` had it as argument 0 (`out`), in 3 launches": since its last look. */
static void name_kernels(const struct damage *d, char *out, size_t room)
{
    char how[128];
    size_t at = 0;
    out[0] = '\0';
    if (d->n_launches == 1 && !d->others) {
        name_argument(&d->list[0], how, sizeof how);
        at = (size_t)snprintf(out, room, "kernel `%s` had it %s, in ", d->list[0].kernel, how);
        if (d->launches == 1)
            snprintf(out + at, room - at, "one launch");
        else
            snprintf(out + at, room - at, "%llu launches", (unsigned long long)d->launches);
        return;
    }
    for (uint32_t i = 0; i < d->n_launches && at + 100 < room; i++)
        at += (size_t)snprintf(out + at, room - at, "%s`%.64s`",
                               i ? i + 1 == d->n_launches ? " or " : ", " : "", d->list[i].kernel);
    if (at < room)
        snprintf(out + at, room - at, "%s had it, in %llu launches", d->others ? " or others" : "",
                 (unsigned long long)d->launches);
}

/* ---- the finding -----------------------------------------------------------------------------------------
 */

static void write_message(struct cld_report *r, const struct damage *d)
{
    char hex[64], values[128], kernels[512], as[140] = "";
    const struct cld_finding_object *o = &d->band->object;
    unsigned long long size = d->band->size;
    put_hex(d, hex, sizeof hex, SHOWN);
    put_values(d, values, sizeof values);
    name_kernels(d, kernels, sizeof kernels);
    if (values[0])
        snprintf(as, sizeof as, " (%s)", values);
    cld_report_message(
        r, "what lies behind a %s of %llu bytes was overwritten: bytes %llu to %llu are now %s%s; %s%s",
        cld_kind_name(o->kind, o->subkind), size, size + d->first, size + d->last, hex, as, kernels,
        d->mapped ? "; the host had it mapped, too" : "");
}

static void put_evidence(struct cld_report *r, const struct damage *d)
{
    char text[256], key[32];
    cld_report_evidence(r, "size", "%zu", d->band->size);
    cld_report_evidence(r, "damage_first", "%zu", d->band->size + d->first);
    cld_report_evidence(r, "damage_last", "%zu", d->band->size + d->last);
    cld_report_evidence(r, "damage_behind", "%u", d->first);
    cld_report_evidence(r, "damage_bytes", "%u", d->count);
    put_hex(d, text, sizeof text, 64);
    cld_report_evidence(r, "damage_hex", "%s", text);
    put_values(d, text, sizeof text);
    if (text[0])
        cld_report_evidence(r, "damage_values", "%s", text);
    cld_report_evidence(r, "band", "%u", d->band->bytes);
    cld_report_evidence(r, "mapped", "%s", d->mapped ? "yes" : "no");
    cld_report_evidence(r, "launches", "%llu", (unsigned long long)d->launches);
    for (uint32_t i = 0; i < d->n_launches;
         i++) { /* stack, launches, argument, kernel: see report/launches.h */
        const struct cld_band_launch *l = &d->list[i];
        snprintf(key, sizeof key, "launch_%u", i + 1);
        cld_report_evidence(r, key, "%u %llu %d %s", l->stack, (unsigned long long)l->launches,
                            l->argument == CLD_NO_ARGUMENT ? -1 : (int)l->argument, l->kernel);
    }
}

static void write_fix(struct cld_report *r, const struct damage *d)
{
    const char *which =
        d->launches > 1 && !cld_layer.options.narrow
            ? "; with --check=guard alone each launch is looked at, and this becomes one launch"
            : "";
    cld_report_fix(
        r,
        "compare the indices that the kernel writes to with the size of the buffer; built from source, "
        "and without --kernels, cldoctor names the line of the write%s",
        which);
}

static uint32_t place_of(const struct damage *d)
{
    uint32_t h = (d->band->object.born_stack ^ d->first * 31u) * 16777619u;
    for (uint32_t i = 0; i < d->n_launches; i++)
        h = ((h ^ d->list[i].label) * 16777619u ^ d->list[i].stack) * 16777619u;
    return h;
}

static void report(const struct damage *d)
{
    struct cld_report r;
    struct cld_report_place at = {CLD_FN_clEnqueueNDRangeKernel, 0, 0, place_of(d)};
    if (d->n_launches) { /* the newest of them */
        const struct cld_band_launch *l = &d->list[d->n_launches - 1];
        at.fn = l->fn;
        at.stack = l->stack;
        at.thread = l->thread;
    }
    cld_report_init(&r, CLD_FINDING_GUARD_CORRUPTED, -1);
    if (d->n_launches == 1 && !d->others)
        snprintf(r.kernel, sizeof r.kernel, "%s", d->list[0].kernel);
    write_message(&r, d);
    write_fix(&r, d);
    cld_report_described(&r, &d->band->object);
    put_evidence(&r, d);
    cld_report_kernel(&at, &r, 1, 0);
}

bool cld_band_check(struct cld_band *b, const unsigned char *bytes)
{
    struct damage d = {.band = b, .bytes = bytes};
    if (!find_damage(&d))
        return false;
    pthread_mutex_lock(&cld_bands.lock);
    bool spoilt = b->spoilt;
    pthread_mutex_unlock(&cld_bands.lock);
    if (spoilt) /* the transfer was told of */
        return false;
    take_launches(&d);
    report(&d);
    return true;
}

/* ---- coverage --------------------------------------------------------------------------------------------
 */

void cld_band_note(const char *kernel, const char *reason)
{
    struct cld_thread *t = cld_thread_self();
    size_t size = strlen(reason) + 1;
    uint32_t label = cld_string_id(kernel[0] ? kernel : "(not known)"); /* may write a record: before ours */
    struct cld_rec_unseen *r =
        cld_rec_reserve(&cld_layer.session, t->file, sizeof *r + size, CLD_REC_ESSENTIAL);
    if (!r)
        return;
    r->label = label;
    r->reserved = 0;
    memcpy(r->reason, reason, size);
    cld_rec_commit(t->file, r, CLD_REC_UNSEEN, 0);
}
