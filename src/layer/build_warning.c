/* build_warning.c - what the compiler warned of in a program that it built. */
#include "layer/build_evidence.h"

#include "buildlog/classify.h"

#include <string.h>

#define MOST_WARNINGS 8 /* kinds of warnings of one build */

/* Headers of the driver or the system are not the author's to mend. */
static bool is_of_others(const struct cld_diagnostic *d)
{
    return strncmp(d->file, "/usr/", 5) == 0 || strncmp(d->file, "/opt/", 5) == 0;
}

static bool told_before(const struct cld_device_log *t, const struct cld_diagnostic *d)
{
    for (const struct cld_diagnostic *e = NULL;
         (e = cld_build_log_next(t->parsed, e, CLD_LEVEL_WARNING)) != d;)
        if (!is_of_others(e) && cld_build_same_kind(e, d))
            return true;
    return false;
}

/* A pragma that has no effect changes nothing as long as what it asks for is not used. */
static bool is_advice(const struct cld_diagnostic *d)
{
    return strstr(d->message, "OpenCL extension") != NULL;
}

static void report_warning(struct cld_device_log *t, const struct cld_diagnostic *d)
{
    struct cld_report r;
    cld_report_init(&r, CLD_FINDING_BUILD_WARNING, -1);
    if (is_advice(d))
        r.severity = CLD_SEVERITY_ADVICE;
    cld_report_message(&r, "the compiler warns: %.400s", d->message);
    cld_build_tell_class(&r, d->message);
    if (!cld_text_is_known(d->message))
        cld_report_fix(
            &r,
            "mend what the compiler means; where it is right as it is, write it so that one can see that");
    if (*d->flag)
        cld_report_evidence(&r, "flag", "%s", d->flag);
    cld_build_tell_place(&r, t, d);
    cld_build_tell_notes(&r, t, d);
    cld_build_tell_others(&r, t, d);
    uint32_t hash = cld_build_hash(&r);
    cld_build_tell_build(&r, t);
    cld_build_emit(t->end, &r, hash);
}

void cld_build_report_warnings(struct cld_device_log *t)
{
    size_t n = 0;
    for (const struct cld_diagnostic *d = NULL;
         n < MOST_WARNINGS && (d = cld_build_log_next(t->parsed, d, CLD_LEVEL_WARNING));)
        if (!is_of_others(d) && !told_before(t, d)) {
            report_warning(t, d);
            n++;
        }
}
