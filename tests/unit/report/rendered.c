#include "rendered.h"

#include <stdlib.h>

#include "report/json.h"
#include "test.h"

/* `out` NULL: JSON. */
static char *render(const char *folder, struct cld_out *out, enum cld_verbosity verbosity)
{
    char error[CLD_READ_ERROR_MAX] = "", *text = NULL;
    size_t length;
    struct cld_model *model;
    if (cld_model_load(folder, &model, error) != 0)
        fail_msg("%s", error);
    struct cld_symboliser *symboliser = cld_symboliser_new();
    struct cld_findings *findings = cld_rules_run(model, NULL, symboliser);
    struct cld_document *document = cld_document_new(model, findings, symboliser);
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    if (out) {
        out->file = file;
        cld_text_write(document, out, verbosity);
    } else {
        assert_int_equal(cld_json_write(document, file), 0);
    }
    fclose(file);
    cld_document_free(document);
    cld_findings_free(findings);
    cld_symboliser_free(symboliser);
    cld_model_free(model);
    return text;
}

char *rendered_text(const char *folder, int width, bool color, enum cld_verbosity verbosity)
{
    struct cld_out out = {.width = width, .color = color};
    return render(folder, &out, verbosity);
}

char *rendered_json(const char *folder)
{
    return render(folder, NULL, CLD_NORMAL);
}
