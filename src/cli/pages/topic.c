#include "cli/pages/topic.h"

#include "cli/error_code.h"
#include "lib/edit_distance.h"
#include "rules/findings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LONGEST 64

/* What is the same in every way of writing a name. */
static void normalise(const char *text, char out[LONGEST + 1])
{
    size_t n = 0;
    text += strspn(text, " ");
    if (strncasecmp(text, "CL_", 3) == 0)
        text += 3;
    for (; *text && *text != ' ' && n < LONGEST; text++)
        out[n++] = *text == '-' ? '_' : (char)toupper((unsigned char)*text);
    out[n] = '\0';
}

static bool each_finding(bool (*fn)(const struct cld_topic *topic, void *user), void *user)
{
    struct cld_topic topic = {.is_error = false};
    for (int i = 0; i < CLD_FINDING_COUNT; i++) {
        topic.number = i;
        topic.name = cld_finding_info((unsigned)i)->id;
        if (!fn(&topic, user))
            return false;
    }
    return true;
}

static bool each_code(bool (*fn)(const struct cld_topic *topic, void *user), void *user)
{
    size_t n_codes;
    const struct cld_error_code *codes = cld_error_codes(&n_codes);
    struct cld_topic topic = {.is_error = true};
    for (size_t i = 0; i < n_codes; i++) {
        topic.number = codes[i].value;
        topic.name = codes[i].name;
        if (!fn(&topic, user))
            return false;
    }
    return true;
}

/* Some ids are those of codes but for their spelling: invalid-work-group-size. With '_' the code is meant. */
static void each_topic(const char *text, bool (*fn)(const struct cld_topic *topic, void *user), void *user)
{
    bool codes_first = strchr(text, '_') != NULL;
    if (codes_first ? each_code(fn, user) : each_finding(fn, user))
        (void)(codes_first ? each_finding(fn, user) : each_code(fn, user));
}

/* ---- finding ----------------------------------------------------------------------------------------- */

struct search {
    char wanted[LONGEST + 1];
    bool is_number, found;
    int number;
    struct cld_topic *topic;
};

static bool compare(const struct cld_topic *topic, void *user)
{
    struct search *s = user;
    char name[LONGEST + 1] = "";
    normalise(topic->name, name);
    s->found = s->is_number ? topic->is_error && topic->number == s->number : strcmp(name, s->wanted) == 0;
    if (s->found)
        *s->topic = *topic;
    return !s->found;
}

bool cld_topic_find(const char *text, struct cld_topic *topic)
{
    struct search s = {.topic = topic};
    char *end;
    long number = strtol(text, &end, 10);
    s.is_number = end != text && *end == '\0' && number > -100000 && number < 100000;
    s.number = (int)(number > 0 ? -number : number); /* every code but that of success is negative */
    normalise(text, s.wanted);
    each_topic(text, compare, &s);
    return s.found;
}

/* ---- guessing ---------------------------------------------------------------------------------------- */

/* Letters to change, insert or leave out, to make `a` of `b`; or, one letter dearer, of its beginning. */
static size_t distance(const char *a, const char *b)
{
    struct cld_edit_distance d = cld_edit_distance(a, b);
    return d.beginning + 1 < d.whole ? d.beginning + 1 : d.whole;
}

struct guesses {
    char wanted[LONGEST + 1];
    const char **names;
    size_t distances[8], count, room;
};

static bool guess(const struct cld_topic *topic, void *user)
{
    struct guesses *g = user;
    char name[LONGEST + 1] = "";
    normalise(topic->name, name);
    size_t length = strlen(g->wanted), d = distance(g->wanted, name);
    if (length >= 4 && strstr(name, g->wanted)) /* a part of the name */
        d = 1;
    if (d > (length < 6 ? 2 : length / 3))
        return true;
    size_t at = g->count < g->room ? g->count++ : g->room;
    while (at > 0 && g->distances[at - 1] > d) {
        if (at < g->room) {
            g->distances[at] = g->distances[at - 1];
            g->names[at] = g->names[at - 1];
        }
        at--;
    }
    if (at < g->room) {
        g->distances[at] = d;
        g->names[at] = topic->name;
    }
    return true;
}

size_t cld_topic_suggest(const char *text, const char **names, size_t room)
{
    struct guesses g = {.names = names, .room = room < 8 ? room : 8};
    normalise(text, g.wanted);
    if (strlen(g.wanted) < 3) /* looks like everything */
        return 0;
    each_topic(text, guess, &g);
    return g.count;
}
