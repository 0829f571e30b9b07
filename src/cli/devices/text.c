#include "cli/devices/text.h"

#include "cli/devices/fields.h"

#include <stdio.h>

static void write_platform(const json_t *p, const struct cld_out *out)
{
    const json_t *devices = json_object_get(p, "devices");
    const char *name = cld_field_text(p, "", "name");
    cld_out_printf(out, CLD_BOLD, "platform %lld: %s", cld_field_number(p, "", "index"),
                   *name                           ? name
                   : *cld_field_text(p, "", "icd") ? cld_field_text(p, "", "icd")
                                                   : "without a name");
    fputc('\n', out->file);
    if (*cld_field_text(p, "", "version")) {
        fputs("  ", out->file);
        cld_out_wrap(out, CLD_PLAIN, 2, "", 2, cld_field_text(p, "", "version"));
    }
    if (*cld_field_text(p, "", "problem")) {
        fputs("  ", out->file);
        cld_out_styled(out, CLD_RED, "problem: ");
        cld_out_wrap(out, CLD_PLAIN, 11, "", 4, cld_field_text(p, "", "problem"));
    } else if (json_array_size(devices) == 0) {
        fputs("  it has no device\n", out->file);
    }
    fputc('\n', out->file);
    for (size_t i = 0; i < json_array_size(devices); i++)
        cld_device_text(json_array_get(devices, i), cld_field_number(p, "", "index"), out);
}

/* The loader leaves them out without a word. */
static void write_broken(const json_t *driver, const struct cld_out *out)
{
    cld_out_styled(out, CLD_RED, "not loaded: ");
    cld_out_styled(out, CLD_PLAIN, cld_field_text(driver, "", "icd"));
    fputs("\n  ", out->file);
    cld_out_wrap(out, CLD_PLAIN, 2, "", 2, cld_field_text(driver, "", "problem"));
    fputc('\n', out->file);
}

void cld_devices_text(const json_t *document, const struct cld_out *out)
{
    const json_t *platforms = json_object_get(document, "platforms");
    const json_t *broken = json_object_get(document, "broken_drivers");
    for (size_t i = 0; i < json_array_size(platforms); i++)
        write_platform(json_array_get(platforms, i), out);
    for (size_t i = 0; i < json_array_size(broken); i++)
        write_broken(json_array_get(broken, i), out);
}
