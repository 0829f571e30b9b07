#include "instrument/declare.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct scalar {
    const char *name;
    unsigned size;
} scalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
               {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
#define N_SCALARS (sizeof scalars / sizeof scalars[0])
static const unsigned widths[] = {1, 2, 3, 4, 8, 16};

static unsigned size_of(unsigned scalar_size, unsigned width)
{
    return scalar_size * (width == 3 ? 4 : width);
}

static bool device_has(const struct scalar *s, const struct cld_device *device)
{
    const char *extension = strcmp(s->name, "half") == 0     ? "cl_khr_fp16"
                            : strcmp(s->name, "double") == 0 ? "cl_khr_fp64"
                                                             : NULL;
    return !extension || (device->extensions && strstr(device->extensions, extension));
}

static const char *type_name(const struct scalar *s, unsigned width, char room[16])
{
    snprintf(room, 16, width == 1 ? "%s" : "%s%u", s->name, width);
    return room;
}

static void declare_to(struct cld_text *out, const char *to, unsigned size, const struct cld_device *device)
{
    char from[16];
    cld_text_format(out, "\n#undef as_%s\n", to);
    for (size_t i = 0; i < N_SCALARS; i++)
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++)
            if (size_of(scalars[i].size, widths[w]) == size && device_has(&scalars[i], device))
                cld_text_format(out, "%s __attribute__((overloadable)) as_%s(%s);", to, to,
                                type_name(&scalars[i], widths[w], from));
    cld_text_add(out, "\n");
}

static bool uses(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
            !(isalnum((unsigned char)p[n]) || p[n] == '_'))
            return true;
    return false;
}

void cld_declare_as_type(struct cld_text *out, const char *text, const struct cld_device *device)
{
    char to[16], name[24];
    if (!strstr(text, "as_"))
        return;
    if (device_has(&scalars[4], device))
        cld_text_add(out, "\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    for (size_t i = 0; i < N_SCALARS; i++)
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            type_name(&scalars[i], widths[w], to);
            snprintf(name, sizeof name, "as_%s", to);
            if (device_has(&scalars[i], device) && uses(text, name))
                declare_to(out, to, size_of(scalars[i].size, widths[w]), device);
        }
}

/* Vendor functions that programs guard by a macro of the vendor. Others are taken as returning int. */
static const struct {
    const char *name, *declaration;
} vendors[] = {
    {"intel_sub_group_block_read", "uint __attribute__((overloadable)) intel_sub_group_block_read(...);"},
    {"intel_sub_group_block_read2", "uint2 __attribute__((overloadable)) intel_sub_group_block_read2(...);"},
    {"intel_sub_group_block_read4", "uint4 __attribute__((overloadable)) intel_sub_group_block_read4(...);"},
    {"intel_sub_group_block_read8", "uint8 __attribute__((overloadable)) intel_sub_group_block_read8(...);"},
    {"amd_bitalign", "uint amd_bitalign(uint, uint, uint);"},
    {"amd_bytealign", "uint amd_bytealign(uint, uint, uint);"},
    {"amd_bfe", "uint amd_bfe(uint, uint, uint);"},
    {"amd_sad", "uint amd_sad(uint, uint, uint);"},
    {"amd_pack", "uint amd_pack(float4);"},
    {"amd_unpack0", "float amd_unpack0(uint);"},
    {"amd_unpack1", "float amd_unpack1(uint);"},
    {"amd_unpack2", "float amd_unpack2(uint);"},
    {"amd_unpack3", "float amd_unpack3(uint);"},
};

static const char *vendor(const char *name)
{
    for (size_t i = 0; i < sizeof vendors / sizeof vendors[0]; i++)
        if (strcmp(vendors[i].name, name) == 0)
            return vendors[i].declaration;
    return NULL;
}

static bool is_called(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
            p[n + strspn(p + n, " \t\n")] == '(')
            return true;
    return false;
}

void cld_declare_unknown(struct cld_text *out, const char *text, const struct cld_names *unknown)
{
    if (unknown->count)
        cld_text_add(out, "\n#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable\n");
    for (size_t i = 0; i < unknown->count; i++) {
        const char *name = unknown->names[i], *known = vendor(name);
        if (known)
            cld_text_format(out, "%s\n", known);
        else if (is_called(text, name))
            cld_text_format(out, "int __attribute__((overloadable)) %s(...);\n", name);
    }
}
