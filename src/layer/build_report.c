#include "layer/build_report.h"

#include "buildlog/classify.h"
#include "buildlog/place.h"
#include "buildlog/repair.h"
#include "layer/build_keep.h"
#include "layer/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_LOG (256u << 20)
#define ROW_MOST 480    /* bytes of a line of source that are kept, around the column */
#define LISTED 6        /* further errors, and notes, that a finding lists */
#define MOST_WARNINGS 8 /* kinds of warnings of one build */
#define MOST_SOURCES 256

/* One device's log, and what is needed to speak of it. */
struct told {
    struct cld_build_end *end;
    cl_device_id device;
    char device_name[128];
    char *log;
    size_t log_size;
    struct cld_build_log *parsed;
    struct cld_source_text sources[MOST_SOURCES];
    size_t n_sources;
};

/* ---- asking the driver
 * ------------------------------------------------------------------------------------- */

static bool read_log(struct told *t)
{
    const cl_icd_dispatch *next = t->end->next;
    size_t size = 0;
    if (next->clGetProgramBuildInfo(t->end->program, t->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) !=
            CL_SUCCESS ||
        size < 2 || size > LARGEST_LOG || !(t->log = calloc(1, size + 1)))
        return false;
    if (next->clGetProgramBuildInfo(t->end->program, t->device, CL_PROGRAM_BUILD_LOG, size, t->log, NULL) !=
        CL_SUCCESS)
        t->log[0] = '\0';
    t->log_size = strnlen(t->log, size);
    t->parsed = cld_build_log_parse(t->log, t->log_size);
    return t->parsed != NULL;
}

static cl_build_status status_of(const struct cld_build_end *end, cl_device_id device)
{
    cl_build_status status = CL_BUILD_NONE;
    end->next->clGetProgramBuildInfo(end->program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                     NULL);
    return status;
}

static void complete_devices(struct cld_build_end *end)
{
    size_t size = 0;
    if (!end->n_devices && end->program &&
        end->next->clGetProgramInfo(end->program, CL_PROGRAM_DEVICES, sizeof end->devices, end->devices,
                                    &size) == CL_SUCCESS)
        end->n_devices = size / sizeof end->devices[0];
}

static void add_source(struct told *t, const char *name, const char *text)
{
    if (t->n_sources < MOST_SOURCES)
        t->sources[t->n_sources++] = (struct cld_source_text){name, text, strlen(text)};
}

static void take_sources(struct told *t)
{
    const struct cld_recipe *made = t->end->made;
    for (size_t i = 0; made && i < made->n_units; i++) {
        const struct cld_unit *u = &made->units[i]->unit;
        add_source(t, NULL, u->source);
        for (size_t h = 0; h < u->n_headers; h++)
            add_source(t, u->headers[h].name, u->headers[h].text);
    }
}

/* NULL: not known. The caller frees it. */
static char *extensions_of(const struct told *t)
{
    size_t size = 0;
    char *text = NULL;
    if (t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS &&
        size > 1 && (text = calloc(1, size + 1)))
        t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_EXTENSIONS, size, text, NULL);
    return text;
}

/* ---- what a finding holds
 * ---------------------------------------------------------------------------------- */

static bool mid_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The line, or of a long one what is around the column. */
static void tell_row(struct cld_report *r, const struct cld_place_text *place)
{
    const char *row = place->row;
    size_t length = strlen(row), from = 0;
    if (length > ROW_MOST && place->column > ROW_MOST / 2)
        from = place->column - ROW_MOST / 2 < length ? place->column - ROW_MOST / 2 : 0;
    while (from < length && mid_character(row[from]))
        from++;
    size_t to = length - from > ROW_MOST ? from + ROW_MOST : length;
    while (to < length && to > from && mid_character(row[to]))
        to--;
    cld_report_evidence(r, "source.text", "%.*s", (int)(to - from), row + from);
    if (from)
        cld_report_evidence(r, "source.skipped", "%zu", from);
}

static void tell_repair(struct cld_report *r, const struct told *t, const struct cld_diagnostic *d,
                        const struct cld_place_text *place)
{
    bool is_new = false;
    char *extensions = extensions_of(t);
    char *line = cld_repair_line(d, place, extensions, &is_new);
    if (line && strlen(line) <= ROW_MOST)
        cld_report_evidence(r, is_new ? "source.missing" : "source.corrected", "%s", line);
    free(line);
    free(extensions);
}

static const char *shown(const struct cld_place_text *place)
{
    return place->file[0] ? place->file : "kernel source";
}

static void tell_place(struct cld_report *r, const struct told *t, const struct cld_diagnostic *d)
{
    struct cld_place_text place;
    bool found = cld_place_find(d, t->sources, t->n_sources, &place);
    if (found) {
        snprintf(r->where, sizeof r->where, place.column ? "%s:%u:%u: " : "%s:%u: ", shown(&place),
                 place.line, place.column);
        cld_report_evidence(r, "source.file", "%s", place.file);
        cld_report_evidence(r, "source.line", "%u", place.line);
        if (place.column)
            cld_report_evidence(r, "source.column", "%u", place.column);
    }
    if (place.row)
        tell_row(r, &place);
    tell_repair(r, t, d, &place);
    free(place.row);
}

/* "k.cl:14:3: message" and a newline behind what is in `list`. */
static void list_one(const struct told *t, const struct cld_diagnostic *d, char *list, size_t room)
{
    struct cld_place_text place;
    size_t n = strlen(list);
    if (cld_place_find(d, t->sources, t->n_sources, &place))
        snprintf(list + n, room - n, "%s%s:%u:%u: %.150s", n ? "\n" : "", shown(&place), place.line,
                 place.column, d->message);
    else
        snprintf(list + n, room - n, "%s%.150s", n ? "\n" : "", d->message);
    free(place.row);
}

static void tell_notes(struct cld_report *r, const struct told *t, const struct cld_diagnostic *d)
{
    static const char macro[] = "expanded from macro '";
    char list[640] = "";
    const char *name = NULL;
    size_t n = 0;
    while ((d = cld_build_log_note(t->parsed, d)) && n++ < LISTED) {
        list_one(t, d, list, sizeof list);
        if (!name && strncmp(d->message, macro, sizeof macro - 1) == 0)
            name = d->message + sizeof macro - 1;
    }
    if (name)
        cld_report_evidence(r, "source.macro", "%.*s", (int)strcspn(name, "'"), name);
    if (list[0])
        cld_report_evidence(r, "notes", "%s", list);
}

/* Warnings of one kind: of one flag, or where the compiler names none, of one meaning. */
static bool same_kind(const struct cld_diagnostic *a, const struct cld_diagnostic *b)
{
    if (*a->flag || *b->flag)
        return strcmp(a->flag, b->flag) == 0;
    return cld_text_is_known(a->message) ? cld_text_of(a->message) == cld_text_of(b->message)
                                         : strcmp(a->message, b->message) == 0;
}

/* What the compiler says besides: all other errors; of warnings, those of this kind. */
static void tell_others(struct cld_report *r, const struct told *t, const struct cld_diagnostic *root)
{
    char list[640] = "";
    size_t n = 0;
    for (const struct cld_diagnostic *d = NULL; (d = cld_build_log_next(t->parsed, d, root->level));) {
        if (d == root || (root->level == CLD_LEVEL_WARNING && !same_kind(root, d)))
            continue;
        if (n++ < LISTED)
            list_one(t, d, list, sizeof list);
    }
    if (n > LISTED)
        snprintf(list + strlen(list), sizeof list - strlen(list), "\n... and %zu more", n - LISTED);
    if (list[0])
        cld_report_evidence(r, "others", "%s", list);
}

static void tell_class(struct cld_report *r, const char *message)
{
    const struct cld_text_info *info = cld_text_of(message);
    cld_report_evidence(r, "class", "%s", cld_build_class_name(info->class));
    cld_report_evidence(r, "cause", "%s", info->cause);
    cld_report_fix(r, "%s", info->fix);
}

static void tell_build(struct cld_report *r, const struct told *t)
{
    const struct cld_recipe *made = t->end->made;
    cld_report_evidence(r, "device", "%s", t->device_name);
    const char *options = !made           ? ""
                          : made->linked  ? made->link_options
                          : made->n_units ? made->units[0]->unit.options
                                          : "";
    if (options && *options)
        cld_report_evidence(r, "options", "%s", options);
    cld_report_object(r, t->end->program ? cld_object_find(t->end->program) : NULL);
}

/* ---- telling them apart
 * ------------------------------------------------------------------------------------ */

/* Of what the finding says, wherever its log lay: drivers put random names into their paths. */
static uint32_t hash_of(const struct cld_report *r)
{
    uint32_t hash = 2166136261u;
    const char *parts[] = {r->where, r->message};
    for (size_t i = 0; i < 2; i++)
        for (const char *at = parts[i]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 16777619u;
    const char *at = r->evidence, *stop = at + r->evidence_size;
    for (; at < stop; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    return hash ? hash : 1;
}

static void emit(struct cld_build_end *end, struct cld_report *r, uint32_t hash)
{
    r->code = r->id == CLD_FINDING_BUILD_FAILED ? end->code : CL_SUCCESS;
    if (end->call) {
        r->probe_detail = hash; /* tells builds at one place in the program apart */
        cld_report_emit(end->call, r, r->id == CLD_FINDING_BUILD_FAILED);
        return;
    }
    end->at.place = hash;
    cld_report_kernel(&end->at, r, 1, 0);
}

/* ---- failures
 * ---------------------------------------------------------------------------------------------- */

/* The argument that has what is wrong. */
static int argument_of(enum cld_fn fn)
{
    const struct cld_fn_info *info = cld_fn_info(fn);
    const char *name = fn == CLD_FN_clLinkProgram ? "input_programs" : "program";
    for (int i = 0; i < info->n_params; i++)
        if (strcmp(info->param_names[i], name) == 0)
            return i;
    return -1;
}

/* The first line of a log in which nothing was recognised. */
static struct cld_diagnostic unparsed(const struct told *t, char *line, size_t room)
{
    const char *none = t->end->fn == CLD_FN_clLinkProgram
                           ? "the programs could not be linked, and the driver left no log"
                           : "the driver left no log";
    const char *at = t->log ? t->log + strspn(t->log, " \t\r\n") : "";
    snprintf(line, room, "%.*s", (int)strcspn(at, "\r\n"), at);
    return (struct cld_diagnostic){.level = CLD_LEVEL_ERROR,
                                   .file = "",
                                   .from = "",
                                   .message = *line ? line : none,
                                   .flag = "",
                                   .kernel = ""};
}

static void tell_kept(struct cld_report *r, const struct told *t, uint32_t hash)
{
    unsigned n = cld_build_keep(hash, t->end->made, t->log ? t->log : "", t->log_size);
    const char *process = cld_layer.session.process ? strrchr(cld_layer.session.process, '/') : NULL;
    if (n)
        cld_report_evidence(r, "kept", "%s/build-%u", process ? process + 1 : "", n);
}

static void report_failure(struct told *t)
{
    char line[512];
    struct cld_report r;
    const struct cld_diagnostic *root = t->parsed ? cld_build_log_root(t->parsed) : NULL;
    const struct cld_diagnostic raw = unparsed(t, line, sizeof line);
    const struct cld_diagnostic *d = root ? root : &raw;
    size_t more = root ? t->parsed->errors - 1 : 0;
    cld_report_init(&r, CLD_FINDING_BUILD_FAILED, argument_of(t->end->fn));
    cld_report_message(&r, "%s failed: %.400s", cld_fn_info(t->end->fn)->name, d->message);
    tell_class(&r, d->message);
    tell_place(&r, t, d);
    cld_diagnostic_function(d, r.kernel, sizeof r.kernel);
    cld_report_evidence(&r, "errors", "%zu", more + 1);
    if (root) {
        tell_notes(&r, t, d);
        tell_others(&r, t, d);
    }
    uint32_t hash = hash_of(&r);
    tell_build(&r, t);
    tell_kept(&r, t, hash ^ (t->end->call ? cld_call_stack(t->end->call) : t->end->at.stack) * 0x9e3779b1u);
    emit(t->end, &r, hash);
}

/* ---- warnings
 * ---------------------------------------------------------------------------------------------- */

/*
 * Not the author's to mend: headers of the driver, pragmas that older compilers need, and what says that the
 * compiler could not do as well as it wished.
 */
static bool is_noise(const struct cld_diagnostic *d)
{
    static const char *const parts[] = {"core feature", "loop not ", "argument unused during compilation"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(d->message, parts[i]))
            return true;
    return strncmp(d->file, "/usr/", 5) == 0 || strncmp(d->file, "/opt/", 5) == 0;
}

static bool told_before(const struct told *t, const struct cld_diagnostic *d)
{
    for (const struct cld_diagnostic *e = NULL;
         (e = cld_build_log_next(t->parsed, e, CLD_LEVEL_WARNING)) != d;)
        if (!is_noise(e) && same_kind(e, d))
            return true;
    return false;
}

/* A pragma that has no effect changes nothing as long as what it asks for is not used. */
static bool is_advice(const struct cld_diagnostic *d)
{
    return strstr(d->message, "OpenCL extension") != NULL;
}

static void report_warning(struct told *t, const struct cld_diagnostic *d)
{
    struct cld_report r;
    cld_report_init(&r, CLD_FINDING_BUILD_WARNING, -1);
    if (is_advice(d))
        r.severity = CLD_SEVERITY_ADVICE;
    cld_report_message(&r, "the compiler warns: %.400s", d->message);
    tell_class(&r, d->message);
    if (!cld_text_is_known(d->message))
        cld_report_fix(
            &r,
            "mend what the compiler means; where it is right as it is, write it so that one can see that");
    if (*d->flag)
        cld_report_evidence(&r, "flag", "%s", d->flag);
    tell_place(&r, t, d);
    tell_notes(&r, t, d);
    tell_others(&r, t, d);
    uint32_t hash = hash_of(&r);
    tell_build(&r, t);
    emit(t->end, &r, hash);
}

static void report_warnings(struct told *t)
{
    size_t n = 0;
    for (const struct cld_diagnostic *d = NULL;
         n < MOST_WARNINGS && (d = cld_build_log_next(t->parsed, d, CLD_LEVEL_WARNING));)
        if (!is_noise(d) && !told_before(t, d)) {
            report_warning(t, d);
            n++;
        }
}

/* ---- all devices
 * ------------------------------------------------------------------------------------------- */

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

/* Two devices that say the same of a program are one finding; the driver's names for files do not count. */
static bool same_logs(const struct told *a, const struct told *b)
{
    const struct cld_diagnostic *x = a->parsed ? cld_build_log_root(a->parsed) : NULL;
    const struct cld_diagnostic *y = b->parsed ? cld_build_log_root(b->parsed) : NULL;
    return x && y ? x->line == y->line && x->column == y->column && strcmp(x->message, y->message) == 0
                  : x == y;
}

static void name_device(struct told *t)
{
    if (t->end->next->clGetDeviceInfo(t->device, CL_DEVICE_NAME, sizeof t->device_name - 1, t->device_name,
                                      NULL) != CL_SUCCESS)
        t->device_name[0] = '\0';
}

static void release(struct told *t)
{
    cld_build_log_free(t->parsed);
    free(t->log);
    free(t);
}

static struct told *look_at(struct cld_build_end *end, cl_device_id device)
{
    struct told *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->end = end;
    t->device = device;
    take_sources(t);
    if (end->program && device)
        read_log(t);
    if (device)
        name_device(t);
    return t;
}

static bool has_error(const struct told *t)
{
    return t->parsed && t->parsed->errors > 0;
}

/* Whether this device is one of those that failed. */
static bool is_failed(const struct cld_build_end *end, const struct told *t)
{
    if (status_of(end, t->device) != CL_BUILD_ERROR)
        return has_error(t) && end->n_devices == 1 && may_be_build(end->code);
    return has_error(t) ? may_be_build(end->code) : says_build(end->code);
}

/*
 * Devices that say why, each reason once; where none does, the first that failed. Drivers may stop at one
 * device and call the build of the others failed, too.
 */
static bool report_failures(struct cld_build_end *end)
{
    struct told *failed[CLD_BUILD_DEVICES];
    size_t n = 0, told = 0;
    for (size_t i = 0; end->program && i < end->n_devices; i++) {
        struct told *t = look_at(end, end->devices[i]);
        if (t && is_failed(end, t))
            failed[n++] = t;
        else if (t)
            release(t);
    }
    for (size_t i = 0; i < n; i++) {
        bool is_new = has_error(failed[i]);
        for (size_t k = 0; is_new && k < i; k++)
            is_new = !same_logs(failed[k], failed[i]);
        if (is_new)
            report_failure(failed[i]);
        told += is_new;
    }
    if (n && !told)
        report_failure(failed[0]);
    for (size_t i = 0; i < n; i++)
        release(failed[i]);
    return n > 0;
}

/* The driver says that the build failed, and no device of it does. */
static bool report_bare(struct cld_build_end *end)
{
    struct told *t = says_build(end->code) ? look_at(end, end->n_devices ? end->devices[0] : NULL) : NULL;
    if (!t)
        return false;
    report_failure(t);
    release(t);
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
    struct told *t = end->program && end->n_devices ? look_at(end, end->devices[0]) : NULL;
    if (t && t->parsed)
        report_warnings(t);
    if (t)
        release(t);
    return false;
}
