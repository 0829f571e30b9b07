/* follow_call.c - the values that built-in functions give: ids of the work-item, min, max, clamp. */
#include "instrument/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The argument of get_global_id() and the like, where it is a constant. */
static bool dimension(const struct cld_node *call, char d[4])
{
    const struct cld_node *n = call->last;
    long long i = -1;
    if (n == call->first || !n->constant || !cld_integer_value(n->cursor, &i) || i < 0 || i > 2)
        return false;
    snprintf(d, 4, "%lld", i);
    return true;
}

static bool is_uniform(const char *name)
{
    static const char *const uniform[] = {"get_group_id",   "get_num_groups",    "get_global_size",
                                          "get_local_size", "get_global_offset", "get_enqueued_local_size"};
    for (size_t i = 0; i < sizeof uniform / sizeof uniform[0]; i++)
        if (strcmp(name, uniform[i]) == 0)
            return true;
    return false;
}

/* Of all work-items of the group. */
static void global_ids(struct cld_following *s, const char *d, struct cld_interval *out)
{
    /* the last group may be smaller, from 2.0 on */
    const char *standard = cld_clang_standard(s->r->unit, s->r->device);
    const char *size = strcmp(standard, "CL2.0") >= 0 ? "get_enqueued_local_size" : "get_local_size";
    char *first = cld_printf("get_global_offset(%s) + get_group_id(%s) * %s(%s)", d, d, size, d);
    char *low = cld_printf("(long)(%s)", first);
    char *high = cld_printf("(long)(%s + get_local_size(%s)) - 1", first, d);
    cld_interval_make(&s->premises, out, low, high);
    free(first);
    free(low);
    free(high);
}

static bool follow_id(struct cld_following *s, const struct cld_node *n, const char *name,
                      struct cld_interval *out)
{
    char d[4];
    if (!dimension(n, d))
        return false;
    if (!s->for_group || is_uniform(name)) {
        char *same = cld_printf("(long)%s(%s)", name, d);
        cld_interval_make(&s->premises, out, same, same);
        free(same);
    } else if (strcmp(name, "get_local_id") == 0) {
        char *high = cld_printf("(long)get_local_size(%s) - 1", d);
        cld_interval_make(&s->premises, out, "0L", high);
        free(high);
    } else if (strcmp(name, "get_global_id") == 0) {
        global_ids(s, d, out);
    } else {
        return false;
    }
    out->bits = 49; /* of what devices can launch */
    out->exact = true;
    return true;
}

static bool follow_choice(struct cld_following *s, const struct cld_node *n, const char *name,
                          struct cld_interval *out)
{
    struct cld_premises *p = &s->premises;
    struct cld_interval a[3];
    struct cld_integer type;
    bool is_min = strcmp(name, "min") == 0, is_max = strcmp(name, "max") == 0;
    bool is_clamp = strcmp(name, "clamp") == 0;
    if ((!is_min && !is_max && !is_clamp) || !cld_integer_of(n->type, &type))
        return false;
    for (unsigned i = 0; i < (is_clamp ? 3 : 2); i++) {
        const struct cld_node *argument = cld_node_child(n, i + 1);
        if (!argument || !cld_follow_as(s, argument, n->type, &a[i]))
            return false;
        cld_interval_exactly(p, &a[i], type);
    }
    if (is_clamp)
        cld_interval_clamp(p, &a[0], &a[1], &a[2], out);
    else if (is_min)
        cld_interval_min(p, &a[0], &a[1], out);
    else
        cld_interval_max(p, &a[0], &a[1], out);
    return true;
}

bool cld_follow_call(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    char *name;
    bool ours = cld_calls_program(s->r, n, &name), found = false;
    if (name && !ours)
        found = strncmp(name, "get_", 4) == 0 ? follow_id(s, n, name, out) : follow_choice(s, n, name, out);
    free(name);
    return found;
}
