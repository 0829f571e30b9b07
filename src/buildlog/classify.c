#include "buildlog/classify.h"

#include <stddef.h>
#include <string.h>

const char *cld_build_class_name(enum cld_build_class class)
{
    static const char *const names[] = {
        "other",          "syntax",        "type", "undeclared", "unsupported-feature",
        "resource-limit", "address-space", "link", "options",    "compiler"};
    return names[class];
}

static const struct {
    const char *has, *and; /* parts of the message in any case; "^..." begins it; "": no second one */
    struct cld_text_info info;
} texts[] = {
#define CLD_TEXT(class, has, and, ...) {has, and, {CLD_BUILD_##class, __VA_ARGS__, false, false}},
#define CLD_BARE(class, has, and, ...) {has, and, {CLD_BUILD_##class, __VA_ARGS__, true, false}},
#define CLD_SUMMARY(has, and) {has, and, {CLD_BUILD_OTHER, "", "", false, true}},
#include "buildlog/texts.def"
};

static bool has_part(const char *message, const char *part)
{
    return *part == '^' ? strncasecmp(message, part + 1, strlen(part + 1)) == 0
                        : strcasestr(message, part) != NULL;
}

static const struct cld_text_info unknown = {CLD_BUILD_OTHER, "cldoctor does not know this message",
                                             "read the compiler's own words, and the whole log", false,
                                             false};

const struct cld_text_info *cld_text_of(const char *message)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (has_part(message, texts[i].has) && has_part(message, texts[i].and))
            return &texts[i].info;
    return &unknown;
}

bool cld_text_is_known(const char *message)
{
    return cld_text_of(message) != &unknown;
}
