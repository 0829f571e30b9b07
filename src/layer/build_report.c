#include "layer/build_report.h"

#include "buildlog/classify.h"
#include "buildlog/noise.h"
#include "layer/build_evidence.h"
#include "layer/build_keep.h"
#include "layer/calls.h"

#include <stdio.h>
#include <string.h>

/* ---- one failure -----------------------------------------------------------------------------------------
 */

/* The argument that has what is wrong: some drivers have no code for options that they do not know. */
static int argument_of(enum cld_fn fn, const struct cld_diagnostic *d)
{
    const struct cld_fn_info *info = cld_fn_info(fn);
    const char *name = cld_text_of(d->message)->class == CLD_BUILD_OPTIONS ? "options"
                       : fn == CLD_FN_clLinkProgram                        ? "input_programs"
                                                                           : "program";
    for (int i = 0; i < info->n_params; i++)
        if (strcmp(info->param_names[i], name) == 0)
            return i;
    return -1;
}

/* The first line of a log in which nothing was recognised. */
static struct cld_diagnostic unparsed(const struct cld_device_log *t, char *line, size_t room)
{
    const char *none = t->end->fn == CLD_FN_clLinkProgram
                           ? "the programs could not be linked, and the driver left no log"
                           : "the driver left no log";
    cld_log_first_line(t->log ? t->log : "", line, room);
    return (struct cld_diagnostic){.level = CLD_LEVEL_ERROR,
                                   .file = "",
                                   .from = "",
                                   .message = *line ? line : none,
                                   .flag = "",
                                   .kernel = ""};
}

static void tell_kept(struct cld_report *r, const struct cld_device_log *t, uint32_t hash)
{
    unsigned n = cld_build_keep(hash, t->end->made, t->log ? t->log : "", t->log_size);
    const char *process = cld_layer.session.process ? strrchr(cld_layer.session.process, '/') : NULL;
    if (n)
        cld_report_evidence(r, "kept", "%s/build-%u", process ? process + 1 : "", n);
}

static void report_failure(struct cld_device_log *t)
{
    char line[512];
    struct cld_report r;
    const struct cld_diagnostic *root = t->parsed ? cld_build_log_root(t->parsed) : NULL;
    const struct cld_diagnostic raw = unparsed(t, line, sizeof line);
    const struct cld_diagnostic *d = root ? root : &raw;
    size_t more = root ? t->parsed->errors - 1 : 0;
    cld_report_init(&r, CLD_FINDING_BUILD_FAILED, argument_of(t->end->fn, d));
    cld_report_message(&r, "%s failed: %.400s", cld_fn_info(t->end->fn)->name, d->message);
    cld_build_tell_class(&r, d->message);
    cld_build_tell_place(&r, t, d);
    cld_diagnostic_function(d, r.kernel, sizeof r.kernel);
    cld_report_evidence(&r, "errors", "%zu", more + 1);
    if (root) {
        cld_build_tell_notes(&r, t, d);
        cld_build_tell_others(&r, t, d);
    }
    uint32_t hash = cld_build_hash(&r);
    cld_build_tell_build(&r, t);
    tell_kept(&r, t, hash ^ (t->end->call ? cld_call_stack(t->end->call) : t->end->at.stack) * 0x9e3779b1u);
    cld_build_emit(t->end, &r, hash);
}

/* ---- all devices -----------------------------------------------------------------------------------------
 */

static void complete_devices(struct cld_build_end *end)
{
    size_t size = 0;
    if (!end->n_devices && end->program &&
        end->next->clGetProgramInfo(end->program, CL_PROGRAM_DEVICES, sizeof end->devices, end->devices,
                                    &size) == CL_SUCCESS)
        end->n_devices = size / sizeof end->devices[0];
}

/* Codes of failed builds; NVIDIA's driver gives others too (CL_INVALID_BINARY, -9999) when its assembler
 * fails. */
static bool says_build(cl_int code)
{
    return code == CL_BUILD_PROGRAM_FAILURE || code == CL_COMPILE_PROGRAM_FAILURE ||
           code == CL_LINK_PROGRAM_FAILURE;
}

static bool may_be_build(cl_int code)
{
    bool invalid_something = code <= CL_INVALID_VALUE && code >= CL_MAX_SIZE_RESTRICTION_EXCEEDED;
    return says_build(code) || code == CL_INVALID_BINARY || !invalid_something;
}

/* Whether this device is one of those that failed. */
static bool is_failed(const struct cld_build_end *end, const struct cld_device_log *t)
{
    if (cld_device_log_status(end, t->device) != CL_BUILD_ERROR)
        return cld_device_log_has_error(t) && end->n_devices == 1 && may_be_build(end->code);
    return cld_device_log_has_error(t) ? may_be_build(end->code) : says_build(end->code);
}

/*
 * Devices that say why, each reason once; where none does, the first that failed. Drivers may stop at one
 * device and call the build of the others failed, too.
 */
static bool report_failures(struct cld_build_end *end)
{
    struct cld_device_log *failed[CLD_BUILD_DEVICES];
    size_t n = 0, told = 0;
    for (size_t i = 0; end->program && i < end->n_devices; i++) {
        struct cld_device_log *t = cld_device_log_open(end, end->devices[i]);
        if (t && is_failed(end, t))
            failed[n++] = t;
        else if (t)
            cld_device_log_close(t);
    }
    for (size_t i = 0; i < n; i++) {
        bool is_new = cld_device_log_has_error(failed[i]);
        for (size_t k = 0; is_new && k < i; k++)
            is_new = !cld_device_log_same(failed[k], failed[i]);
        if (is_new)
            report_failure(failed[i]);
        told += is_new;
    }
    if (n && !told)
        report_failure(failed[0]);
    for (size_t i = 0; i < n; i++)
        cld_device_log_close(failed[i]);
    return n > 0;
}

/* The driver says that the build failed, and no device of it does. */
static bool report_bare(struct cld_build_end *end)
{
    struct cld_device_log *t =
        says_build(end->code) ? cld_device_log_open(end, end->n_devices ? end->devices[0] : NULL) : NULL;
    if (!t)
        return false;
    report_failure(t);
    cld_device_log_close(t);
    return true;
}

bool cld_build_has_news(const struct cld_build_end *end)
{
    struct cld_build_end e = *end;
    size_t size = 0;
    if (end->code != CL_SUCCESS)
        return may_be_build(end->code);
    complete_devices(&e);
    return e.n_devices &&
           e.next->clGetProgramBuildInfo(e.program, e.devices[0], CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ==
               CL_SUCCESS &&
           size > 1;
}

bool cld_build_report(struct cld_build_end *end)
{
    complete_devices(end);
    if (end->code != CL_SUCCESS)
        return report_failures(end) || report_bare(end);
    struct cld_device_log *t =
        end->program && end->n_devices ? cld_device_log_open(end, end->devices[0]) : NULL;
    if (t && t->parsed)
        cld_build_report_warnings(t);
    if (t)
        cld_device_log_close(t);
    return false;
}
