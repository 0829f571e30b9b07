#include "values.h"

#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void values_set(struct values *v, const char *name, int64_t value)
{
    struct value *to = NULL;
    for (size_t i = 0; i < v->count && !to; i++)
        to = strcmp(v->list[i].name, name) == 0 ? &v->list[i] : NULL;
    if (!to) {
        assert_in_range(strlen(name), 1, sizeof to->name - 1);
        assert_in_range(v->count, 0, sizeof v->list / sizeof v->list[0] - 1);
        to = &v->list[v->count++];
        to->length = strlen(name);
        memcpy(to->name, name, to->length + 1);
    }
    to->value = value;
}

/* ---- a reader of C's expressions, by precedence
 * ------------------------------------------------------------ */

struct reader {
    const struct values *values;
    const char *whole, *at;
};

static int64_t read_expression(struct reader *r, int lowest);

static void blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool take(struct reader *r, const char *text)
{
    blanks(r);
    bool is = strncmp(r->at, text, strlen(text)) == 0;
    r->at += is ? strlen(text) : 0;
    return is;
}

static void need(struct reader *r, const char *text)
{
    if (!take(r, text))
        fail_msg("no `%s` at `%s` of `%s`", text, r->at, r->whole);
}

static int64_t ones(int64_t x)
{
    int64_t all = 0;
    while (all < x)
        all = all * 2 + 1;
    return all;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool call(struct reader *r, int64_t *value)
{
    if (!strchr("mc_", *r->at))
        return false;
    static const char *const names[] = {"min(", "max(", "clamp(", "__cld_ones("};
    int64_t a[3] = {0};
    for (size_t f = 0; f < 4; f++) {
        if (!take(r, names[f]))
            continue;
        for (size_t i = 0; i < (f < 2 ? 2 : f == 2 ? 3 : 1); i++) {
            if (i)
                need(r, ",");
            a[i] = read_expression(r, 0);
        }
        need(r, ")");
        int64_t results[] = {least(a[0], a[1]), greatest(a[0], a[1]), least(greatest(a[0], a[1]), a[2]),
                             f == 3 ? ones(a[0]) : 0};
        *value = results[f];
        return true;
    }
    return false;
}

static int64_t name(struct reader *r)
{
    size_t n = 0;
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
        n++;
    if (n && r->at[n] == '(') /* an id: its name with the argument */
        n += strcspn(r->at + n, ")") + 1;
    for (size_t i = 0; i < r->values->count && n; i++) {
        const struct value *v = &r->values->list[i];
        if (v->length == n && memcmp(v->name, r->at, n) == 0) {
            r->at += n;
            return v->value;
        }
    }
    fail_msg("nothing is known of `%s` in `%s`", r->at, r->whole);
    return 0;
}

static int64_t primary(struct reader *r)
{
    int64_t value;
    blanks(r);
    if (take(r, "(long)"))
        return primary(r);
    if (take(r, "(uint)"))
        return (int64_t)(uint32_t)primary(r);
    if (take(r, "-"))
        return (int64_t)(0 - (uint64_t)primary(r));
    if (take(r, "(")) {
        value = read_expression(r, 0);
        need(r, ")");
        return value;
    }
    if (isdigit((unsigned char)*r->at)) {
        char *end;
        value = (int64_t)strtoull(r->at, &end, 10);
        r->at = end + strspn(end, "UL");
        return value;
    }
    return call(r, &value) ? value : name(r);
}

static int64_t apply(const char *o, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    if (o[1] == '<' || o[1] == '>')
        return o[1] == '<' ? (int64_t)(x << (y & 63)) : a >> (y & 63);
    if (o[1] == '=')
        return *o == '<' ? a <= b : *o == '>' ? a >= b : *o == '!' ? a != b : a == b;
    switch (*o) {
    case '|':
        return a | b;
    case '&':
        return a & b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case '+':
        return (int64_t)(x + y);
    case '-':
        return (int64_t)(x - y);
    case '*':
        return (int64_t)(x * y);
    default:
        assert_true(b != 0 && (a != INT64_MIN || b != -1)); /* a declaration must not trap */
        return a / b;
    }
}

static int64_t read_expression(struct reader *r, int lowest)
{
    static const struct {
        const char *text;
        int precedence;
    } operators[] = {{"<<", 5}, {">>", 5}, {"<=", 4}, {">=", 4}, {"==", 3}, {"!=", 3}, {"|", 1},
                     {"&", 2},  {"<", 4},  {">", 4},  {"+", 6},  {"-", 6},  {"*", 7},  {"/", 7}};
    const size_t count = sizeof operators / sizeof operators[0];
    int64_t value = primary(r);
    for (size_t i = 0; i < count;) {
        const char *before = r->at;
        if (operators[i].precedence <= lowest || !take(r, operators[i].text)) {
            r->at = before;
            i++;
            continue;
        }
        value = apply(operators[i].text, value, read_expression(r, operators[i].precedence));
        i = 0;
    }
    return value;
}

int64_t values_of(const struct values *v, const char *expression)
{
    struct reader r = {.values = v, .whole = expression, .at = expression};
    int64_t value = read_expression(&r, 0);
    blanks(&r);
    if (*r.at && *r.at != ';')
        fail_msg("`%s` goes on behind an expression", expression);
    return value;
}

void values_declare(struct values *v, const char *declarations)
{
    struct reader r = {.values = v, .whole = declarations, .at = declarations};
    while (take(&r, "const long ")) {
        char text[48];
        size_t n = strcspn(r.at, " ");
        snprintf(text, sizeof text, "%.*s", (int)n, r.at);
        r.at += n;
        need(&r, "=");
        values_set(v, text, read_expression(&r, 0));
        need(&r, ";");
    }
    assert_int_equal(*r.at, '\0');
}
