/* device_text.c - one device, for people. */
#include "cli/devices/fields.h"
#include "cli/devices/line.h"
#include "cli/devices/text.h"

#include <stdio.h>
#include <string.h>

static void write_versions(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    cld_line_begin(&l);
    cld_line_text(&l, "%s", cld_field_text(d, "versions", "device"));
    cld_line_text(&l, "driver %s", cld_field_text(d, "versions", "driver"));
    cld_line_end(&l, out, "versions");
    cld_line_begin(&l);
    if (json_array_size(cld_field(d, "versions", "opencl_c_all")))
        cld_line_list(&l, cld_field(d, "versions", "opencl_c_all"), "", ", ");
    else
        cld_line_text(&l, "%s", cld_field_text(d, "versions", "opencl_c"));
    cld_line_end(&l, out, "OpenCL C");
    cld_line_begin(&l);
    cld_line_list(&l, cld_field(d, "versions", "opencl_c_features"), "", ", ");
    cld_line_end(&l, out, "features");
    cld_line_begin(&l);
    if (json_array_size(cld_field(d, "versions", "il")))
        cld_line_list(&l, cld_field(d, "versions", "il"), "", ", ");
    else
        cld_line_add(&l, "none");
    cld_line_end(&l, out, "IL");
}

static void write_memory(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    char room[32];
    cld_line_begin(&l);
    cld_line_size(&l, d, "memory", "global_bytes", "%s");
    cld_line_size(&l, d, "memory", "max_allocation_bytes", "at most %s an allocation");
    if (cld_field_number(d, "memory", "cache_bytes"))
        cld_line_add(&l, "cache of %s in lines of %lld bytes",
                     cld_bytes(room, cld_field_number(d, "memory", "cache_bytes")),
                     cld_field_number(d, "memory", "cache_line_bytes"));
    if (json_is_true(cld_field(d, "memory", "shared_with_host")))
        cld_line_add(&l, "shared with the host");
    cld_line_end(&l, out, "global memory");
    cld_line_begin(&l);
    cld_line_size(&l, d, "memory", "local_bytes", "%s a work-group");
    if (strcmp(cld_field_text(d, "memory", "local_type"), "global") == 0)
        cld_line_add(&l, "kept in global memory: it is not faster");
    cld_line_end(&l, out, "local memory");
    cld_line_begin(&l);
    cld_line_size(&l, d, "memory", "constant_bytes", "%s a kernel");
    if (cld_field(d, "memory", "max_constant_args"))
        cld_line_add(&l, "at most %lld arguments", cld_field_number(d, "memory", "max_constant_args"));
    cld_line_end(&l, out, "constant");
    cld_line_begin(&l);
    cld_line_size(&l, d, "memory", "printf_buffer_bytes", "buffer of %s a launch");
    cld_line_end(&l, out, "printf");
}

static void write_work_groups(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    long long multiple = cld_field_number(d, "kernel", "preferred_work_group_size_multiple");
    cld_line_begin(&l);
    if (cld_field(d, "limits", "work_group_size"))
        cld_line_add(&l, "at most %lld work-items", cld_field_number(d, "limits", "work_group_size"));
    cld_line_list(&l, cld_field(d, "limits", "work_item_sizes"), "in each dimension ", " x ");
    multiple = multiple ? multiple : cld_field_number(d, "limits", "preferred_work_group_size_multiple");
    if (multiple)
        cld_line_add(&l, "best in multiples of %lld", multiple);
    if (cld_field(d, "limits", "non_uniform_work_groups"))
        cld_line_add(&l, "%s",
                     json_is_true(cld_field(d, "limits", "non_uniform_work_groups"))
                         ? "the last group may be smaller (-cl-std=CL2.0 or newer)"
                         : "must divide the global size");
    cld_line_number(&l, d, "limits", "warp_size", "warps of");
    cld_line_number(&l, d, "limits", "wavefront_width", "wavefronts of");
    cld_line_end(&l, out, "work-groups");
    cld_line_begin(&l);
    if (cld_field_number(d, "sub_groups", "max_per_work_group"))
        cld_line_add(&l, "at most %lld a work-group",
                     cld_field_number(d, "sub_groups", "max_per_work_group"));
    else
        cld_line_add(&l, "none");
    cld_line_list(&l, cld_field(d, "sub_groups", "sizes"), "of ", ", ");
    if (json_is_true(cld_field(d, "sub_groups", "independent_progress")))
        cld_line_add(&l, "each makes progress by itself");
    cld_line_end(&l, out, "sub-groups");
}

static void write_limits(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    cld_line_begin(&l);
    if (cld_field_number(d, "limits", "parameter_bytes") % 1024) /* NVIDIA: 32764, which is not 32.0 KiB */
        cld_line_add(&l, "%lld bytes of arguments a kernel",
                     cld_field_number(d, "limits", "parameter_bytes"));
    else
        cld_line_size(&l, d, "limits", "parameter_bytes", "%s of arguments a kernel");
    if (cld_field(d, "limits", "base_address_align_bits"))
        cld_line_add(&l, "sub-buffers begin at multiples of %lld bytes (base address alignment: %lld bits)",
                     cld_field_number(d, "limits", "base_address_align_bytes"),
                     cld_field_number(d, "limits", "base_address_align_bits"));
    if (cld_field_number(d, "limits", "sub_devices") > 1)
        cld_line_add(&l, "splits into at most %lld sub-devices",
                     cld_field_number(d, "limits", "sub_devices"));
    else if (cld_field(d, "limits", "sub_devices"))
        cld_line_add(&l, "has no sub-devices");
    cld_line_end(&l, out, "limits");
}

static void write_images(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    cld_line_begin(&l);
    if (!json_is_true(cld_field(d, "images", "supported"))) {
        cld_line_add(&l, "none");
    } else {
        cld_line_add(&l, "2D %lld x %lld", cld_field_number(d, "images", "width_2d"),
                     cld_field_number(d, "images", "height_2d"));
        cld_line_add(&l, "3D %lld x %lld x %lld", cld_field_number(d, "images", "width_3d"),
                     cld_field_number(d, "images", "height_3d"), cld_field_number(d, "images", "depth_3d"));
        if (cld_field_number(d, "images", "array_layers"))
            cld_line_add(&l, "arrays of %lld", cld_field_number(d, "images", "array_layers"));
        if (cld_field_number(d, "images", "buffer_pixels"))
            cld_line_add(&l, "of a buffer %lld pixels", cld_field_number(d, "images", "buffer_pixels"));
        cld_line_add(&l, "%lld read and %lld written by a kernel",
                     cld_field_number(d, "images", "read_arguments"),
                     cld_field_number(d, "images", "write_arguments"));
        cld_line_add(&l, "%lld samplers", cld_field_number(d, "limits", "samplers"));
    }
    cld_line_end(&l, out, "images");
}

static void write_features(const json_t *d, const struct cld_out *out)
{
    struct cld_line l;
    cld_line_begin(&l);
    cld_line_add(&l, "double (fp64) %s", json_is_true(cld_field(d, "floating_point", "fp64")) ? "yes" : "no");
    cld_line_add(&l, "half (fp16) %s", json_is_true(cld_field(d, "floating_point", "fp16")) ? "yes" : "no");
    if (cld_field(d, "floating_point", "single") &&
        !cld_list_has(cld_field(d, "floating_point", "single"), "denorm"))
        cld_line_add(&l, "float without denormals");
    cld_line_end(&l, out, "floating point");
    cld_line_begin(&l);
    cld_line_list(&l, json_object_get(d, "svm"), "", ", ");
    if (json_array_size(json_object_get(d, "svm")) == 0)
        cld_line_add(&l, "none");
    cld_line_end(&l, out, "SVM");
    cld_line_begin(&l);
    cld_line_list(&l, cld_field(d, "atomics", "memory"), "", ", ");
    cld_line_end(&l, out, "atomics");
    cld_line_begin(&l);
    cld_line_add(&l, "%s",
                 cld_list_has(cld_field(d, "queues", "properties"), "out_of_order") ? "out of order possible"
                                                                                    : "in order only");
    if (cld_field(d, "queues", "timer_resolution_ns"))
        cld_line_add(&l, "timer ticks every %lld ns", cld_field_number(d, "queues", "timer_resolution_ns"));
    if (json_array_size(cld_field(d, "queues", "device_properties")))
        cld_line_add(&l, "also on the device");
    if (cld_list_has(cld_field(d, "queues", "executes"), "native_kernels"))
        cld_line_add(&l, "native kernels");
    cld_line_end(&l, out, "queues");
}

static void write_unanswered(const json_t *d, const struct cld_out *out)
{
    enum { SHOWN = 6 };
    const json_t *list = json_object_get(d, "not_answered");
    size_t n = json_array_size(list);
    struct cld_line l;
    cld_line_begin(&l);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        cld_line_add(&l, "%s (%lld)", cld_field_text(json_array_get(list, i), "", "parameter"),
                     cld_field_number(json_array_get(list, i), "", "code"));
    if (n > SHOWN)
        cld_line_add(&l, "and %zu more (--json has them)", n - SHOWN);
    if (cld_field(d, "kernel", "error"))
        cld_line_add(&l, "a kernel of one line: %s failed with %s", cld_field_text(d, "kernel", "function"),
                     cld_field_text(d, "kernel", "error"));
    cld_line_end(&l, out, "unanswered");
}

static void write_check(const json_t *check, const char *label, const struct cld_out *out)
{
    static const char *const names[][2] = {{"calls", "calls and objects"},
                                           {"kernels", "inside kernels"},
                                           {"svm", "SVM"},
                                           {"timestamps", "timestamps"}};
    const char *name = cld_field_text(check, "", "name"), *reason = cld_field_text(check, "", "reason");
    bool possible = json_is_true(json_object_get(check, "possible"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        name = strcmp(name, names[i][0]) == 0 ? names[i][1] : name;
    fputs("  ", out->file);
    cld_out_printf(out, CLD_CYAN, "%-*s", CLD_LINE_COLUMN - 2, label);
    cld_out_printf(out, possible ? CLD_GREEN : CLD_YELLOW, "%s: %s", name, possible ? "yes" : "no");
    fputs(*reason ? "; " : "", out->file);
    int column = CLD_LINE_COLUMN + (int)strlen(name) + (possible ? 7 : 6);
    cld_out_wrap(out, CLD_PLAIN, column, "", CLD_LINE_COLUMN + 2, reason);
}

static void write_checks(const json_t *d, const struct cld_out *out)
{
    const json_t *checks = json_object_get(d, "checks");
    for (size_t i = 0; i < json_array_size(checks); i++)
        write_check(json_array_get(checks, i), i ? "" : "cldoctor", out);
}

void cld_device_text(const json_t *d, long long platform, const struct cld_out *out)
{
    struct cld_line l;
    cld_out_printf(out, CLD_BOLD, "device %lld.%lld: %s", platform, cld_field_number(d, "", "index"),
                   cld_field_text(d, "", "name"));
    fputc('\n', out->file);
    cld_line_begin(&l);
    cld_line_list(&l, json_object_get(d, "type"), "", ", ");
    cld_line_text(&l, "%s", cld_field_text(d, "", "vendor"));
    if (cld_field(d, "", "compute_units"))
        cld_line_add(&l, "%lld compute units", cld_field_number(d, "", "compute_units"));
    if (cld_field_number(d, "", "clock_mhz"))
        cld_line_add(&l, "%lld MHz", cld_field_number(d, "", "clock_mhz"));
    if (json_is_false(json_object_get(d, "available")))
        cld_line_add(&l, "not available now");
    cld_line_end(&l, out, "type");
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
