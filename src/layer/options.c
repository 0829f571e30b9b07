/* options.c - CLDOCTOR_OPTIONS: key=value;key=value, written by `cldoctor run` or by hand. */
#include "layer/layer.h"

#include <stdlib.h>
#include <string.h>

static bool is_on(const char *value)
{
    return strcmp(value, "0") != 0 && strcmp(value, "off") != 0 && strcmp(value, "no") != 0;
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

/* `list` names checks: default and all contain both of this version. */
static void checks(struct cld_options *o, char *list)
{
    char *rest = NULL;
    o->api = o->lifetime = false;
    for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        bool both = strcmp(name, "all") == 0 || strcmp(name, "default") == 0;
        o->api |= both || strcmp(name, "api") == 0;
        o->lifetime |= both || strcmp(name, "lifetime") == 0;
    }
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
    } else if (strcmp(key, "max-size") == 0)
        o->max_bytes = bytes(value);
    else if (strcmp(key, "output") == 0)
        strncpy(o->folder, value, sizeof o->folder - 1);
}

void cld_options_read(struct cld_options *o, const char *text)
{
    memset(o, 0, sizeof *o);
    o->api = o->lifetime = o->timestamps = true;
    o->max_bytes = 2ull << 30;
    strcpy(o->folder, "cldoctor.data");
    char *copy = text ? strdup(text) : NULL, *rest = NULL;
    for (char *pair = copy ? strtok_r(copy, ";", &rest) : NULL; pair; pair = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(pair, '=');
        if (equals) {
            *equals = '\0';
            set(o, pair, equals + 1);
        }
    }
    free(copy);
    if (o->max_bytes < 1u << 20)
        o->max_bytes = 1u << 20;
}
