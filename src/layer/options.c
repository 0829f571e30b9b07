/* options.c - CLDOCTOR_OPTIONS: key=value;key=value, written by `cldoctor run` or by hand. */
#include "layer/layer.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_on(const char *value)
{
    return strcmp(value, "0") != 0 && strcmp(value, "off") != 0 && strcmp(value, "no") != 0;
}

static void copy(char *to, size_t room, const char *value)
{
    snprintf(to, room, "%s", value);
}

static uint64_t bytes(const char *value)
{
    char *end;
    uint64_t n = strtoull(value, &end, 10);
    switch (*end) {
    case 'G':
    case 'g':
        return n << 30;
    case 'M':
    case 'm':
        return n << 20;
    case 'K':
    case 'k':
        return n << 10;
    default:
        return n;
    }
}

/* `list` names checks. */
static void checks(struct cld_options *o, char *list)
{
    char *rest = NULL;
    o->api = o->lifetime = o->build = o->bounds = o->barrier = o->guard = false;
    for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        bool usual = strcmp(name, "all") == 0 || strcmp(name, "default") == 0;
        o->api |= usual || strcmp(name, "api") == 0;
        o->lifetime |= usual || strcmp(name, "lifetime") == 0;
        o->build |= usual || strcmp(name, "build") == 0;
        o->bounds |= usual || strcmp(name, "bounds") == 0;
        o->barrier |= usual || strcmp(name, "barrier") == 0;
        o->guard |= usual || strcmp(name, "guard") == 0;
    }
}

static void set_twins(struct cld_options *o, const char *key, const char *value)
{
    if (strcmp(key, "twins") == 0) {
        /* Another pass goes through: the instrumenter says that it knows none of that name. */
        copy(o->twins, sizeof o->twins, is_on(value) && strcmp(value, "none") != 0 ? value : "");
        o->twins_chosen = true;
    } else if (strcmp(key, "kernels") == 0) {
        copy(o->kernels, sizeof o->kernels, value);
        o->kernels_chosen = true;
    } else if (strcmp(key, "binary-cache") == 0)
        o->no_binary_cache = !is_on(value);
    else if (strcmp(key, "instrumenter") == 0)
        copy(o->instrumenter, sizeof o->instrumenter, value);
    else if (strcmp(key, "instrument") == 0)
        copy(o->instrument, sizeof o->instrument, value);
}

static void set(struct cld_options *o, const char *key, char *value)
{
    if (strcmp(key, "check") == 0)
        checks(o, value);
    else if (strcmp(key, "quiet") == 0)
        o->quiet = is_on(value);
    else if (strcmp(key, "verbose") == 0)
        o->verbose = is_on(value);
    else if (strcmp(key, "color") == 0)
        o->color = is_on(value);
    else if (strcmp(key, "timestamps") == 0) {
        o->timestamps = is_on(value);
        o->all_timestamps = strcmp(value, "all") == 0;
    } else if (strcmp(key, "timeout") == 0)
        o->timeout_ns = strtoull(value, NULL, 10) * 1000000000u;
    else if (strcmp(key, "max-size") == 0)
        o->max_bytes = bytes(value);
    else if (strcmp(key, "output") == 0)
        copy(o->folder, sizeof o->folder, value);
    else
        set_twins(o, key, value);
}

/* The binary that belongs to this very library: `run` may not have been there to say. */
static void find_instrument(char *path, size_t room)
{
    static const char *const folders[] = {"../bin", "../../bin", "../../../bin"}; /* build tree; installed */
    Dl_info self;
    char *library = dladdr((void *)cld_options_read, &self) ? realpath(self.dli_fname, NULL) : NULL;
    char *slash = library ? strrchr(library, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof folders / sizeof folders[0]; i++) {
        int n =
            snprintf(path, room, "%.*s/%s/cldoctor-instrument", (int)(slash - library), library, folders[i]);
        if (n > 0 && (size_t)n < room && access(path, X_OK) == 0)
            break;
        path[0] = '\0';
    }
    free(library);
}

/* The passes that the checks need. */
static void choose_twins(struct cld_options *o)
{
    const struct {
        bool wanted;
        const char *pass;
    } passes[] = {{o->bounds, "bounds"}, {o->barrier, "barrier"}};
    size_t at = 0;
    for (size_t i = 0; i < sizeof passes / sizeof passes[0] && !o->twins_chosen; i++)
        if (passes[i].wanted)
            at +=
                (size_t)snprintf(o->twins + at, sizeof o->twins - at, "%s%s", at ? "+" : "", passes[i].pass);
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
        o->twins_tell |= strstr(o->twins, passes[i].pass) != NULL;
}

void cld_options_read(struct cld_options *o, const char *text)
{
    memset(o, 0, sizeof *o);
    o->api = o->lifetime = o->build = o->bounds = o->barrier = o->guard = o->timestamps = true;
    o->max_bytes = 2ull << 30;
    strcpy(o->folder, "cldoctor.data");
    char *pairs = text ? strdup(text) : NULL, *rest = NULL;
    for (char *pair = pairs ? strtok_r(pairs, ";", &rest) : NULL; pair; pair = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(pair, '=');
        if (equals) {
            *equals = '\0';
            set(o, pair, equals + 1);
        }
    }
    free(pairs);
    if (o->max_bytes < 1u << 20)
        o->max_bytes = 1u << 20;
    o->narrow = o->guard && !o->api && !o->lifetime && !o->build && !o->bounds && !o->barrier;
    choose_twins(o);
    if (o->twins[0] && !o->instrument[0])
        find_instrument(o->instrument, sizeof o->instrument);
}
