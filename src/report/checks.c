#include "report/checks.h"

#include <string.h>

#include "model/run_info.h"

static const struct {
    const char *name;
    bool implemented, by_default, needs_twins;
} checks_table[] = {
    {"api", true, true, false},    {"lifetime", true, true, false}, {"build", true, true, false},
    {"sync", false, false, false}, {"pages", false, false, false},  {"bounds", true, true, true},
    {"guard", true, true, false},  {"barrier", true, true, true},   {"init", false, false, false},
    {"race", false, false, false}, {"float", false, false, false},
};
#define N_CHECKS (sizeof(checks_table) / sizeof(*checks_table))

static size_t find(const char *name, size_t length)
{
    for (size_t i = 0; i < N_CHECKS; i++)
        if (strlen(checks_table[i].name) == length && strncmp(checks_table[i].name, name, length) == 0)
            return i;
    return N_CHECKS;
}

bool cld_check_known(const char *name)
{
    return find(name, strlen(name)) < N_CHECKS;
}

bool cld_check_implemented(const char *name)
{
    size_t i = find(name, strlen(name));
    return i < N_CHECKS && checks_table[i].implemented;
}

bool cld_check_needs_twins(const char *name)
{
    size_t i = find(name, strlen(name));
    return i < N_CHECKS && checks_table[i].needs_twins;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

const char *cld_checks_expand(const char *list, char ***checks, size_t *n_checks, size_t *length)
{
    bool on[N_CHECKS] = {false};
    for (const char *at = list;; at += *length + 1) {
        *length = strcspn(at, ",");
        size_t found = find(at, *length);
        bool all = is_word(at, *length, "all"), none = is_word(at, *length, "none");
        bool standard = is_word(at, *length, "default");
        if (found == N_CHECKS && !all && !none && !standard)
            return at;
        for (size_t i = 0; i < N_CHECKS; i++)
            on[i] = none ? false : on[i] || all || i == found || (standard && checks_table[i].by_default);
        if (at[*length] == '\0')
            break;
    }
    for (size_t i = 0; i < N_CHECKS; i++)
        if (on[i])
            cld_strings_add(checks, n_checks, checks_table[i].name);
    return NULL;
}
