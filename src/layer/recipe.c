/* recipe.c - capturing what a program is made from. */
#include "layer/recipe.h"

#include "wire/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- units --------------------------------------------------------------------------------------------- */

static void release_unit(struct cld_recipe_unit *u)
{
    if (!u || atomic_fetch_sub(&u->users, 1) != 1)
        return;
    for (size_t i = 0; i < u->unit.n_headers; i++) {
        free(u->unit.headers[i].name);
        free(u->unit.headers[i].text);
    }
    free(u->unit.headers);
    free(u->unit.source);
    free(u->unit.options);
    free(u);
}

/* Source as the driver has it: all strings in one. "" where there is none. */
static char *source_of(const cl_icd_dispatch *next, cl_program program)
{
    size_t size = 0;
    if (next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    char *text = calloc(1, size + 1);
    if (text && size && next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL) != CL_SUCCESS) {
        free(text);
        return NULL;
    }
    return text;
}

static struct cld_recipe_unit *new_unit(char *source, const char *options, size_t n_headers)
{
    struct cld_recipe_unit *u = calloc(1, sizeof *u);
    if (u) {
        atomic_store(&u->users, 1);
        u->unit.source = source;
        u->unit.options = strdup(options ? options : "");
        u->unit.headers = n_headers ? calloc(n_headers, sizeof *u->unit.headers) : NULL;
        u->unit.n_headers = u->unit.headers ? n_headers : 0;
    } else {
        free(source);
    }
    if (u && u->unit.source && u->unit.options && u->unit.n_headers == n_headers)
        return u;
    release_unit(u);
    return NULL;
}

static bool take_headers(const cl_icd_dispatch *next, struct cld_recipe_unit *u, const cl_program *headers,
                         const char **names)
{
    for (size_t i = 0; headers && names && i < u->unit.n_headers; i++) {
        struct cld_unit_header *h = &u->unit.headers[i];
        h->name = names[i] ? strdup(names[i]) : NULL;
        h->text = headers[i] ? source_of(next, headers[i]) : NULL;
        if (!h->name || !h->text)
            return false;
    }
    return true;
}

/* ---- recipes ------------------------------------------------------------------------------------------- */

static struct cld_recipe *new_recipe(size_t n_units)
{
    struct cld_recipe *r = calloc(1, sizeof *r + n_units * sizeof r->units[0]);
    if (r)
        atomic_store(&r->users, 1);
    return r;
}

struct cld_recipe *cld_recipe_none(const char *reason)
{
    struct cld_recipe *r = new_recipe(0);
    if (r)
        r->reason = reason;
    return r;
}

struct cld_recipe *cld_recipe_of_source(const cl_icd_dispatch *next, cl_program program, const char *options,
                                        cl_uint n_headers, const cl_program *headers, const char **names)
{
    char *source = source_of(next, program);
    if (!source)
        return cld_recipe_none("the driver does not give back its program's source");
    size_t n = headers && names ? n_headers : 0;
    struct cld_recipe_unit *u = new_unit(source, options, n);
    if (u && !take_headers(next, u, headers, names)) {
        release_unit(u);
        return cld_recipe_none("the driver does not give back the source of a header");
    }
    struct cld_recipe *r = u ? new_recipe(1) : NULL;
    if (r)
        r->units[r->n_units++] = u;
    else
        release_unit(u);
    return r;
}

static const char *reason_of_inputs(struct cld_recipe *const *inputs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!inputs[i])
            return "cldoctor did not see how a program that is linked into its own was compiled";
        if (inputs[i]->reason)
            return inputs[i]->reason;
    }
    return NULL;
}

struct cld_recipe *cld_recipe_of_link(struct cld_recipe *const *inputs, size_t n, const char *options)
{
    const char *reason = reason_of_inputs(inputs, n);
    if (reason)
        return cld_recipe_none(reason);
    size_t units = 0;
    for (size_t i = 0; i < n; i++)
        units += inputs[i]->n_units;
    struct cld_recipe *r = new_recipe(units);
    if (!r)
        return NULL;
    r->linked = true;
    r->link_options = options ? strdup(options) : NULL;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < inputs[i]->n_units; j++) {
            atomic_fetch_add(&inputs[i]->units[j]->users, 1);
            r->units[r->n_units++] = inputs[i]->units[j];
        }
    return r;
}

struct cld_recipe *cld_recipe_retain(struct cld_recipe *r)
{
    if (r)
        atomic_fetch_add(&r->users, 1);
    return r;
}

void cld_recipe_release(struct cld_recipe *r)
{
    if (!r || atomic_fetch_sub(&r->users, 1) != 1)
        return;
    for (size_t i = 0; i < r->n_units; i++)
        release_unit(r->units[i]);
    free(r->link_options);
    free(r);
}

/* ---- lists: a recipe for each device --------------------------------------------------------------------
 */

struct cld_recipe *cld_made_for(const struct cld_made *list, cl_device_id device)
{
    struct cld_recipe *any = NULL;
    for (; list; list = list->next) {
        if (list->device == device)
            return list->recipe;
        if (!list->device)
            any = list->recipe;
    }
    return any;
}

bool cld_made_add(struct cld_made **list, cl_device_id device, struct cld_recipe *recipe)
{
    struct cld_made *m = recipe ? malloc(sizeof *m) : NULL;
    if (!m)
        return false;
    *m = (struct cld_made){*list, device, cld_recipe_retain(recipe)};
    *list = m;
    return true;
}

struct cld_made *cld_made_copy(const struct cld_made *list)
{
    struct cld_made *copy = NULL;
    for (; list; list = list->next)
        cld_made_add(&copy, list->device, list->recipe);
    return copy;
}

void cld_made_free(struct cld_made *list)
{
    while (list) {
        struct cld_made *next = list->next;
        cld_recipe_release(list->recipe);
        free(list);
        list = next;
    }
}

/* ---- on disk ------------------------------------------------------------------------------------------- */

void *cld_recipe_pack(const struct cld_recipe *r, size_t *size)
{
    struct cld_message m = {0};
    if (r->reason || !r->n_units)
        return NULL;
    if (r->linked)
        cld_message_text(&m, "linked", r->link_options ? r->link_options : "");
    for (size_t i = 0; i < r->n_units; i++) {
        const struct cld_unit *u = &r->units[i]->unit;
        cld_message_text(&m, "unit", "");
        cld_message_text(&m, "source", u->source);
        cld_message_text(&m, "options", u->options);
        for (size_t h = 0; h < u->n_headers; h++)
            cld_message_pair(&m, "header", u->headers[h].name, u->headers[h].text);
    }
    if (m.broken) {
        cld_message_free(&m);
        return NULL;
    }
    *size = m.size;
    return m.data;
}

static size_t count_of(const struct cld_message *m, const char *key, size_t at, const char *until)
{
    struct cld_item item;
    size_t n = 0;
    while (cld_message_next(m, &at, &item) && !(until && cld_item_is(&item, until)))
        n += cld_item_is(&item, key);
    return n;
}

/* NAME\0TEXT */
static bool read_header(struct cld_unit_header *h, const struct cld_item *item)
{
    const char *end = memchr(item->value, '\0', item->size);
    if (!end)
        return false;
    h->name = strdup(item->value);
    h->text = strndup(end + 1, item->size - (size_t)(end + 1 - item->value));
    return h->name && h->text;
}

/* The items behind a `unit`, up to the next. */
static struct cld_recipe_unit *read_unit(const struct cld_message *m, size_t at)
{
    struct cld_item item;
    size_t n = count_of(m, "header", at, "unit"), i = 0;
    struct cld_recipe_unit *u = new_unit(strdup(""), "", n);
    bool ok = u != NULL;
    while (ok && cld_message_next(m, &at, &item) && !cld_item_is(&item, "unit")) {
        char **text = cld_item_is(&item, "source")    ? &u->unit.source
                      : cld_item_is(&item, "options") ? &u->unit.options
                                                      : NULL;
        if (text) {
            free(*text);
            ok = (*text = cld_item_text(&item)) != NULL;
        } else if (cld_item_is(&item, "header")) {
            ok = read_header(&u->unit.headers[i++], &item);
        }
    }
    if (ok)
        return u;
    release_unit(u);
    return NULL;
}

struct cld_recipe *cld_recipe_unpack(const void *data, size_t size)
{
    struct cld_message m = {.data = (char *)(uintptr_t)data, .size = size, .room = size};
    struct cld_item item;
    size_t n = cld_message_whole(&m) ? count_of(&m, "unit", 0, NULL) : 0, at = 0;
    struct cld_recipe *r = n ? new_recipe(n) : NULL;
    while (r && cld_message_next(&m, &at, &item)) {
        if (cld_item_is(&item, "linked")) {
            r->linked = true;
            r->link_options = cld_item_text(&item);
        } else if (cld_item_is(&item, "unit")) {
            struct cld_recipe_unit *u = read_unit(&m, at);
            if (!u) {
                cld_recipe_release(r);
                return NULL;
            }
            r->units[r->n_units++] = u;
        }
    }
    return r;
}
