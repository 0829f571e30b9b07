#include "cli/devices/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABEL 18 /* column where what follows a label begins */

/* ---- pieces of a line
 * ------------------------------------------------------------------------------------------- */

/* A line of a device: pieces that are there, with commas between. */
struct line {
    FILE *file;
    char *text;
    size_t size;
};

static void begin(struct line *l)
{
    l->text = NULL;
    l->size = 0;
    l->file = open_memstream(&l->text, &l->size);
    if (!l->file)
        abort();
}

static void piece(struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void piece(struct line *l, const char *format, ...)
{
    va_list args;
    if (ftell(l->file) > 0)
        fputs(", ", l->file);
    va_start(args, format);
    vfprintf(l->file, format, args);
    va_end(args);
}

/* Prints the line, if anything is on it. */
static void end(struct line *l, const struct cld_out *out, const char *label)
{
    fclose(l->file);
    if (l->size) {
        fputs("  ", out->file);
        cld_out_printf(out, CLD_CYAN, "%-*s", LABEL - 2, label);
        cld_out_wrap(out, CLD_PLAIN, LABEL, "", LABEL, l->text);
    }
    free(l->text);
}

static const json_t *get(const json_t *object, const char *group, const char *field)
{
    return json_object_get(*group ? json_object_get(object, group) : object, field);
}

static const char *text_of(const json_t *object, const char *group, const char *field)
{
    const char *text = json_string_value(get(object, group, field));
    return text ? text : "";
}

static long long number_of(const json_t *object, const char *group, const char *field)
{
    return json_integer_value(get(object, group, field));
}

static bool is_there(const json_t *object, const char *group, const char *field)
{
    return get(object, group, field) != NULL;
}

static const char *bytes(char room[32], long long number)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)(unsigned long long)number;
    unsigned unit = 0;
    for (; unit < 4 && value >= 1024; unit++)
        value /= 1024;
    snprintf(room, 32, unit && value < 100 && value != (double)(long long)value ? "%.1f %s" : "%.0f %s",
             value, units[unit]);
    return room;
}

/* `format` has one %s. */
static void text_piece(struct line *l, const char *format, const char *text)
{
    if (!*text)
        return;
    if (ftell(l->file) > 0)
        fputs(", ", l->file);
    fprintf(l->file, format, text);
}

static void size_piece(struct line *l, const json_t *d, const char *group, const char *field,
                       const char *format)
{
    char room[32];
    if (is_there(d, group, field))
        text_piece(l, format, bytes(room, number_of(d, group, field)));
}

static void number_piece(struct line *l, const json_t *d, const char *group, const char *field,
                         const char *what)
{
    if (is_there(d, group, field))
        piece(l, "%s %lld", what, number_of(d, group, field));
}

static void list_piece(struct line *l, const json_t *list, const char *before, const char *between)
{
    size_t i;
    json_t *entry;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        abort();
    json_array_foreach(list, i, entry)
    {
        fputs(i ? between : "", file);
        if (json_is_string(entry))
            for (const char *c = json_string_value(entry); *c; c++)
                fputc(*c == '_' && strncmp(json_string_value(entry), "__", 2) != 0 ? ' ' : *c, file);
        else
            fprintf(file, "%lld", (long long)json_integer_value(entry));
    }
    fclose(file);
    if (size)
        piece(l, "%s%s", before, text);
    free(text);
}

static bool has(const json_t *list, const char *name)
{
    size_t i;
    json_t *entry;
    json_array_foreach(list, i, entry) if (json_is_string(entry) &&
                                           strcmp(json_string_value(entry), name) == 0) return true;
    return false;
}

/* ---- the lines of a device
 * ---------------------------------------------------------------------------------------- */

static void write_versions(const json_t *d, const struct cld_out *out)
{
    struct line l;
    begin(&l);
    text_piece(&l, "%s", text_of(d, "versions", "device"));
    text_piece(&l, "driver %s", text_of(d, "versions", "driver"));
    end(&l, out, "versions");
    begin(&l);
    if (json_array_size(get(d, "versions", "opencl_c_all")))
        list_piece(&l, get(d, "versions", "opencl_c_all"), "", ", ");
    else
        text_piece(&l, "%s", text_of(d, "versions", "opencl_c"));
    end(&l, out, "OpenCL C");
    begin(&l);
    list_piece(&l, get(d, "versions", "opencl_c_features"), "", ", ");
    end(&l, out, "features");
    begin(&l);
    if (json_array_size(get(d, "versions", "il")))
        list_piece(&l, get(d, "versions", "il"), "", ", ");
    else
        piece(&l, "none");
    end(&l, out, "IL");
}

static void write_memory(const json_t *d, const struct cld_out *out)
{
    struct line l;
    char room[32];
    begin(&l);
    size_piece(&l, d, "memory", "global_bytes", "%s");
    size_piece(&l, d, "memory", "max_allocation_bytes", "at most %s an allocation");
    if (number_of(d, "memory", "cache_bytes"))
        piece(&l, "cache of %s in lines of %lld bytes", bytes(room, number_of(d, "memory", "cache_bytes")),
              number_of(d, "memory", "cache_line_bytes"));
    if (json_is_true(get(d, "memory", "shared_with_host")))
        piece(&l, "shared with the host");
    end(&l, out, "global memory");
    begin(&l);
    size_piece(&l, d, "memory", "local_bytes", "%s a work-group");
    if (strcmp(text_of(d, "memory", "local_type"), "global") == 0)
        piece(&l, "kept in global memory: it is not faster");
    end(&l, out, "local memory");
    begin(&l);
    size_piece(&l, d, "memory", "constant_bytes", "%s a kernel");
    if (is_there(d, "memory", "max_constant_args"))
        piece(&l, "at most %lld arguments", number_of(d, "memory", "max_constant_args"));
    end(&l, out, "constant");
    begin(&l);
    size_piece(&l, d, "memory", "printf_buffer_bytes", "buffer of %s a launch");
    end(&l, out, "printf");
}

static void sizes_piece(struct line *l, const json_t *list, const char *before)
{
    list_piece(l, list, before, " x ");
}

static void write_work_groups(const json_t *d, const struct cld_out *out)
{
    struct line l;
    long long multiple = number_of(d, "kernel", "preferred_work_group_size_multiple");
    begin(&l);
    if (is_there(d, "limits", "work_group_size"))
        piece(&l, "at most %lld work-items", number_of(d, "limits", "work_group_size"));
    sizes_piece(&l, get(d, "limits", "work_item_sizes"), "in each dimension ");
    multiple = multiple ? multiple : number_of(d, "limits", "preferred_work_group_size_multiple");
    if (multiple)
        piece(&l, "best in multiples of %lld", multiple);
    if (is_there(d, "limits", "non_uniform_work_groups"))
        piece(&l, "%s",
              json_is_true(get(d, "limits", "non_uniform_work_groups"))
                  ? "the last group may be smaller (-cl-std=CL2.0 or newer)"
                  : "must divide the global size");
    number_piece(&l, d, "limits", "warp_size", "warps of");
    number_piece(&l, d, "limits", "wavefront_width", "wavefronts of");
    end(&l, out, "work-groups");
    begin(&l);
    if (number_of(d, "sub_groups", "max_per_work_group"))
        piece(&l, "at most %lld a work-group", number_of(d, "sub_groups", "max_per_work_group"));
    else
        piece(&l, "none");
    list_piece(&l, get(d, "sub_groups", "sizes"), "of ", ", ");
    if (json_is_true(get(d, "sub_groups", "independent_progress")))
        piece(&l, "each makes progress by itself");
    end(&l, out, "sub-groups");
}

static void write_limits(const json_t *d, const struct cld_out *out)
{
    struct line l;
    begin(&l);
    size_piece(&l, d, "limits", "parameter_bytes", "%s of arguments a kernel");
    if (is_there(d, "limits", "base_address_align_bits"))
        piece(&l, "sub-buffers begin at multiples of %lld bytes (base address alignment: %lld bits)",
              number_of(d, "limits", "base_address_align_bytes"),
              number_of(d, "limits", "base_address_align_bits"));
    if (number_of(d, "limits", "sub_devices") > 1)
        piece(&l, "splits into at most %lld sub-devices", number_of(d, "limits", "sub_devices"));
    else if (is_there(d, "limits", "sub_devices"))
        piece(&l, "has no sub-devices");
    end(&l, out, "limits");
}

static void write_images(const json_t *d, const struct cld_out *out)
{
    struct line l;
    begin(&l);
    if (!json_is_true(get(d, "images", "supported"))) {
        piece(&l, "none");
    } else {
        piece(&l, "2D %lld x %lld", number_of(d, "images", "width_2d"), number_of(d, "images", "height_2d"));
        piece(&l, "3D %lld x %lld x %lld", number_of(d, "images", "width_3d"),
              number_of(d, "images", "height_3d"), number_of(d, "images", "depth_3d"));
        if (number_of(d, "images", "array_layers"))
            piece(&l, "arrays of %lld", number_of(d, "images", "array_layers"));
        if (number_of(d, "images", "buffer_pixels"))
            piece(&l, "of a buffer %lld pixels", number_of(d, "images", "buffer_pixels"));
        piece(&l, "%lld read and %lld written by a kernel", number_of(d, "images", "read_arguments"),
              number_of(d, "images", "write_arguments"));
        piece(&l, "%lld samplers", number_of(d, "limits", "samplers"));
    }
    end(&l, out, "images");
}

static void write_features(const json_t *d, const struct cld_out *out)
{
    struct line l;
    begin(&l);
    piece(&l, "double (fp64) %s", json_is_true(get(d, "floating_point", "fp64")) ? "yes" : "no");
    piece(&l, "half (fp16) %s", json_is_true(get(d, "floating_point", "fp16")) ? "yes" : "no");
    if (is_there(d, "floating_point", "single") && !has(get(d, "floating_point", "single"), "denorm"))
        piece(&l, "float without denormals");
    end(&l, out, "floating point");
    begin(&l);
    list_piece(&l, json_object_get(d, "svm"), "", ", ");
    if (json_array_size(json_object_get(d, "svm")) == 0)
        piece(&l, "none");
    end(&l, out, "SVM");
    begin(&l);
    list_piece(&l, get(d, "atomics", "memory"), "", ", ");
    end(&l, out, "atomics");
    begin(&l);
    piece(&l, "%s",
          has(get(d, "queues", "properties"), "out_of_order") ? "out of order possible" : "in order only");
    if (is_there(d, "queues", "timer_resolution_ns"))
        piece(&l, "timer ticks every %lld ns", number_of(d, "queues", "timer_resolution_ns"));
    if (json_array_size(get(d, "queues", "device_properties")))
        piece(&l, "also on the device");
    if (has(get(d, "queues", "executes"), "native_kernels"))
        piece(&l, "native kernels");
    end(&l, out, "queues");
}

static void write_unanswered(const json_t *d, const struct cld_out *out)
{
    struct line l;
    size_t i;
    json_t *entry;
    begin(&l);
    json_array_foreach(json_object_get(d, "not_answered"), i, entry)
        piece(&l, "%s (%lld)", text_of(entry, "", "parameter"), number_of(entry, "", "code"));
    if (is_there(d, "kernel", "error"))
        piece(&l, "a kernel of one line: %s failed with %s", text_of(d, "kernel", "function"),
              text_of(d, "kernel", "error"));
    end(&l, out, "unanswered");
}

static void write_checks(const json_t *d, const struct cld_out *out)
{
    static const char *const labels[][2] = {{"calls", "calls and objects"},
                                            {"kernels", "inside kernels"},
                                            {"svm", "SVM"},
                                            {"timestamps", "timestamps"}};
    size_t i;
    json_t *check;
    json_array_foreach(json_object_get(d, "checks"), i, check)
    {
        const char *name = text_of(check, "", "name"), *reason = text_of(check, "", "reason");
        bool possible = json_is_true(json_object_get(check, "possible"));
        for (size_t k = 0; k < sizeof labels / sizeof labels[0]; k++)
            name = strcmp(name, labels[k][0]) == 0 ? labels[k][1] : name;
        fputs("  ", out->file);
        cld_out_printf(out, CLD_CYAN, "%-*s", LABEL - 2, i ? "" : "cldoctor");
        cld_out_printf(out, possible ? CLD_GREEN : CLD_YELLOW, "%s: %s", name, possible ? "yes" : "no");
        if (*reason) {
            fputs("; ", out->file);
            int column = LABEL + (int)strlen(name) + (possible ? 7 : 6);
            cld_out_wrap(out, CLD_PLAIN, column, "", LABEL + 2, reason);
        } else {
            fputc('\n', out->file);
        }
    }
}

/* ---- the whole
 * ----------------------------------------------------------------------------------------------------- */

static void write_device(const json_t *d, long long platform, const struct cld_out *out)
{
    struct line l;
    cld_out_printf(out, CLD_BOLD, "device %lld.%lld: %s", platform, number_of(d, "", "index"),
                   text_of(d, "", "name"));
    fputc('\n', out->file);
    begin(&l);
    list_piece(&l, json_object_get(d, "type"), "", ", ");
    text_piece(&l, "%s", text_of(d, "", "vendor"));
    if (is_there(d, "", "compute_units"))
        piece(&l, "%lld compute units", number_of(d, "", "compute_units"));
    if (number_of(d, "", "clock_mhz"))
        piece(&l, "%lld MHz", number_of(d, "", "clock_mhz"));
    if (json_is_false(json_object_get(d, "available")))
        piece(&l, "not available now");
    end(&l, out, "type");
    write_versions(d, out);
    write_memory(d, out);
    write_work_groups(d, out);
    write_limits(d, out);
    write_images(d, out);
    write_features(d, out);
    write_unanswered(d, out);
    write_checks(d, out);
    fputc('\n', out->file);
}

static void write_platform(const json_t *p, const struct cld_out *out)
{
    size_t i;
    json_t *device;
    const char *name = text_of(p, "", "name");
    cld_out_printf(out, CLD_BOLD, "platform %lld: %s", number_of(p, "", "index"),
                   *name                    ? name
                   : *text_of(p, "", "icd") ? text_of(p, "", "icd")
                                            : "without a name");
    fputc('\n', out->file);
    if (*text_of(p, "", "version")) {
        fputs("  ", out->file);
        cld_out_wrap(out, CLD_PLAIN, 2, "", 2, text_of(p, "", "version"));
    }
    if (*text_of(p, "", "problem")) {
        fputs("  ", out->file);
        cld_out_styled(out, CLD_RED, "problem: ");
        cld_out_wrap(out, CLD_PLAIN, 11, "", 4, text_of(p, "", "problem"));
    } else if (json_array_size(json_object_get(p, "devices")) == 0) {
        fputs("  it has no device\n", out->file);
    }
    fputc('\n', out->file);
    json_array_foreach(json_object_get(p, "devices"), i, device)
        write_device(device, number_of(p, "", "index"), out);
}

void cld_devices_text(const json_t *document, const struct cld_out *out)
{
    size_t i;
    json_t *platform;
    json_array_foreach(json_object_get(document, "platforms"), i, platform) write_platform(platform, out);
}
