#include "layer/memory_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A piece of the text. */
struct piece {
    const char *at, *end;
};

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static struct piece trim(struct piece p)
{
    while (p.at < p.end && isspace((unsigned char)*p.at))
        p.at++;
    while (p.at < p.end && isspace((unsigned char)p.end[-1]))
        p.end--;
    return p;
}

/* Behind the bracket that closes the one at `at`; the end, where none does. */
static const char *behind_bracket(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (depth == 0)
            return at + 1;
    }
    return end;
}

static const char *behind_name(const char *at, const char *end)
{
    while (at < end && in_name(*at))
        at++;
    return at;
}

static const char *behind_space(const char *at, const char *end)
{
    return trim((struct piece){at, end}).at;
}

/* ---- what stands in front of a path ----------------------------------------------------------------------
 */

/* "(global int *)p": what is in brackets is a type if it ends with a star, and an operand follows. */
static bool is_cast(const char *open, const char *close, const char *end)
{
    struct piece inside = trim((struct piece){open + 1, close - 1});
    const char *next = behind_space(close, end);
    return inside.at < inside.end && inside.end[-1] == '*' && next < end &&
           (in_name(*next) || strchr("(&*", *next));
}

/* Without stars, ampersands, signs, casts, and brackets around the whole of what is left. */
static struct piece operand(struct piece p)
{
    for (;;) {
        p = trim(p);
        if (p.at >= p.end)
            return p;
        if (strchr("*&+-!~", *p.at)) {
            p.at++;
        } else if (*p.at == '(') {
            const char *close = behind_bracket(p.at, p.end);
            if (is_cast(p.at, close, p.end))
                p.at = close;
            else
                return p;
        } else {
            return p;
        }
    }
}

/* ---- calls -----------------------------------------------------------------------------------------------
 */

static struct piece argument(struct piece list, bool last)
{
    struct piece p = list;
    for (const char *at = list.at; at < list.end;) {
        if (*at == '(' || *at == '[') {
            at = behind_bracket(at, list.end);
        } else if (*at++ == ',') {
            if (!last)
                return (struct piece){p.at, at - 1};
            p.at = at;
        }
    }
    return p;
}

/* Built-in functions with a pointer: the first argument is it, or the last; false: none that is known. */
static bool takes_pointer(struct piece name, bool *last)
{
    static const char *const firsts[] = {"atom", "prefetch", "async_work_group", "read_image", "write_image"};
    static const char *const lasts[] = {"vload",  "vstore", "fract", "modf",
                                        "sincos", "remquo", "frexp", "lgamma_r"};
    size_t n = (size_t)(name.end - name.at);
    *last = false;
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++)
        if (n >= strlen(firsts[i]) && memcmp(name.at, firsts[i], strlen(firsts[i])) == 0)
            return true;
    *last = true;
    for (size_t i = 0; i < sizeof lasts / sizeof lasts[0]; i++)
        if (n >= strlen(lasts[i]) && memcmp(name.at, lasts[i], strlen(lasts[i])) == 0)
            return true;
    return false;
}

/* "f(...)" and nothing behind it: the argument that is the pointer. False: no such call. */
static bool pointer_of_call(struct piece p, struct piece *out)
{
    const char *name_end = behind_name(p.at, p.end), *open = behind_space(name_end, p.end);
    bool last;
    if (name_end == p.at || open >= p.end || *open != '(' || behind_bracket(open, p.end) != p.end ||
        !takes_pointer((struct piece){p.at, name_end}, &last))
        return false;
    *out = argument((struct piece){open + 1, p.end - 1}, last);
    return true;
}

/* ---- paths -----------------------------------------------------------------------------------------------
 */

/* The memory of the path that begins at p.at: what is before its last subscript or arrow, without subscripts.
 */
static struct piece path(struct piece p)
{
    const char *at = behind_name(p.at, p.end), *last = NULL, *plain = at, *name = at;
    while (at < p.end) {
        const char *next = behind_space(at, p.end);
        if (next < p.end && *next == '[') {
            last = name; /* of several subscripts in a row, what is before the first */
            at = behind_bracket(next, p.end);
        } else if (next < p.end && (*next == '.' || (*next == '-' && next + 1 < p.end && next[1] == '>'))) {
            last = *next == '-' ? at : last;
            at = name = behind_name(behind_space(next + (*next == '-' ? 2 : 1), p.end), p.end);
            plain = in_name(at[-1]) ? at : plain;
        } else {
            break;
        }
    }
    return (struct piece){p.at, last ? last : plain};
}

static struct piece memory_of(struct piece p)
{
    for (int depth = 0; depth < 8; depth++) {
        struct piece inside;
        p = operand(p);
        if (p.at >= p.end)
            break;
        if (*p.at == '(') /* (p + 1)->x */
            p = (struct piece){p.at + 1, behind_bracket(p.at, p.end) - 1};
        else if (pointer_of_call(p, &inside))
            p = inside;
        else if (isdigit((unsigned char)*p.at) || !in_name(*p.at) ||
                 *behind_space(behind_name(p.at, p.end), p.end) == '(') /* 3[a], a function's result */
            break;
        else
            return path(p);
    }
    return (struct piece){p.at, p.at};
}

void cld_memory_name(const char *text, char *out, size_t room)
{
    struct piece p = memory_of((struct piece){text, text + strlen(text)});
    snprintf(out, room, "%.*s", (int)(p.end - p.at), p.at);
}

void cld_first_variable(const char *name, char *out, size_t room)
{
    snprintf(out, room, "%.*s", (int)(behind_name(name, name + strlen(name)) - name), name);
}
