/* A profile as a table, CSV or JSON. */
#include <cldoctor/profile.h>

#include "detail.h"
#include "profile_internal.h"

#include <stdbool.h>
#include <string.h>

typedef unsigned long long ull; /* cl_ulong differs between compilers; printf needs one type */

static const char *kind_name(cld_section_kind kind)
{
    return kind == CLD_SECTION_HOST ? "host" : "device";
}

/* ---- table
 * ---------------------------------------------------------------------------------------------------- */

static int name_width(const cld_profile *profile)
{
    size_t widest = strlen("section");
    for (size_t i = 0; i < profile->section_count; i++) {
        const size_t width = strlen(profile->sections[i].name) + 2 * (size_t)profile->sections[i].depth;
        widest = width > widest ? width : widest;
    }
    return widest > 60 ? 60 : (int)widest;
}

static void write_table_row(const cld_section *section, int width, FILE *stream)
{
    const int indent = section->depth > 20 ? 40 : 2 * (int)section->depth;
    const int left = width > indent ? width - indent : 0;
    fprintf(stream, "%*s%-*s  %-6s %8llu", indent, "", left, section->name, kind_name(section->kind),
            (ull)section->count);
    if (section->timed == 0) {
        fprintf(stream, "  not timed\n");
        return;
    }
    fprintf(stream, " %11.3f %11.3f %11.3f %11.3f %6.1f%%", (double)section->total / 1e6,
            (double)section->min / 1e6, (double)section->median / 1e6, (double)section->max / 1e6,
            100 * section->share);
    if (section->bytes)
        fprintf(stream, " %8.2f", section->gb_per_second);
    if (section->timed < section->count)
        fprintf(stream, "  (%llu not timed)", (ull)(section->count - section->timed));
    fprintf(stream, "\n");
}

/* The children of `parent`, each followed by its own: a tree reads better than the order in which they came.
 */
static void write_table_children(const cld_profile *profile, size_t parent, int width, FILE *stream)
{
    for (size_t i = 0; i < profile->section_count; i++) {
        if (profile->sections[i].parent != parent)
            continue;
        cld_section section;
        cld_profile_summarize(profile, i, &section);
        write_table_row(&section, width, stream);
        write_table_children(profile, i, width, stream); /* as deep as the caller's own nesting */
    }
}

static bool any_untimed_command(const cld_profile *profile)
{
    for (size_t i = 0; i < profile->section_count; i++) {
        const struct section *section = &profile->sections[i];
        if (section->kind == CLD_SECTION_DEVICE && section->timed < section->count)
            return true;
    }
    return false;
}

static void write_table(const cld_profile *profile, FILE *stream)
{
    const int width = name_width(profile);
    fprintf(stream, "%-*s  %-6s %8s %11s %11s %11s %11s %7s %8s\n", width, "section", "clock", "count",
            "total ms", "min ms", "median ms", "max ms", "share", "GB/s");
    write_table_children(profile, CLD_NO_PARENT, width, stream);
    if (any_untimed_command(profile))
        fprintf(stream, "Some commands have no times: profiling is off for their queue (make it with "
                        "CL_QUEUE_PROFILING_ENABLE), or they failed.\n");
}

/* ---- CSV
 * ------------------------------------------------------------------------------------------------------ */

static void write_csv_string(const char *string, FILE *stream)
{
    fputc('"', stream);
    for (; *string; string++) {
        if (*string == '"')
            fputc('"', stream);
        fputc(*string, stream);
    }
    fputc('"', stream);
}

static void write_csv(const cld_profile *profile, FILE *stream)
{
    fprintf(stream,
            "index,parent,section,clock,count,timed,total_ns,min_ns,median_ns,max_ns,share,bytes,gb_per_s\n");
    for (size_t i = 0; i < profile->section_count; i++) {
        cld_section section;
        cld_profile_summarize(profile, i, &section);
        fprintf(stream, "%zu,", i);
        if (section.parent != CLD_NO_PARENT)
            fprintf(stream, "%zu", section.parent);
        fputc(',', stream);
        write_csv_string(section.name, stream);
        fprintf(stream, ",%s,%llu,%llu,", kind_name(section.kind), (ull)section.count, (ull)section.timed);
        if (section.timed)
            fprintf(stream, "%llu,%llu,%llu,%llu,%.6f,", (ull)section.total, (ull)section.min,
                    (ull)section.median, (ull)section.max, section.share);
        else
            fprintf(stream, ",,,,,");
        if (section.bytes)
            fprintf(stream, "%llu,%.6f\n", (ull)section.bytes, section.gb_per_second);
        else
            fprintf(stream, ",\n");
    }
}

/* ---- JSON
 * ----------------------------------------------------------------------------------------------------- */

static void write_json_string(const char *string, FILE *stream)
{
    fputc('"', stream);
    for (; *string; string++) {
        const unsigned char byte = (unsigned char)*string;
        if (byte == '"' || byte == '\\')
            fprintf(stream, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(stream, "\\u%04x", byte);
        else
            fputc(byte, stream);
    }
    fputc('"', stream);
}

static void write_json_section(const cld_section *section, FILE *stream)
{
    fprintf(stream, "{\"name\":");
    write_json_string(section->name, stream);
    fprintf(stream, ",\"clock\":\"%s\",\"parent\":", kind_name(section->kind));
    if (section->parent == CLD_NO_PARENT)
        fprintf(stream, "null");
    else
        fprintf(stream, "%zu", section->parent);
    fprintf(stream, ",\"count\":%llu,\"timed\":%llu", (ull)section->count, (ull)section->timed);
    if (section->timed)
        fprintf(
            stream, ",\"total_ns\":%llu,\"min_ns\":%llu,\"median_ns\":%llu,\"max_ns\":%llu,\"share\":%.6f",
            (ull)section->total, (ull)section->min, (ull)section->median, (ull)section->max, section->share);
    else
        fprintf(stream,
                ",\"total_ns\":null,\"min_ns\":null,\"median_ns\":null,\"max_ns\":null,\"share\":null");
    if (section->bytes)
        fprintf(stream, ",\"bytes\":%llu,\"gb_per_s\":%.6f}", (ull)section->bytes, section->gb_per_second);
    else
        fprintf(stream, ",\"bytes\":null,\"gb_per_s\":null}");
}

static void write_json(const cld_profile *profile, FILE *stream)
{
    fprintf(stream, "{\"all_commands_timed\":%s,\"sections\":[",
            any_untimed_command(profile) ? "false" : "true");
    for (size_t i = 0; i < profile->section_count; i++) {
        cld_section section;
        cld_profile_summarize(profile, i, &section);
        fprintf(stream, "%s\n  ", i ? "," : "");
        write_json_section(&section, stream);
    }
    fprintf(stream, "\n]}\n");
}

cl_int cld_profile_write(cld_profile *profile, cld_profile_format format, FILE *stream)
{
    if (!profile || !stream)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_write: an argument is NULL.");
    const cl_int err = cld_profile_settle(profile);
    if (err != CL_SUCCESS)
        return err;
    switch (format) {
    case CLD_PROFILE_TABLE:
        write_table(profile, stream);
        break;
    case CLD_PROFILE_CSV:
        write_csv(profile, stream);
        break;
    case CLD_PROFILE_JSON:
        write_json(profile, stream);
        break;
    default:
        return cld_detail(CL_INVALID_VALUE, "cld_profile_write: unknown format %d.", (int)format);
    }
    if (fflush(stream) != 0 || ferror(stream))
        return cld_detail(CLD_WRITE_FAILED, "cld_profile_write: the stream reports an error.");
    return CL_SUCCESS;
}
