#include "layer/device_macros.h"

#include "layer/device_names.h"
#include "layer/device_probe.h"
#include "layer/twin_cache.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHED_AT_MOST 64 /* sets of options in one process */

/* ---- lists --------------------------------------------------------------------------------------------- */

const struct cld_macro *cld_macros_find(const struct cld_macros *m, const char *name)
{
    for (size_t i = 0; i < m->n; i++)
        if (strcmp(m->items[i].name, name) == 0)
            return &m->items[i];
    return NULL;
}

bool cld_macros_add(struct cld_macros *m, const char *name, const char *value)
{
    if (m->n == m->room) {
        size_t room = m->room ? 2 * m->room : 256;
        struct cld_macro *more = realloc(m->items, room * sizeof *more);
        if (!more)
            return false;
        m->items = more;
        m->room = room;
    }
    struct cld_macro one = {strdup(name), value ? strdup(value) : NULL};
    if (!one.name || (value && !one.value)) {
        free(one.name);
        free(one.value);
        return false;
    }
    m->items[m->n++] = one;
    return true;
}

void cld_macros_free(struct cld_macros *m)
{
    for (size_t i = 0; i < m->n; i++) {
        free(m->items[i].name);
        free(m->items[i].value);
    }
    free(m->items);
    *m = (struct cld_macros){0};
}

bool cld_macros_add_all(struct cld_macros *to, const struct cld_macros *from)
{
    for (size_t i = 0; i < from->n; i++)
        if (!cld_macros_find(to, from->items[i].name) &&
            !cld_macros_add(to, from->items[i].name, from->items[i].value))
            return false;
    return true;
}

/* ---- the device ---------------------------------------------------------------------------------------- */

char *cld_device_text(const cl_icd_dispatch *next, cl_device_id device, cl_device_info what)
{
    size_t size = 0;
    if (next->clGetDeviceInfo(device, what, 0, NULL, &size) != CL_SUCCESS)
        size = 0;
    char *text = calloc(1, size + 1);
    if (text && size && next->clGetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
    return text;
}

static void add_info(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m, const char *key,
                     cl_device_info what)
{
    char *text = cld_device_text(next, device, what);
    cld_message_text(m, key, text ? text : "");
    free(text);
}

static void add_platform_version(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m)
{
    char version[256] = "";
    cl_platform_id platform = NULL;
    if (next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, NULL) !=
            CL_SUCCESS ||
        !next->clGetPlatformInfo ||
        next->clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL) != CL_SUCCESS)
        version[0] = '\0';
    version[sizeof version - 1] = '\0';
    cld_message_text(m, "platform", version);
}

void cld_device_identity(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m)
{
    const char *extra = getenv("POCL_EXTRA_BUILD_FLAGS"); /* more options, behind our back */
    cl_uint bits = 0;
    char text[16];
    next->clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
    snprintf(text, sizeof text, "%u", bits);
    add_info(next, device, m, "name", CL_DEVICE_NAME);
    add_info(next, device, m, "vendor", CL_DEVICE_VENDOR);
    add_info(next, device, m, "driver", CL_DRIVER_VERSION);
    add_info(next, device, m, "version", CL_DEVICE_VERSION);
    add_info(next, device, m, "c-version", CL_DEVICE_OPENCL_C_VERSION);
    add_info(next, device, m, "its-extensions", CL_DEVICE_EXTENSIONS);
    add_platform_version(next, device, m);
    cld_message_text(m, "bits", text);
    cld_message_text(m, "extra", extra ? extra : "");
}

/* ---- what is known already ----------------------------------------------------------------------------- */

struct known {
    struct cld_twin_key key;
    struct cld_macros macros;
};

static struct known *all_known[CACHED_AT_MOST]; /* never freed */
static size_t n_known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void cld_device_macros_lock(void)
{
    pthread_mutex_lock(&lock);
}

void cld_device_macros_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static struct known *find_known(struct cld_twin_key key)
{
    for (size_t i = 0; i < n_known; i++)
        if (all_known[i]->key.low == key.low && all_known[i]->key.high == key.high)
            return all_known[i];
    return NULL;
}

static void remember(struct cld_twin_key key, const struct cld_macros *macros)
{
    pthread_mutex_lock(&lock);
    struct known *k = find_known(key);
    if (!k && n_known < CACHED_AT_MOST && (k = calloc(1, sizeof *k))) {
        k->key = key;
        all_known[n_known++] = k;
    }
    if (k)
        cld_macros_add_all(&k->macros, macros);
    pthread_mutex_unlock(&lock);
}

static void read_stored(struct cld_twin_key key, struct cld_macros *out)
{
    void *data;
    size_t size, at = 0;
    struct cld_item item;
    if (!cld_twin_cache_get(key, &data, &size))
        return;
    struct cld_message m = {.data = data, .size = size};
    while (cld_message_next(&m, &at, &item)) {
        char *text = cld_item_text(&item), *equals = text ? strchr(text, '=') : NULL;
        bool defined = cld_item_is(&item, "macro");
        if (equals)
            *equals = '\0';
        if (text && cld_is_identifier(text) && defined == (equals != NULL))
            cld_macros_add(out, text, defined ? equals + 1 : NULL);
        free(text);
    }
    free(data);
}

static void store(struct cld_twin_key key, const struct cld_macros *macros)
{
    struct cld_message m = {0};
    for (size_t i = 0; i < macros->n; i++) {
        const struct cld_macro *one = &macros->items[i];
        char *text = NULL;
        if (!one->value)
            cld_message_text(&m, "no-macro", one->name);
        else if (asprintf(&text, "%s=%s", one->name, one->value) >= 0) {
            cld_message_text(&m, "macro", text);
            free(text);
        }
    }
    if (!m.broken)
        cld_twin_cache_put(key, m.data, m.size);
    cld_message_free(&m);
}

static void recall(struct cld_twin_key key, struct cld_macros *out)
{
    pthread_mutex_lock(&lock);
    struct known *k = find_known(key);
    if (k)
        cld_macros_add_all(out, &k->macros);
    pthread_mutex_unlock(&lock);
    if (!k) {
        read_stored(key, out);
        if (out->n)
            remember(key, out);
    }
}

static struct cld_twin_key make_key(const cl_icd_dispatch *next, cl_device_id device, const char *options)
{
    struct cld_message m = {0};
    cld_message_text(&m, "macros", CLD_VERSION);
    cld_device_identity(next, device, &m);
    cld_message_text(&m, "options", options);
    struct cld_twin_key key = cld_twin_key(m.data, m.size);
    cld_message_free(&m);
    return key;
}

/* ---- together ------------------------------------------------------------------------------------------ */

/* Pointers to names that are not ours; those that are known, asked already or no names are left out. */
struct names {
    const char **list;
    size_t n, room;
};

static void want(struct names *w, const struct cld_macros *known, const char *name)
{
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->list[i], name) == 0)
            return;
    if (cld_macros_find(known, name) || !cld_can_be_asked(name))
        return;
    if (w->n == w->room) {
        size_t room = w->room ? 2 * w->room : 512;
        const char **more = realloc(w->list, room * sizeof *more);
        if (!more)
            return;
        w->list = more;
        w->room = room;
    }
    w->list[w->n++] = name;
}

/* `extensions` is cut into its words, which `w` then points to. */
static void want_standard(struct names *w, const struct cld_macros *known, char *extensions)
{
    char *rest = NULL;
    size_t n;
    const char *const *standard = cld_standard_names(&n);
    for (size_t i = 0; i < n; i++)
        want(w, known, standard[i]);
    for (char *e = strtok_r(extensions, " ", &rest); e; e = strtok_r(NULL, " ", &rest))
        want(w, known, e);
}

static bool add_unaskable(struct cld_macros *m, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cld_is_identifier(names[i]) && !cld_macros_find(m, names[i]) &&
            !cld_macros_add(m, names[i], NULL))
            return false;
    return true;
}

/* Completes `known` by what the device has to be asked. */
static bool learn(struct cld_probe *p, struct cld_twin_key key, const char *const *names, size_t n,
                  struct cld_macros *known, char reason[CLD_REASON_MAX])
{
    struct names wanted = {0};
    cl_int code = CL_SUCCESS;
    char *extensions = cld_device_text(p->next, p->device, CL_DEVICE_EXTENSIONS);
    if (known->n == 0 && extensions)
        want_standard(&wanted, known, extensions);
    for (size_t i = 0; i < n; i++)
        want(&wanted, known, names[i]);
    if (wanted.n) {
        if (!cld_probe_possible(p->next, p->device, reason))
            code = CL_COMPILER_NOT_AVAILABLE;
        else if ((code = cld_probe_ask(p, wanted.list, wanted.n, known)) != CL_SUCCESS)
            snprintf(reason, CLD_REASON_MAX, "the device did not tell what its compiler defines (error %d)",
                     code);
        if (code == CL_SUCCESS) {
            remember(key, known);
            store(key, known);
        }
    }
    free(wanted.list);
    free(extensions);
    return code == CL_SUCCESS;
}

bool cld_device_macros(const cl_icd_dispatch *next, cl_context context, cl_device_id device,
                       const char *options, const char *const *names, size_t n, struct cld_macros *out,
                       char reason[CLD_REASON_MAX])
{
    struct cld_probe p = {.next = next, .context = context, .device = device};
    struct cld_macros known = {0};
    bool done = false;
    snprintf(reason, CLD_REASON_MAX, "there was no memory left");
    p.options = cld_relevant_options(options ? options : "");
    if (p.options) {
        struct cld_twin_key key = make_key(next, device, p.options);
        recall(key, &known);
        done = learn(&p, key, names, n, &known, reason) && add_unaskable(&known, names, n) &&
               cld_macros_add_all(out, &known);
    }
    cld_macros_free(&known);
    free(p.options);
    return done;
}
