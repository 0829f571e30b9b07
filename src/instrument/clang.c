#include "instrument/clang.h"

#include "instrument/declare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *from_environment(const char *variable, const char *otherwise)
{
    const char *value = getenv(variable);
    return value && *value ? value : otherwise;
}

const char *cld_clang_program(void)
{
    return from_environment("CLDOCTOR_CLANG", CLD_CLANG);
}

const char *cld_clang_resources(void)
{
    return from_environment("CLDOCTOR_CLANG_RESOURCES", CLD_CLANG_RESOURCES);
}

const char *cld_clang_standard(const struct cld_unit *u, const struct cld_device *device)
{
    static char standard[16];
    if (u->build.standard)
        return u->build.standard;
    snprintf(standard, sizeof standard, "CL%.8s", device->opencl_c ? device->opencl_c : "1.2");
    return standard;
}

static bool is_before_2(const char *standard)
{
    return strncmp(standard, "CL1", 3) == 0 || strncmp(standard, "cl1", 3) == 0 ||
           strcmp(standard, "CL") == 0;
}

const char *cld_clang_parse_standard(const struct cld_unit *u, const struct cld_device *device)
{
    const char *standard = cld_clang_standard(u, device);
    const struct cld_macro *generic = cld_device_find(device, "__cld_generic");
    bool is_generic = generic && generic->value && strcmp(generic->value, "1") == 0;
    return is_generic && is_before_2(standard) ? "CL2.0" : standard;
}

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = words; p && (p = strstr(p, word)); p += n)
        if ((p == words || p[-1] == ' ') && (p[n] == '\0' || p[n] == ' '))
            return true;
    return false;
}

/*
 * What the device has, and nothing else: with the generic address space that it does not have, a plain
 * pointer would be another type. clang wants the extension and the feature of the same thing to agree.
 */
static char *extension_argument(const struct cld_unit *u, const struct cld_device *device)
{
    static const char *const pairs[][2] = {{"cl_khr_fp64", "__opencl_c_fp64"},
                                           {"cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"}};
    struct cld_text t = {0};
    bool is_3 = strncmp(cld_clang_parse_standard(u, device), "CL3", 3) == 0;
    cld_text_add(&t, "-cl-ext=-all,+__cl_clang_variadic_functions");
    for (const char *p = device->extensions ? device->extensions : ""; *p;) {
        size_t n = strcspn(p, " ");
        if (n)
            cld_text_format(&t, ",+%.*s", (int)n, p);
        p += n + strspn(p + n, " ");
    }
    for (size_t i = 0; is_3 && i < device->n_macros; i++)
        if (device->macros[i].value && strncmp(device->macros[i].name, "__opencl_c_", 11) == 0)
            cld_text_format(&t, ",+%s", device->macros[i].name);
    for (size_t i = 0; is_3 && i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct cld_macro *feature = cld_device_find(device, pairs[i][1]);
        if (has_word(device->extensions, pairs[i][0]) || (feature && feature->value))
            cld_text_format(&t, ",+%s,+%s", pairs[i][0], pairs[i][1]);
    }
    return t.data;
}

static CXTranslationUnit parse_once(CXIndex index, const struct cld_unit *u, const struct cld_device *device,
                                    const char *before)
{
    char *standard = cld_printf("-cl-std=%s", cld_clang_parse_standard(u, device));
    char *include = cld_printf("%s/include", cld_clang_resources());
    char *extensions = extension_argument(u, device);
    const char *arguments[] = {"-x",
                               "cl",
                               standard,
                               "-target",
                               device->address_bits == 32 ? "spir" : "spir64",
                               "-isystem",
                               include,
                               "-Xclang",
                               "-fdeclare-opencl-builtins",
                               "-Xclang",
                               "-finclude-default-header",
                               "-Xclang",
                               extensions,
                               "-w",
                               "-ferror-limit=0",
                               "-ffp-contract=off"};
    struct cld_text whole = {0};
    cld_text_add(&whole, before);
    cld_text_bytes(&whole, u->text, u->size);
    struct CXUnsavedFile file = {"program.cl", whole.data, whole.size};
    CXTranslationUnit tu = NULL;
    clang_parseTranslationUnit2(index, "program.cl", arguments, sizeof arguments / sizeof arguments[0], &file,
                                1, CXTranslationUnit_None, &tu);
    cld_text_free(&whole);
    free(standard);
    free(include);
    free(extensions);
    return tu;
}

/* The first error, and the names of functions that nobody has declared. NULL: no error. The caller frees. */
static char *find_errors(CXTranslationUnit tu, struct cld_unit *u, unsigned offset, struct cld_names *unknown)
{
    char *first = NULL;
    for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
        CXDiagnostic d = clang_getDiagnostic(tu, i);
        CXString text = clang_getDiagnosticSpelling(d);
        const char *message = clang_getCString(text);
        unsigned line = 0, at = 0;
        clang_getExpansionLocation(clang_getDiagnosticLocation(d), NULL, &line, NULL, &at);
        const char *quote = strchr(message, '\'');
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            unsigned row = 0;
            for (unsigned c = 0; at > offset && c < at - offset && c < u->size; c++)
                row += u->text[c] == '\n';
            const struct cld_line *l = row < u->n_lines ? &u->lines[row] : NULL;
            if (!first)
                first = cld_printf("%s%sline %u: %s", l && *l->file ? l->file : "", l && *l->file ? ", " : "",
                                   l ? l->line : 0, message);
            if (quote && (strstr(message, "undeclared") || strstr(message, "implicit declaration")))
                cld_names_add(unknown, quote + 1, strcspn(quote + 1, "'"));
        }
        clang_disposeString(text);
        clang_disposeDiagnostic(d);
    }
    return first;
}

CXTranslationUnit cld_clang_parse(CXIndex index, struct cld_unit *u, const struct cld_device *device,
                                  unsigned *offset)
{
    struct cld_names unknown = {0};
    char *error = NULL;
    CXTranslationUnit tu = NULL;
    /* As functions, conversions by as_type() show what is in them; but such a call is no constant. Then what
       clang does not know is declared, once. */
    for (int attempt = 0; attempt < 4; attempt++) {
        struct cld_text before = {0};
        cld_text_add(&before, "");
        if (attempt % 2 == 0)
            cld_declare_as_type(&before, u->text, device);
        cld_declare_unknown(&before, u->text, &unknown);
        size_t n_unknown = unknown.count;
        tu = parse_once(index, u, device, before.data);
        *offset = (unsigned)before.size;
        cld_text_free(&before);
        free(error);
        error = tu ? find_errors(tu, u, *offset, &unknown) : cld_copy("libclang failed", 15);
        if (!error)
            break;
        clang_disposeTranslationUnit(tu);
        tu = NULL;
        if (attempt % 2 == 1 && unknown.count == n_unknown)
            break;
    }
    if (error)
        cld_unit_fail(u, "its source is not understood: %s", error);
    free(error);
    cld_names_free(&unknown);
    return tu;
}
