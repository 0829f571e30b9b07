#include "layer/kernel_source.h"

#include "layer/arg_alignment.h"
#include "layer/kernel_info.h"
#include "layer/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Comments become spaces; strings stay, for no parameter has one. The caller frees it. */
static char *without_comments(const char *source)
{
    char *text = strdup(source);
    for (char *c = text; c && *c; c++) {
        if (c[0] == '/' && c[1] == '/') {
            while (*c && *c != '\n')
                *c++ = ' ';
        } else if (c[0] == '/' && c[1] == '*') {
            char *end = strstr(c + 2, "*/");
            end = end ? end + 2 : c + strlen(c);
            while (c < end)
                *c++ = ' ';
        }
        if (!*c)
            break;
    }
    return text;
}

/* Whether the words before `at` declare a kernel: `kernel void`, with attributes perhaps. */
static bool declares_kernel(const char *text, const char *at)
{
    const char *start = at;
    while (start > text && start[-1] != ';' && start[-1] != '}')
        start--;
    for (const char *k = start; (k = strstr(k, "kernel")) && k < at; k += 6) {
        const char *before = k;
        while (before > start && before[-1] == '_')
            before--;
        if ((before == start || !is_word(before[-1])) && !is_word(k[6]))
            return true;
    }
    return false;
}

/* The parameters between the parentheses, from `at` on; NULL: this is no declaration of `name`. */
static const char *parameters_at(const char *text, const char *at, size_t length, size_t *size)
{
    if ((at > text && is_word(at[-1])) || is_word(at[length]) || !declares_kernel(text, at))
        return NULL;
    const char *open = at + length + strspn(at + length, " \t\r\n");
    if (*open != '(')
        return NULL;
    int depth = 0;
    for (const char *c = open; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (depth == 0) {
            *size = (size_t)(c - open - 1);
            return open + 1;
        }
    }
    return NULL;
}

static bool is_qualifier(const char *word)
{
    static const char *const words[] = {
        "const",       "volatile",     "restrict",     "__restrict", "read_only", "write_only", "read_write",
        "__read_only", "__write_only", "__read_write", "private",    "__private", "struct"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool take_space(const char *word, struct cld_param_info *p)
{
    const char *name = strncmp(word, "__", 2) == 0 ? word + 2 : word;
    if (strcmp(name, "global") == 0)
        p->space = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    else if (strcmp(name, "local") == 0)
        p->space = CL_KERNEL_ARG_ADDRESS_LOCAL;
    else if (strcmp(name, "constant") == 0)
        p->space = CL_KERNEL_ARG_ADDRESS_CONSTANT;
    else
        return false;
    return true;
}

/* One parameter's words: the last is its name, what is neither qualifier nor address space its type. */
static bool read_parameter(char *text, struct cld_param_info *p, size_t pointer_bytes)
{
    char type[128] = "", last[128] = "";
    bool pointer = false;
    memset(p, 0, sizeof *p);
    p->space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    for (char *c = text; *c;) {
        if (*c == '*' || *c == '[')
            pointer = true;
        if (!is_word(*c)) {
            c++;
            continue;
        }
        size_t n = 0;
        while (is_word(c[n]))
            n++;
        char word[128];
        if (n >= sizeof word)
            return false;
        memcpy(word, c, n);
        word[n] = '\0';
        c += n;
        if (is_qualifier(word) || take_space(word, p))
            continue;
        if (last[0] && strlen(type) + strlen(last) + 2 < sizeof type) {
            if (type[0])
                strcat(type, " ");
            strcat(type, last);
        }
        strcpy(last, word);
    }
    if (!type[0] || !last[0])
        return false;
    if (pointer)
        strcat(type, "*");
    p->type = strdup(type);
    p->name = strdup(last);
    p->size = p->type ? cld_param_size(p->type, p->space, pointer_bytes) : 0;
    p->packed = p->space == CL_KERNEL_ARG_ADDRESS_LOCAL ? 0 : cld_packed_size(p->type);
    p->alignment = p->space == CL_KERNEL_ARG_ADDRESS_LOCAL ? 0 : cld_pointee_alignment(p->type);
    return p->type != NULL;
}

static bool read_parameters(const char *text, size_t size, struct cld_param_info *args, uint32_t n,
                            size_t pointer_bytes)
{
    char *copy = strndup(text, size), *at = copy;
    uint32_t i = 0;
    int depth = 0;
    bool good = copy != NULL;
    for (char *c = copy; good && c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (*c && (*c != ',' || depth))
            continue;
        bool last = !*c;
        *c = '\0';
        good = i < n && read_parameter(at, &args[i++], pointer_bytes);
        at = c + 1;
        if (last)
            break;
    }
    free(copy);
    return good && i == n;
}

/* All declarations of the kernel must agree: a prototype and its definition do, two under #if may not. */
static const char *find_parameters(const char *text, const char *name, size_t *size)
{
    const char *found = NULL;
    size_t length = strlen(name), n = 0;
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        const char *p = parameters_at(text, at, length, &n);
        if (!p)
            continue;
        if (found && (n != *size || memcmp(found, p, n) != 0))
            return NULL;
        found = p;
        *size = n;
    }
    return found;
}

bool cld_kernel_from_source(const char *source, const char *name, struct cld_param_info *args, uint32_t n,
                            size_t pointer_bytes)
{
    size_t size = 0;
    char *text = without_comments(source);
    const char *parameters = text && *name ? find_parameters(text, name, &size) : NULL;
    bool good = parameters && n > 0 && read_parameters(parameters, size, args, n, pointer_bytes);
    if (!good)
        memset(args, 0, n * sizeof *args); /* a few texts may be lost: once a kernel, and rare */
    free(text);
    return good;
}
