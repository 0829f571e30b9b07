/* cld_device_choose(): which of the devices meets a request, and what to say if none does. */
#include <cldoctor/device.h>

#include "detail.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    unsigned feature;
    const char *name;
} FEATURES[] = {
    {CLD_FEATURE_FP64, "fp64"},
    {CLD_FEATURE_FP16, "fp16"},
    {CLD_FEATURE_IMAGES, "images"},
    {CLD_FEATURE_COMPILER, "a compiler"},
    {CLD_FEATURE_OUT_OF_ORDER, "out-of-order queues"},
};
enum { FEATURE_COUNT = sizeof(FEATURES) / sizeof(FEATURES[0]) };

static const char *type_name(cl_device_type type)
{
    if (type & CL_DEVICE_TYPE_GPU)
        return "GPU";
    if (type & CL_DEVICE_TYPE_ACCELERATOR)
        return "accelerator";
    if (type & CL_DEVICE_TYPE_CPU)
        return "CPU";
    return "custom device";
}

/* Lower is better. */
static int type_rank(cl_device_type type)
{
    if (type & CL_DEVICE_TYPE_GPU)
        return 0;
    if (type & CL_DEVICE_TYPE_ACCELERATOR)
        return 1;
    return type & CL_DEVICE_TYPE_CPU ? 2 : 3;
}

static bool contains(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length)
            return true;
    }
    return length == 0;
}

/* Reads the number at `*text` and moves past it; false if there is none or it is absurd. */
static bool read_number(const char **text, unsigned long *number)
{
    if (!isdigit((unsigned char)**text))
        return false;
    char *end = NULL;
    errno = 0;
    *number = strtoul(*text, &end, 10);
    *text = end;
    return errno == 0;
}

/* Is `name` of the form "P:D"? */
static bool parse_numbers(const char *name, unsigned long *platform, unsigned long *device)
{
    if (!read_number(&name, platform) || *name != ':')
        return false;
    name++;
    return read_number(&name, device) && *name == '\0';
}

static bool name_matches(const cld_device_info *info, const char *name)
{
    unsigned long platform = 0;
    unsigned long device = 0;
    if (parse_numbers(name, &platform, &device))
        return info->platform_index == platform && info->device_index == device;
    return contains(info->name, name) || contains(info->vendor, name) || contains(info->platform_name, name);
}

/* Why a device does not meet the request: adds to `why`, which stays empty for one that does. */
static void add_reasons(const cld_device_info *info, const cld_device_request *request, struct cld_text *why)
{
    const char *gap = "";
#define REASON(condition, ...)                                                                               \
    do {                                                                                                     \
        if (condition) {                                                                                     \
            cld_text_format(why, "%s", gap);                                                                 \
            cld_text_format(why, __VA_ARGS__);                                                               \
            gap = ", ";                                                                                      \
        }                                                                                                    \
    } while (0)
    REASON(request->name && !name_matches(info, request->name), "another name");
    REASON(request->type && !(request->type & info->type), "it is a %s", type_name(info->type));
    for (size_t i = 0; i < FEATURE_COUNT; i++) {
        const unsigned feature = FEATURES[i].feature;
        REASON((request->features & feature) && !(info->features & feature), "no %s", FEATURES[i].name);
    }
    REASON(info->local_memory < request->local_memory, "%llu bytes of local memory",
           (unsigned long long)info->local_memory);
    REASON(info->global_memory < request->global_memory, "%llu bytes of global memory",
           (unsigned long long)info->global_memory);
#undef REASON
}

static void describe_type(cl_device_type type, struct cld_text *text)
{
    static const cl_device_type TYPES[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CPU,
                                           CL_DEVICE_TYPE_CUSTOM};
    const char *gap = "";
    for (size_t i = 0; i < sizeof(TYPES) / sizeof(TYPES[0]); i++) {
        if (type & TYPES[i]) {
            cld_text_format(text, "%s%s", gap, type_name(TYPES[i]));
            gap = " or ";
        }
    }
    if (!*gap)
        cld_text_format(text, "device");
}

static void describe_request(const cld_device_request *request, bool from_environment, struct cld_text *text)
{
    if (request->type)
        describe_type(request->type, text);
    else
        cld_text_format(text, "device");
    if (request->name)
        cld_text_format(text, " named \"%s\"%s", request->name,
                        from_environment ? " (from CLDOCTOR_DEVICE)" : "");
    const char *gap = " with ";
    for (size_t i = 0; i < FEATURE_COUNT; i++) {
        if (request->features & FEATURES[i].feature) {
            cld_text_format(text, "%s%s", gap, FEATURES[i].name);
            gap = ", ";
        }
    }
    if (request->local_memory) {
        cld_text_format(text, "%s%llu bytes of local memory", gap, (unsigned long long)request->local_memory);
        gap = ", ";
    }
    if (request->global_memory)
        cld_text_format(text, "%s%llu bytes of global memory", gap,
                        (unsigned long long)request->global_memory);
}

static cl_int not_found(const cld_device_list *list, const cld_device_request *request, bool from_environment)
{
    struct cld_text text = {0};
    cld_text_format(&text, "No ");
    describe_request(request, from_environment, &text);
    const size_t count = cld_device_list_count(list);
    cld_text_format(&text, count ? ". These are there:"
                                 : ": there is no OpenCL device at all. Is a driver installed?");
    for (size_t i = 0; i < count; i++) {
        const cld_device_info *info = cld_device_list_get(list, i);
        struct cld_text why = {0};
        add_reasons(info, request, &why);
        cld_text_format(&text, "\n  %u:%u  %s (%s, %s): %s", info->platform_index, info->device_index,
                        info->name, type_name(info->type), info->platform_name, cld_text_get(&why));
        cld_text_clear(&why);
    }
    cld_detail(CL_DEVICE_NOT_FOUND, "%s", cld_text_get(&text));
    cld_text_clear(&text);
    return CL_DEVICE_NOT_FOUND;
}

static bool meets(const cld_device_info *info, const cld_device_request *request)
{
    struct cld_text why = {0};
    add_reasons(info, request, &why);
    const bool good = why.length == 0 && !why.bad;
    cld_text_clear(&why);
    return good;
}

static const cld_device_info *best_match(const cld_device_list *list, const cld_device_request *request)
{
    const cld_device_info *best = NULL;
    for (size_t i = 0; i < cld_device_list_count(list); i++) {
        const cld_device_info *info = cld_device_list_get(list, i);
        if (meets(info, request) && (!best || type_rank(info->type) < type_rank(best->type)))
            best = info;
    }
    return best;
}

/* The request with its defaults resolved: the environment's name, and NULL for "any". */
static cld_device_request resolve(const cld_device_request *request, bool *from_environment)
{
    cld_device_request wanted = request ? *request : (cld_device_request){0};
    if (wanted.type == CL_DEVICE_TYPE_ALL || wanted.type == CL_DEVICE_TYPE_DEFAULT)
        wanted.type = 0; /* choosing the best one is what "default" means here */
    if (wanted.name && !*wanted.name)
        wanted.name = NULL;
    *from_environment = false;
    if (!wanted.name) {
        const char *name = getenv("CLDOCTOR_DEVICE");
        *from_environment = name && *name;
        wanted.name = *from_environment ? name : NULL;
    }
    return wanted;
}

cl_int cld_device_choose(const cld_device_request *request, cl_device_id *out)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_device_choose: `out` is NULL.");
    *out = NULL;
    cld_device_list *list = NULL;
    cl_int err = cld_device_list_new(&list);
    if (err != CL_SUCCESS)
        return err;
    bool from_environment = false;
    const cld_device_request wanted = resolve(request, &from_environment);
    const cld_device_info *best = best_match(list, &wanted);
    if (best)
        *out = best->device;
    else
        err = not_found(list, &wanted, from_environment);
    cld_device_list_free(list);
    return err;
}
