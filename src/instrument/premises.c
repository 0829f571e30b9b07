#include "instrument/premises.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cld_premises_ones[] = "CLD_FN long __cld_ones(long x)\n{\n    x |= x >> 1;\n    x |= x >> 2;\n"
                                 "    x |= x >> 4;\n    x |= x >> 8;\n    x |= x >> 16;\n"
                                 "    return x | x >> 32;\n}\n";

void cld_premises_require(struct cld_premises *p, const char *a, const char *relation, const char *b)
{
    bool is_number = *a >= '0' && *a <= '9';
    bool known = is_number && strcmp(b, "0") == 0 && strcmp(relation, ">=") == 0;
    char *term = cld_printf("(%s %s %s)", a, relation, b);
    if (!known && (!p->condition.data || !strstr(p->condition.data, term)))
        cld_text_format(&p->condition, "%s%s", p->condition.size ? " & " : "", term);
    free(term);
}

void cld_premises_declare(struct cld_premises *p, char low_name[32], char high_name[32], const char *low,
                          const char *high)
{
    unsigned n = (*p->names)++;
    bool same = strcmp(low, high) == 0;
    snprintf(low_name, 32, "__cld_l%u", n);
    snprintf(high_name, 32, same ? "__cld_l%u" : "__cld_h%u", n);
    cld_text_format(&p->declarations, " const long %s = %s;", low_name, low);
    if (!same)
        cld_text_format(&p->declarations, " const long %s = %s;", high_name, high);
}

size_t cld_premises_mark(const struct cld_premises *p)
{
    return p->condition.size;
}

void cld_premises_forget(struct cld_premises *p, size_t mark)
{
    p->condition.size = mark;
    if (p->condition.data)
        p->condition.data[mark] = '\0';
}

void cld_premises_free(struct cld_premises *p)
{
    cld_text_free(&p->declarations);
    cld_text_free(&p->condition);
}
