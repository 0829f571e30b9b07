#include "model/run_info.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"

void cld_strings_add(char ***list, size_t *count, const char *text)
{
    *list = cld_xgrow(*list, *count, sizeof(char *));
    (*list)[(*count)++] = cld_xstrdup(text);
}

void cld_strings_free(char ***list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        free((*list)[i]);
    free(*list);
    *list = NULL;
    *count = 0;
}

void cld_run_info_free(struct cld_run_info *info)
{
    cld_strings_free(&info->app, &info->n_app);
    cld_strings_free(&info->checks, &info->n_checks);
    cld_strings_free(&info->loaders, &info->n_loaders);
    cld_strings_free(&info->vendors, &info->n_vendors);
    free(info->running);
    free(info->cwd);
    free(info->version);
    *info = (struct cld_run_info){0};
}

/* Command lines may hold any bytes, JSON only UTF-8: what is none is shown byte by byte as Latin-1 would. */
static json_t *text_json(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    char *utf8 = cld_xcalloc(strlen(text) * 2 + 1, 1), *out = utf8;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p >= 0x80)
            *out++ = (char)(0xc0 | (*p >> 6));
        *out++ = (char)(*p >= 0x80 ? 0x80 | (*p & 0x3f) : *p);
    }
    string = json_string(utf8);
    free(utf8);
    return string;
}

static json_t *strings_json(char *const *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, text_json(list[i]));
    return array;
}

static json_t *to_json(const struct cld_run_info *info)
{
    json_t *root = json_object(), *running = json_array();
    for (size_t i = 0; i < info->n_running; i++)
        json_array_append_new(running, json_integer(info->running[i]));
    json_object_set_new(root, "schema", json_string("cldoctor-run-1"));
    json_object_set_new(root, "app", strings_json(info->app, info->n_app));
    json_object_set_new(root, "cwd", text_json(info->cwd ? info->cwd : ""));
    json_object_set_new(root, "version", text_json(info->version ? info->version : ""));
    json_object_set_new(root, "pid", json_integer(info->pid));
    json_object_set_new(root, "started", json_real(info->started));
    json_object_set_new(root, "ended", json_real(info->ended));
    json_object_set_new(root, "status", json_integer(info->status));
    json_object_set_new(root, "signal", json_integer(info->signal));
    json_object_set_new(root, "preload", json_boolean(info->preload));
    json_object_set_new(root, "check", strings_json(info->checks, info->n_checks));
    json_object_set_new(root, "loaders", strings_json(info->loaders, info->n_loaders));
    json_object_set_new(root, "vendors", strings_json(info->vendors, info->n_vendors));
    json_object_set_new(root, "running", running);
    return root;
}

int cld_run_info_write(const struct cld_run_info *info, const char *folder)
{
    char *path = cld_xprintf("%s/run.json", folder), *temporary = cld_xprintf("%s/run.json.new", folder);
    json_t *root = to_json(info);
    errno = 0;
    int failed = json_dump_file(root, temporary, JSON_INDENT(2)) != 0 || rename(temporary, path) != 0;
    int error = failed ? (errno ? errno : EIO) : 0;
    json_decref(root);
    free(path);
    free(temporary);
    return error;
}

static void parse_strings(const json_t *root, const char *key, char ***list, size_t *count)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(root, key), i, item)
    {
        if (json_is_string(item))
            cld_strings_add(list, count, json_string_value(item));
    }
}

static char *parse_string(const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));
    return cld_xstrdup(text ? text : "");
}

bool cld_run_info_parse(struct cld_run_info *info, const char *text, size_t length)
{
    size_t i;
    json_t *item, *root = json_loadb(text, length, 0, NULL);
    *info = (struct cld_run_info){.status = -1};
    if (!json_is_object(root)) {
        json_decref(root);
        return false;
    }
    info->present = true;
    parse_strings(root, "app", &info->app, &info->n_app);
    parse_strings(root, "check", &info->checks, &info->n_checks);
    parse_strings(root, "loaders", &info->loaders, &info->n_loaders);
    parse_strings(root, "vendors", &info->vendors, &info->n_vendors);
    info->cwd = parse_string(root, "cwd");
    info->version = parse_string(root, "version");
    info->pid = (long)json_integer_value(json_object_get(root, "pid"));
    info->started = json_number_value(json_object_get(root, "started"));
    info->ended = json_number_value(json_object_get(root, "ended"));
    if (json_is_integer(json_object_get(root, "status")))
        info->status = (int)json_integer_value(json_object_get(root, "status"));
    info->signal = (int)json_integer_value(json_object_get(root, "signal"));
    info->preload = json_is_true(json_object_get(root, "preload"));
    json_array_foreach(json_object_get(root, "running"), i, item)
    {
        info->running = cld_xgrow(info->running, info->n_running, sizeof(long));
        info->running[info->n_running++] = (long)json_integer_value(item);
    }
    json_decref(root);
    return true;
}
