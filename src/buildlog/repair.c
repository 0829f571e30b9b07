#include "buildlog/repair.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `row` with `text` in place of the `cut` bytes at `at`. */
static char *replaced(const char *row, size_t at, size_t cut, const char *text)
{
    char *out = NULL;
    return asprintf(&out, "%.*s%s%s", (int)at, row, text, row + at + cut) < 0 ? NULL : out;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- one function a kind of repair. `at` is the column, from 0, inside the row or at its end. ------------
 */

/* float *p -> global float *p. The compiler points at the parameter's name. */
static char *add_global(const char *row, size_t at)
{
    while (at > 0 && row[at - 1] != '(' && row[at - 1] != ',')
        at--;
    at += strspn(row + at, " \t");
    return strchr("*)", row[at]) || strncmp(row + at, "private", 7) == 0 ||
                   strncmp(row + at, "__private", 9) == 0
               ? NULL
               : replaced(row, at, 0, "global ");
}

/* float table[4] = ... -> constant float table[4] = ... */
static char *add_constant(const char *row, size_t at)
{
    (void)at;
    size_t begin = strspn(row, " \t");
    return strncmp(row + begin, "static", 6) == 0 || strncmp(row + begin, "global", 6) == 0 ||
                   !strchr(row, '=')
               ? NULL
               : replaced(row, begin, 0, "constant ");
}

static char *add_semicolon(const char *row, size_t at)
{
    return replaced(row, at, 0, ";");
}

/* 1.0 -> 1.0f */
static char *add_suffix(const char *row, size_t at)
{
    size_t end = at;
    if (!isdigit((unsigned char)row[at]) && row[at] != '.')
        return NULL;
    while (isdigit((unsigned char)row[end]) || row[end] == '.' || tolower((unsigned char)row[end]) == 'e' ||
           (strchr("+-", row[end]) && end > at && tolower((unsigned char)row[end - 1]) == 'e'))
        end++;
    return in_word(row[end]) ? NULL : replaced(row, end, 0, "f");
}

/* kernel int k( -> kernel void k( */
static char *make_void(const char *row, size_t at)
{
    while (at > 0 && row[at - 1] == ' ')
        at--;
    size_t end = at;
    while (at > 0 && in_word(row[at - 1]))
        at--;
    return end == at || strncmp(row + at, "kernel", end - at) == 0 ? NULL
                                                                   : replaced(row, at, end - at, "void");
}

static const struct {
    const char *message;
    char *(*repair)(const char *row, size_t at);
} repairs[] = {
    {"pointer arguments to kernel functions must", add_global},
    {"kernel pointer arguments must", add_global},
    {"program scope variable must reside", add_constant},
    {"expected ';' after", add_semicolon},
    {"expected ';' at end of declaration", add_semicolon},
    {"double precision constant requires", add_suffix},
    {"kernel must have void return type", make_void},
};

/* ---- extensions
 * -------------------------------------------------------------------------------------------- */

static const struct {
    const char *message, *and, *extension;
} needs[] = {
    {"type 'double'", "requires", "cl_khr_fp64"}, {"type name 'double", "", "cl_khr_fp64"},
    {"type 'half'", "", "cl_khr_fp16"},           {"type '__private half'", "", "cl_khr_fp16"},
    {"type name 'half", "", "cl_khr_fp16"},
};

static bool has_extension(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += n)
        if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

static char *add_pragma(const char *message, const char *extensions)
{
    char *out = NULL;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (strstr(message, needs[i].message) && strstr(message, needs[i].and) &&
            has_extension(extensions, needs[i].extension))
            return asprintf(&out, "#pragma OPENCL EXTENSION %s : enable", needs[i].extension) < 0 ? NULL
                                                                                                  : out;
    return NULL;
}

char *cld_repair_line(const struct cld_diagnostic *d, const struct cld_place_text *place,
                      const char *extensions, bool *is_new)
{
    char *pragma = add_pragma(d->message, extensions);
    *is_new = pragma != NULL;
    if (pragma || !place->row || !place->column || place->column > strlen(place->row) + 1)
        return pragma;
    for (size_t i = 0; i < sizeof repairs / sizeof repairs[0]; i++)
        if (strstr(d->message, repairs[i].message))
            return repairs[i].repair(place->row, place->column - 1);
    return NULL;
}
