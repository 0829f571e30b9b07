#include "cli/present.h"

#include "model/arena.h"
#include "report/document.h"
#include "report/json.h"
#include "report/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

bool cld_wants_color(const struct cld_cli *cli)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (cli->color != CLD_COLOR_AUTO)
        return cli->color == CLD_COLOR_ALWAYS;
    return isatty(STDERR_FILENO) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

static int width_of_stderr(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < 40 ? 40 : size.ws_col > 120 ? 120 : size.ws_col;
}

static int write_json(const struct cld_document *document, const char *name)
{
    bool to_stdout = strcmp(name, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(name, "we");
    int failed = !file || cld_json_write(document, file) != 0;
    if (file && (to_stdout ? fflush(file) : fclose(file)) != 0)
        failed = 1;
    if (failed)
        cld_cli_error("cannot write %s: %s", to_stdout ? "to standard output" : name, strerror(errno));
    return failed;
}

static int write_reports(const struct cld_cli *cli, const struct cld_document *document)
{
    /* In one piece: stderr has no buffer, and the program's children may still write to it. */
    char *text = NULL;
    size_t size = 0;
    struct cld_out out = {open_memstream(&text, &size), width_of_stderr(), cld_wants_color(cli)};
    if (!out.file) {
        cld_cli_error("cannot write the report: %s", strerror(errno));
        return 1;
    }
    cld_text_write(document, &out, cli->verbosity);
    fclose(out.file);
    fwrite(text, 1, size, stderr);
    free(text);
    return cli->json ? write_json(document, cli->json) : 0;
}

/* Nothing is opened for that: it may be a pipe with a reader. What fails later is said later. */
static bool can_be_written(const char *name)
{
    struct stat st;
    if (strcmp(name, "-") == 0)
        return true;
    if (stat(name, &st) == 0) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : 0;
        return errno == 0 && access(name, W_OK) == 0;
    }
    if (errno != ENOENT)
        return false;
    const char *slash = strrchr(name, '/');
    char *folder =
        slash ? cld_xprintf("%.*s", slash == name ? 1 : (int)(slash - name), name) : cld_xstrdup(".");
    bool can = *name && access(folder, W_OK | X_OK) == 0;
    free(folder);
    return can;
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
    if (cli->json && !can_be_written(cli->json)) {
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
