#include "layer/instrumenter_answer.h"

#include "layer/device_names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS_AT_MOST 100000

struct answer {
    char *status;
    struct cld_twin_text *out;
    struct cld_needs needs;
    size_t room_units, room_kernels, room_structs, items;
    const char *wrong; /* NULL: nothing so far */
};

void cld_needs_free(struct cld_needs *n)
{
    for (size_t i = 0; i < n->n; i++)
        free(n->list[i]);
    free(n->list);
    *n = (struct cld_needs){0};
}

/* A new, zeroed element at the end of a list. NULL: no memory. */
static void *grow(void *list, size_t *n, size_t *room, size_t size)
{
    void **where = list;
    if (*n == *room) {
        size_t more = *room ? 2 * *room : 16;
        void *bigger = realloc(*where, more * size);
        if (!bigger)
            return NULL;
        *where = bigger;
        *room = more;
    }
    void *element = (char *)*where + (*n)++ * size;
    memset(element, 0, size);
    return element;
}

bool cld_needs_add(struct cld_needs *n, char *name)
{
    char **where = grow(&n->list, &n->n, &n->room, sizeof *where);
    if (where)
        *where = name;
    return where;
}

/* NULL, and `wrong` set: no text. */
static char *take_text(struct answer *a, const struct cld_item *item)
{
    char *text = memchr(item->value, '\0', item->size) ? NULL : cld_item_text(item);
    if (!text)
        a->wrong = "a text holds a NUL";
    return text;
}

/* For a value that may come once. */
static void take_once(struct answer *a, char **where, const struct cld_item *item)
{
    if (*where)
        a->wrong = "a value comes twice";
    else
        *where = take_text(a, item);
}

static void take_unit_text(struct answer *a, const struct cld_item *item, bool source)
{
    struct cld_unit *u = a->out->n_units ? &a->out->units[a->out->n_units - 1] : NULL;
    if (!u)
        a->wrong = "a source belongs to no unit";
    else
        take_once(a, source ? &u->source : &u->options, item);
}

/* "L S0 S12", "L K R S0 C0,4", "N T0,12" */
static bool is_hidden(const char *text)
{
    const char *p = text;
    while (*p) {
        char kind = *p++;
        size_t digits = strspn(p, strchr("CIT", kind) ? "0123456789," : "0123456789");
        bool units = kind == 'C' || kind == 'I';
        bool one = kind == 'A' || kind == 'S' || kind == 'W';
        if (!strchr("ACILNKRSTW", kind) || (units || one || kind == 'T') != (digits > 0) ||
            (one && digits > 4) || (units && (digits > 16 || !memchr(p, ',', digits))))
            return false;
        p += digits;
        if (*p == ' ' && p[1])
            p++;
        else if (*p)
            return false;
    }
    return true;
}

static bool has_kernel(const struct cld_twin_text *t, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (t->kernels[i].name && strcmp(t->kernels[i].name, name) == 0)
            return true;
    return false;
}

static void take_kernel(struct answer *a, const struct cld_item *item, bool skipped)
{
    const char *nul = memchr(item->value, '\0', item->size);
    size_t rest = nul ? item->size - (size_t)(nul + 1 - item->value) : 0;
    struct cld_twin_kernel_text *k =
        nul ? grow(&a->out->kernels, &a->out->n_kernels, &a->room_kernels, sizeof *k) : NULL;
    if (!k || memchr(nul + 1, '\0', rest)) {
        a->wrong = "a kernel has no name, or too many";
        return;
    }
    k->name = strdup(item->value);
    k->hidden = skipped ? strdup("") : strndup(nul + 1, rest);
    k->reason = skipped ? strndup(nul + 1, rest) : NULL;
    if (!k->name || !k->hidden || (skipped && !k->reason))
        a->wrong = "there was no memory left for it";
    else if (!cld_is_identifier(k->name))
        a->wrong = "a kernel's name is none";
    else if (has_kernel(a->out, k->name, a->out->n_kernels - 1))
        a->wrong = "a kernel comes twice";
    else if (!is_hidden(k->hidden) || (skipped && !k->reason[0]))
        a->wrong = skipped ? "a kernel is skipped without a reason" : "a hidden argument is of no known kind";
}

/* "NAME\0TEXT" of a kernel that came before, once: takes the text. NULL: it is not so. */
static const char *take_of_kernel(struct answer *a, const struct cld_item *item, size_t field)
{
    const char *nul = memchr(item->value, '\0', item->size);
    for (size_t i = 0; nul && i < a->out->n_kernels; i++) {
        char **text = (char **)((char *)&a->out->kernels[i] + field);
        if (strcmp(a->out->kernels[i].name, item->value) != 0 || *text)
            continue;
        *text = strndup(nul + 1, item->size - (size_t)(nul + 1 - item->value));
        return *text;
    }
    return NULL;
}

/* What is none of ours is found when it is read: access_flags.h. */
static void take_uses(struct answer *a, const struct cld_item *item)
{
    if (!take_of_kernel(a, item, offsetof(struct cld_twin_kernel_text, uses)))
        a->wrong = "it tells of a kernel that is not there, or twice";
}

/* Lines of "KIND LINE FILE\tTEXT": shown as they are, once they are known to be that. */
static bool are_loops(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n"), digits = length > 2 ? strspn(text + 2, "0123456789") : 0;
        if (!strchr("egl", text[0]) || text[1] != ' ' || !digits || text[2 + digits] != ' ' ||
            !memchr(text, '\t', length))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

static void take_loops(struct answer *a, const struct cld_item *item)
{
    const char *loops = take_of_kernel(a, item, offsetof(struct cld_twin_kernel_text, loops));
    if (!loops || !are_loops(loops))
        a->wrong = "its loops are those of a kernel that is not there, or nonsense";
}

static void take_struct(struct answer *a, const struct cld_item *item)
{
    char *text = take_text(a, item);
    char **where = text ? grow(&a->out->structs, &a->out->n_structs, &a->room_structs, sizeof *where) : NULL;
    if (where)
        *where = text;
    else
        free(text);
}

/* Of a kernel that came before. */
static void take_unchecked(struct answer *a, const struct cld_item *item)
{
    const char *nul = memchr(item->value, '\0', item->size);
    size_t rest = nul ? item->size - (size_t)(nul + 1 - item->value) : 0;
    struct cld_twin_kernel_text *k = NULL;
    for (size_t i = 0; nul && i < a->out->n_kernels; i++)
        if (strcmp(a->out->kernels[i].name, item->value) == 0)
            k = &a->out->kernels[i];
    if (!k || k->reason || k->unchecked || !rest || memchr(nul + 1, '\0', rest)) {
        a->wrong = "what is not checked belongs to no kernel, or is nothing";
        return;
    }
    k->unchecked = strndup(nul + 1, rest);
    if (!k->unchecked)
        a->wrong = "there was no memory left for it";
}

static void take_sites(struct answer *a, const struct cld_item *item)
{
    struct cld_twin_text *t = a->out;
    if (t->sites) {
        a->wrong = "a value comes twice";
        return;
    }
    t->sites = malloc(item->size + 1);
    if (!t->sites) {
        a->wrong = "there was no memory left for it";
        return;
    }
    memcpy(t->sites, item->value, item->size);
    t->sites_size = item->size;
}

static void take_need(struct answer *a, const struct cld_item *item)
{
    char *name = take_text(a, item);
    if (!name || !cld_is_identifier(name) || !cld_needs_add(&a->needs, name)) {
        free(name);
        a->wrong = "what it asks for is no name of a macro";
    }
}

static void take(struct answer *a, const struct cld_item *item)
{
    if (++a->items > ITEMS_AT_MOST)
        a->wrong = "it has no end";
    else if (cld_item_is(item, "status"))
        take_once(a, &a->status, item);
    else if (cld_item_is(item, "reason"))
        take_once(a, &a->out->reason, item);
    else if (cld_item_is(item, "need"))
        take_need(a, item);
    else if (cld_item_is(item, "unit")) {
        if (!grow(&a->out->units, &a->out->n_units, &a->room_units, sizeof *a->out->units))
            a->wrong = "there was no memory left for it";
    } else if (cld_item_is(item, "source") || cld_item_is(item, "options"))
        take_unit_text(a, item, cld_item_is(item, "source"));
    else if (cld_item_is(item, "kernel") || cld_item_is(item, "skip"))
        take_kernel(a, item, cld_item_is(item, "skip"));
    else if (cld_item_is(item, "uses"))
        take_uses(a, item);
    else if (cld_item_is(item, "loops"))
        take_loops(a, item);
    else if (cld_item_is(item, "struct"))
        take_struct(a, item);
    else if (cld_item_is(item, "unchecked"))
        take_unchecked(a, item);
    else if (cld_item_is(item, "sites"))
        take_sites(a, item);
    else if (cld_item_is(item, "file") && !memchr(item->value, '\0', item->size))
        a->wrong = "a file has no time";
}

static void check_twin(struct answer *a, size_t n_units)
{
    struct cld_twin_text *t = a->out;
    if (t->n_units != n_units)
        a->wrong = "it has another number of units";
    for (size_t i = 0; !a->wrong && i < t->n_units; i++)
        if (!t->units[i].source || !t->units[i].options)
            a->wrong = "a unit has no source, or no options";
    t->ok = !a->wrong;
}

static void check_whole(struct answer *a, size_t n_units)
{
    if (!a->status)
        a->wrong = "it has no status";
    else if (strcmp(a->status, "ok") == 0)
        check_twin(a, n_units);
    else if (strcmp(a->status, "need") == 0 ? a->needs.n == 0 : strcmp(a->status, "no") != 0)
        a->wrong = "its status means nothing";
    else if (strcmp(a->status, "no") == 0 && (!a->out->reason || !a->out->reason[0]))
        a->wrong = "it refuses without a reason";
}

enum cld_verdict cld_answer_read(const struct cld_message *m, size_t n_units, struct cld_twin_text *out,
                                 struct cld_needs *needs, const char **wrong)
{
    struct answer a = {.out = out};
    struct cld_item item;
    size_t at = 0;
    while (!a.wrong && cld_message_next(m, &at, &item))
        take(&a, &item);
    if (!a.wrong && at != m->size)
        a.wrong = "it is cut off";
    if (!a.wrong)
        check_whole(&a, n_units);
    enum cld_verdict v = a.wrong                         ? CLD_ANSWER_NONSENSE
                         : strcmp(a.status, "need") == 0 ? CLD_ANSWER_NEED
                                                         : CLD_ANSWER_FINAL;
    if (v != CLD_ANSWER_FINAL)
        cld_twin_text_free(out);
    else if (out->ok) {
        free(out->reason);
        out->reason = NULL;
    }
    free(a.status);
    cld_needs_free(needs);
    *needs = a.needs;
    *wrong = a.wrong;
    return v;
}

void cld_twin_text_free(struct cld_twin_text *t)
{
    for (size_t i = 0; i < t->n_units; i++) {
        free(t->units[i].source);
        free(t->units[i].options);
    }
    for (size_t i = 0; i < t->n_kernels; i++) {
        free(t->kernels[i].name);
        free(t->kernels[i].hidden);
        free(t->kernels[i].reason);
        free(t->kernels[i].uses);
        free(t->kernels[i].loops);
        free(t->kernels[i].unchecked);
    }
    for (size_t i = 0; i < t->n_structs; i++)
        free(t->structs[i]);
    free(t->structs);
    free(t->units);
    free(t->kernels);
    free(t->sites);
    free(t->reason);
    *t = (struct cld_twin_text){0};
}
