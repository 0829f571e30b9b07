#include "cli/devices/answer.h"

#include "model/arena.h"

#include <stdlib.h>
#include <string.h>

/* An answer larger than this is no answer: lists of extensions have some thousand bytes. */
#define LARGEST_ANSWER (1u << 20)

typedef cl_int ask_fn(const struct cld_opencl *cl, void *of, cl_uint param, size_t size, void *value,
                      size_t *size_ret);

static cl_int ask_platform(const struct cld_opencl *cl, void *of, cl_uint param, size_t size, void *value,
                           size_t *size_ret)
{
    return cl->clGetPlatformInfo(of, param, size, value, size_ret);
}

static cl_int ask_device(const struct cld_opencl *cl, void *of, cl_uint param, size_t size, void *value,
                         size_t *size_ret)
{
    return cl->clGetDeviceInfo(of, param, size, value, size_ret);
}

static struct cld_answer ask(const struct cld_opencl *cl, ask_fn *fn, void *of, cl_uint param)
{
    struct cld_answer a = {0, 0, NULL};
    a.code = fn(cl, of, param, 0, NULL, &a.size);
    if (a.code == CL_SUCCESS && a.size > LARGEST_ANSWER)
        a.code = CL_INVALID_VALUE;
    if (a.code != CL_SUCCESS)
        return a;
    a.bytes = cld_xcalloc(a.size + 8, 1); /* numbers are read as 8 bytes */
    a.code = a.size ? fn(cl, of, param, a.size, a.bytes, NULL) : CL_SUCCESS;
    if (a.code != CL_SUCCESS) {
        free(a.bytes);
        a.bytes = NULL;
    }
    return a;
}

struct cld_answer cld_ask_platform(const struct cld_opencl *cl, cl_platform_id platform,
                                   cl_platform_info param)
{
    return ask(cl, ask_platform, platform, param);
}

struct cld_answer cld_ask_device(const struct cld_opencl *cl, cl_device_id device, cl_device_info param)
{
    return ask(cl, ask_device, device, param);
}

/* ---- in JSON ------------------------------------------------------------------------------------------ */

json_t *cld_text_json(const char *text)
{
    json_t *string = json_string(text);
    char *copy = string ? NULL : cld_xstrdup(text);
    for (char *c = copy; c && *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    string = string ? string : json_string(copy);
    free(copy);
    return string;
}

static uint64_t number_of(const struct cld_answer *a)
{
    uint64_t value = 0;
    memcpy(&value, a->bytes, a->size < sizeof value ? a->size : sizeof value);
    return value;
}

json_t *cld_answer_text(const struct cld_answer *a, const struct cld_value_name *names)
{
    (void)names;
    char *text = a->bytes + strspn(a->bytes, " "), *end = text + strlen(text);
    while (end > text && end[-1] == ' ')
        *--end = '\0';
    return cld_text_json(text);
}

json_t *cld_answer_number(const struct cld_answer *a, const struct cld_value_name *names)
{
    (void)names;
    return json_integer((json_int_t)number_of(a));
}

json_t *cld_answer_flag(const struct cld_answer *a, const struct cld_value_name *names)
{
    (void)names;
    return json_boolean(number_of(a));
}

json_t *cld_answer_bits(const struct cld_answer *a, const struct cld_value_name *names)
{
    json_t *list = json_array();
    uint64_t value = number_of(a), known = 0;
    for (; names->name; names++) {
        known |= names->value;
        if (value & names->value)
            json_array_append_new(list, json_string(names->name));
    }
    if (value & ~known)
        json_array_append_new(list, json_sprintf("0x%llx", (unsigned long long)(value & ~known)));
    return list;
}

json_t *cld_answer_choice(const struct cld_answer *a, const struct cld_value_name *names)
{
    uint64_t value = number_of(a);
    for (; names->name; names++)
        if (names->value == value)
            return json_string(names->name);
    return json_sprintf("0x%llx", (unsigned long long)value);
}

json_t *cld_answer_sizes(const struct cld_answer *a, const struct cld_value_name *names)
{
    json_t *list = json_array();
    (void)names;
    for (size_t i = 0; i + sizeof(size_t) <= a->size; i += sizeof(size_t)) {
        size_t value;
        memcpy(&value, a->bytes + i, sizeof value);
        json_array_append_new(list, json_integer((json_int_t)value));
    }
    return list;
}

static json_t *split(const struct cld_answer *a, const char *separator)
{
    json_t *list = json_array();
    char *rest = NULL;
    for (char *word = strtok_r(a->bytes, separator, &rest); word; word = strtok_r(NULL, separator, &rest))
        json_array_append_new(list, cld_text_json(word));
    return list;
}

json_t *cld_answer_words(const struct cld_answer *a, const struct cld_value_name *names)
{
    (void)names;
    return split(a, " ");
}

json_t *cld_answer_list(const struct cld_answer *a, const struct cld_value_name *names)
{
    (void)names;
    return split(a, ";");
}

static bool name_version(const struct cld_answer *a, size_t index, cl_name_version *entry)
{
    if ((index + 1) * sizeof *entry > a->size)
        return false;
    memcpy(entry, a->bytes + index * sizeof *entry, sizeof *entry);
    entry->name[sizeof entry->name - 1] = '\0';
    return true;
}

json_t *cld_answer_versions(const struct cld_answer *a, const struct cld_value_name *names)
{
    json_t *list = json_array();
    cl_name_version entry;
    (void)names;
    for (size_t i = 0; name_version(a, i, &entry); i++)
        json_array_append_new(
            list, json_sprintf("%u.%u", CL_VERSION_MAJOR(entry.version), CL_VERSION_MINOR(entry.version)));
    return list;
}

json_t *cld_answer_names(const struct cld_answer *a, const struct cld_value_name *names)
{
    json_t *list = json_array();
    cl_name_version entry;
    (void)names;
    for (size_t i = 0; name_version(a, i, &entry); i++)
        json_array_append_new(list, cld_text_json(entry.name));
    return list;
}
