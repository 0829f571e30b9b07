/* diagnose_names.c - values as the program's author wrote them: CL_RGBA, not 0x10B5. */
#include "layer/diagnose_check.h"

#include <stdio.h>
#include <string.h>

enum form { FORM_QUERY, FORM_ENUM, FORM_BITS };

struct name {
    uint64_t value;
    const char *name; /* NULL ends the list */
};

struct names {
    const char *type;
    enum form form;
    const char *query; /* the function that takes a param_name of this type */
    const struct name *list;
};

/* clang-format off */
#define QUERY(type, fn) {#type, FORM_QUERY, fn, (const struct name[]){
#define ENUM(type) {#type, FORM_ENUM, NULL, (const struct name[]){
#define BITS(type) {#type, FORM_BITS, NULL, (const struct name[]){
#define V(symbol) {(uint64_t)(symbol), #symbol},
#define END {0, NULL}}},
/* clang-format on */
static const struct names all[] = {
#include "layer/diagnose_names.def"
};
#define N_ALL (sizeof all / sizeof all[0])

static const struct names *names_of(const char *type)
{
    static const char *const same[][2] = {
        {"cl_svm_mem_flags", "cl_mem_flags"},
        {"cl_mem_migration_flags_ext", "cl_mem_migration_flags"},
        {"cl_queue_properties_khr", "cl_queue_properties"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (strcmp(same[i][0], type) == 0)
            type = same[i][1];
    for (size_t i = 0; i < N_ALL; i++)
        if (strcmp(all[i].type, type) == 0)
            return &all[i];
    return NULL;
}

static const char *find(const struct names *n, uint64_t value)
{
    for (const struct name *v = n ? n->list : NULL; v && v->name; v++)
        if (v->value == value)
            return v->name;
    return NULL;
}

static void append(struct cld_text *t, const char *text)
{
    size_t n = strlen(t->at);
    snprintf(t->at + n, sizeof t->at - n, "%s%s", n ? " | " : "", text);
}

static uint64_t name_bits(const struct names *n, uint64_t value, struct cld_text *t)
{
    for (const struct name *v = n->list; v->name; v++) {
        if (!(value & v->value))
            continue;
        if (t)
            append(t, v->name);
        value &= ~v->value;
    }
    return value;
}

struct cld_text cld_a(const char *what)
{
    struct cld_text t;
    snprintf(t.at, sizeof t.at, "%s %s",
             strchr("aeiouAEIO", what[0]) && strncmp(what, "user", 4) != 0 ? "an" : "a", what);
    return t;
}

struct cld_text cld_value_text(const char *type, uint64_t value)
{
    struct cld_text t = {""};
    char hex[32];
    const struct names *n = names_of(type);
    const char *name = n && n->form != FORM_BITS ? find(n, value) : NULL;
    if (strcmp(type, "cl_device_type") == 0 && value == CL_DEVICE_TYPE_ALL)
        name = "CL_DEVICE_TYPE_ALL";
    if (name) {
        append(&t, name);
        return t;
    }
    if (n && n->form == FORM_BITS)
        value = name_bits(n, value, &t);
    snprintf(hex, sizeof hex, value ? "0x%llx" : "0", (unsigned long long)value);
    if (value || !t.at[0])
        append(&t, hex);
    return t;
}

bool cld_value_known(const char *type, uint64_t value)
{
    const struct names *n = names_of(type);
    if (!n || (strcmp(type, "cl_device_type") == 0 && value == CL_DEVICE_TYPE_ALL))
        return true;
    return n->form == FORM_BITS ? name_bits(n, value, NULL) == 0 : find(n, value) != NULL;
}

struct cld_text cld_query_text(uint64_t param_name)
{
    for (size_t i = 0; i < N_ALL; i++)
        if (all[i].form == FORM_QUERY && find(&all[i], param_name))
            return cld_value_text(all[i].type, param_name);
    return cld_value_text("", param_name);
}

const char *cld_query_of(const char *type, uint64_t param_name)
{
    if (find(names_of(type), param_name))
        return NULL;
    for (size_t i = 0; i < N_ALL; i++)
        if (all[i].form == FORM_QUERY && find(&all[i], param_name))
            return all[i].query;
    return NULL;
}
