#include "layer/instrumenter.h"

#include "layer/device_macros.h"
#include "layer/instrumenter_answer.h"
#include "layer/instrumenter_link.h"
#include "layer/layer.h"
#include "layer/twin_cache.h"
#include "wire/message.h"
#include "wire/stamp.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS 8 /* of questions for macros */

struct asked {
    const cl_icd_dispatch *next;
    cl_context context;
    cl_device_id device;
    const char *pass;
    const struct cld_unit *units;
    size_t n_units;
};

static void refuse(struct cld_twin_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whatever was there is freed; the answer is now "no", with a reason. */
static void refuse(struct cld_twin_text *out, const char *format, ...)
{
    va_list args;
    cld_twin_text_free(out);
    va_start(args, format);
    if (vasprintf(&out->reason, format, args) < 0)
        out->reason = NULL;
    va_end(args);
    if (!out->reason)
        out->reason = strdup("there was no memory left");
}

/* ---- the request --------------------------------------------------------------------------------------- */

static const char *text_or_none(const char *text)
{
    return text ? text : "";
}

/* OpenCL 3.0, 5.8.6.5: without -cl-std, the highest OpenCL C 1.x that the device supports. */
static void find_default_version(const struct asked *a, char version[16])
{
    unsigned major = 1, minor = 2;
    char *text = cld_device_text(a->next, a->device, CL_DEVICE_OPENCL_C_VERSION);
    if (text && sscanf(text, "OpenCL C %u.%u", &major, &minor) == 2 && major != 1) {
        cl_name_version all[32];
        size_t size = 0;
        bool listed = false;
        if (a->next->clGetDeviceInfo(a->device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof all, all, &size) !=
            CL_SUCCESS)
            size = 0;
        major = 1;
        minor = 0;
        for (size_t i = 0; i < size / sizeof all[0]; i++)
            if (CL_VERSION_MAJOR(all[i].version) == 1 && CL_VERSION_MINOR(all[i].version) >= minor) {
                minor = CL_VERSION_MINOR(all[i].version);
                listed = true;
            }
        if (!listed)
            minor = 2;
    }
    free(text);
    snprintf(version, 16, "%u.%u", major, minor % 100);
}

/* Does the answer depend on files, and so on the folder in which relative paths begin? */
static bool reads_files(const struct asked *a)
{
    for (size_t i = 0; i < a->n_units; i++) {
        const char *options = text_or_none(a->units[i].options);
        if (strstr(options, "-I") || strstr(options, "-include") ||
            strstr(text_or_none(a->units[i].source), "include"))
            return true;
        for (size_t h = 0; h < a->units[i].n_headers; h++)
            if (strstr(text_or_none(a->units[i].headers[h].text), "include"))
                return true;
    }
    return false;
}

static void add_head(struct cld_message *m, const struct asked *a)
{
    char text[32];
    cl_uint bits = 64;
    size_t parameters = 1024;
    cl_device_type type = 0;
    a->next->clGetDeviceInfo(a->device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
    a->next->clGetDeviceInfo(a->device, CL_DEVICE_MAX_PARAMETER_SIZE, sizeof parameters, &parameters, NULL);
    char *extensions = cld_device_text(a->next, a->device, CL_DEVICE_EXTENSIONS);
    char *cwd = reads_files(a) ? get_current_dir_name() : NULL;
    cld_message_text(m, "version", CLD_VERSION);
    cld_message_text(m, "pass", a->pass);
    snprintf(text, sizeof text, "%u", bits == 32 ? 32u : 64u);
    cld_message_text(m, "address-bits", text);
    a->next->clGetDeviceInfo(a->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    cld_message_text(m, "device-type",
                     type & CL_DEVICE_TYPE_CPU   ? "cpu"
                     : type & CL_DEVICE_TYPE_GPU ? "gpu"
                                                 : "other");
    find_default_version(a, text);
    cld_message_text(m, "opencl-c", text);
    cld_message_text(m, "extensions", text_or_none(extensions));
    snprintf(text, sizeof text, "%zu", parameters);
    cld_message_text(m, "max-parameter-size", text);
    if (cwd)
        cld_message_text(m, "folder", cwd);
    free(cwd);
    free(extensions);
}

static void add_macros(struct cld_message *m, const struct cld_macros *macros)
{
    for (size_t i = 0; i < macros->n; i++) {
        const struct cld_macro *one = &macros->items[i];
        char *text;
        if (!one->value) {
            cld_message_text(m, "no-macro", one->name);
        } else if (asprintf(&text, "%s=%s", one->name, one->value) >= 0) {
            cld_message_text(m, "macro", text);
            free(text);
        } else {
            m->broken = true;
        }
    }
}

static void add_units(struct cld_message *m, const struct asked *a)
{
    for (size_t i = 0; i < a->n_units; i++) {
        const struct cld_unit *u = &a->units[i];
        cld_message_text(m, "unit", "");
        cld_message_text(m, "source", text_or_none(u->source));
        cld_message_text(m, "options", text_or_none(u->options));
        for (size_t h = 0; h < u->n_headers; h++)
            cld_message_pair(m, "header", text_or_none(u->headers[h].name), text_or_none(u->headers[h].text));
    }
}

/* False: nothing tells one instrumenter from the next, so nothing is to be kept. */
static bool make_key(const struct asked *a, struct cld_twin_key *key)
{
    char stamp[CLD_STAMP_MAX];
    struct cld_message m = {0};
    if (!cld_stamp(cld_layer.options.instrument, stamp))
        return false;
    cld_message_text(&m, "instrumenter", stamp);
    cld_device_identity(a->next, a->device, &m);
    add_head(&m, a);
    add_units(&m, a);
    bool whole = !m.broken;
    if (whole)
        *key = cld_twin_key(m.data, m.size);
    cld_message_free(&m);
    return whole;
}

/* ---- macros -------------------------------------------------------------------------------------------- */

static const struct cld_macro *find_difference(const struct cld_macros *a, const struct cld_macros *b)
{
    for (size_t i = 0; i < a->n; i++) {
        const char *value = a->items[i].value;
        const struct cld_macro *other = cld_macros_find(b, a->items[i].name);
        if (other && (!value != !other->value || (value && strcmp(value, other->value) != 0)))
            return other;
    }
    return NULL;
}

/* The request has one list of macros, for all units: their options must not make a difference. */
static bool check_other_units(const struct asked *a, const char *const *names, size_t n,
                              const struct cld_macros *macros, char reason[CLD_REASON_MAX])
{
    bool same = true;
    for (size_t i = 1; same && i < a->n_units; i++) {
        struct cld_macros others = {0};
        same = cld_device_macros(a->next, a->context, a->device, text_or_none(a->units[i].options), names, n,
                                 &others, reason);
        const struct cld_macro *different = same ? find_difference(macros, &others) : NULL;
        if (different) {
            snprintf(reason, CLD_REASON_MAX,
                     "its units are built with options that make a difference to the macro %.60s",
                     different->name);
            same = false;
        }
        cld_macros_free(&others);
    }
    return same;
}

static bool find_macros(const struct asked *a, const char *const *names, size_t n, struct cld_macros *macros,
                        char reason[CLD_REASON_MAX])
{
    const char *options = a->n_units ? text_or_none(a->units[0].options) : "";
    cld_macros_free(macros);
    return cld_device_macros(a->next, a->context, a->device, options, names, n, macros, reason) &&
           check_other_units(a, names, n, macros, reason);
}

/* ---- together ------------------------------------------------------------------------------------------ */

static bool files_stand(const struct cld_message *m)
{
    struct cld_item item;
    size_t at = 0;
    bool same = true;
    while (same && cld_message_next(m, &at, &item)) {
        char *path = cld_item_is(&item, "file") ? cld_item_text(&item) : NULL;
        if (path) {
            char now[CLD_STAMP_MAX];
            const char *then = path + strlen(path) + 1;
            same = then <= path + item.size && cld_stamp(path, now) && strcmp(now, then) == 0;
        }
        free(path);
    }
    return same;
}

static bool find_cached(struct cld_twin_key key, size_t n_units, struct cld_twin_text *out)
{
    void *data;
    size_t size;
    struct cld_needs needs = {0};
    const char *wrong;
    if (!cld_twin_cache_get(key, &data, &size))
        return false;
    struct cld_message m = {.data = data, .size = size};
    bool found = cld_answer_read(&m, n_units, out, &needs, &wrong) == CLD_ANSWER_FINAL;
    if (found && !files_stand(&m)) {
        cld_twin_text_free(out);
        found = false;
    }
    cld_needs_free(&needs);
    free(data);
    return found;
}

/* Moves what is asked for to what was asked for before. False: there is nothing new. */
static bool add_needs(struct cld_needs *all, struct cld_needs *needs, const struct cld_macros *known)
{
    bool progress = false;
    for (size_t i = 0; i < needs->n; i++)
        if (!cld_macros_find(known, needs->list[i]) && cld_needs_add(all, needs->list[i])) {
            needs->list[i] = NULL;
            progress = true;
        }
    return progress;
}

/* What becomes of one answer. */
struct reply {
    size_t n_units;
    struct cld_twin_text *out;
    struct cld_needs needs;
    enum cld_verdict verdict;
};

static const char *check_reply(const struct cld_message *answer, void *data)
{
    struct reply *r = data;
    const char *wrong;
    r->verdict = cld_answer_read(answer, r->n_units, r->out, &r->needs, &wrong);
    return wrong;
}

static bool send_question(const struct asked *a, const struct cld_macros *macros, struct cld_message *answer,
                          struct reply *r)
{
    char why[CLD_WHY_MAX];
    struct cld_message request = {0};
    add_head(&request, a);
    add_macros(&request, macros);
    add_units(&request, a);
    bool done = false;
    if (request.broken)
        refuse(r->out, "its source is too large to be instrumented");
    else if (!(done = cld_link_ask(&request, answer, check_reply, r, why)))
        refuse(r->out, "the instrumenter could not be reached: %s", why);
    cld_message_free(&request);
    return done;
}

/* True: `out` is what the instrumenter said in the end, and `answer` its words. */
static bool question(const struct asked *a, struct cld_message *answer, struct cld_twin_text *out)
{
    struct cld_macros macros = {0};
    struct cld_needs all = {0};
    struct reply r = {.n_units = a->n_units, .out = out, .verdict = CLD_ANSWER_NEED};
    char reason[CLD_REASON_MAX];
    bool going = true;
    for (int round = 0; going && r.verdict == CLD_ANSWER_NEED; round++) {
        going = false;
        if (round == ROUNDS)
            refuse(out, "the instrumenter asked for macros %d times, without an end", ROUNDS);
        else if (!find_macros(a, (const char *const *)all.list, all.n, &macros, reason))
            refuse(out, "%s", reason);
        else if (send_question(a, &macros, answer, &r)) {
            going = r.verdict == CLD_ANSWER_FINAL || add_needs(&all, &r.needs, &macros);
            if (!going)
                refuse(out, "the instrumenter asks again for macros that it was told");
        }
    }
    cld_needs_free(&r.needs);
    cld_needs_free(&all);
    cld_macros_free(&macros);
    return going;
}

static void instrument(const struct asked *a, struct cld_twin_text *out)
{
    struct cld_twin_key key;
    struct cld_message answer = {0};
    bool keyed = make_key(a, &key);
    if (keyed && find_cached(key, a->n_units, out))
        return;
    if (question(a, &answer, out) && keyed)
        cld_twin_cache_put(key, answer.data, answer.size);
    cld_message_free(&answer);
}

void cld_instrument(const cl_icd_dispatch *next, cl_context context, cl_device_id device, const char *pass,
                    const struct cld_unit *units, size_t n_units, struct cld_twin_text *out)
{
    const struct asked a = {next, context, device, pass, units, n_units};
    int saved = errno, cancel;
    *out = (struct cld_twin_text){0};
    /* The thread may be cancelled in poll() or write(), and what it holds here would be lost to the others.
     */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    instrument(&a, out);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
}

void cld_instrumenter_lock(void)
{
    cld_link_lock();
    cld_device_macros_lock();
}

void cld_instrumenter_unlock(void)
{
    cld_device_macros_unlock();
    cld_link_unlock();
}

void cld_instrumenter_forked(void)
{
    cld_device_macros_unlock();
    cld_link_forked();
}
