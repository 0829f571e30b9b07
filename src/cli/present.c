#include "cli/present.h"

#include "cli/output.h"
#include "cli/terminal.h"
#include "report/document.h"
#include "report/json.h"
#include "report/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int write_json(const void *document, FILE *file)
{
    return cld_json_write(document, file);
}

static int write_reports(const struct cld_cli *cli, const struct cld_document *document)
{
    /* In one piece: stderr has no buffer, and the program's children may still write to it. */
    char *text = NULL;
    size_t size = 0;
    struct cld_out out = {open_memstream(&text, &size), cld_terminal_width(STDERR_FILENO),
                          cld_wants_color(cli, STDERR_FILENO)};
    if (!out.file) {
        cld_cli_error("cannot write the report: %s", strerror(errno));
        return 1;
    }
    cld_text_write(document, &out, cli->verbosity);
    fclose(out.file);
    fwrite(text, 1, size, stderr);
    free(text);
    return cli->json ? cld_output_write(cli->json, write_json, document) : 0;
}

bool cld_present_possible(const struct cld_cli *cli)
{
    char error[CLD_SUPPRESS_ERROR_MAX];
    struct cld_suppressions *suppressions = NULL;
    if (cli->suppress && cld_suppressions_load(cli->suppress, &suppressions, error) != 0) {
        cld_cli_error("%s", error);
        return false;
    }
    cld_suppressions_free(suppressions);
    if (cli->json && !cld_output_possible(cli->json)) {
        cld_cli_error("cannot write %s: %s", cli->json, strerror(errno));
        return false;
    }
    return true;
}

int cld_present(const struct cld_cli *cli, const char *folder, size_t *errors)
{
    char error[CLD_READ_ERROR_MAX + CLD_SUPPRESS_ERROR_MAX];
    struct cld_suppressions *suppressions = NULL;
    struct cld_model *model = NULL;
    *errors = 0;
    if ((cli->suppress && cld_suppressions_load(cli->suppress, &suppressions, error) != 0) ||
        cld_model_load(folder, &model, error) != 0) {
        cld_cli_error("%s", error);
        cld_suppressions_free(suppressions);
        return 1;
    }
    struct cld_symboliser *symboliser = cld_symboliser_new();
    struct cld_findings *findings = cld_rules_run(model, suppressions, symboliser);
    struct cld_document *document = cld_document_new(model, findings, symboliser);
    int status = write_reports(cli, document);
    *errors = findings->by_severity[CLD_SEVERITY_ERROR];
    cld_document_free(document);
    cld_findings_free(findings);
    cld_symboliser_free(symboliser);
    cld_model_free(model);
    cld_suppressions_free(suppressions);
    return status;
}
