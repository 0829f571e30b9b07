/* explain.c - `cldoctor explain`: what a finding or an error code means. */
#include "cli/commands.h"
#include "cli/error_code.h"
#include "cli/options.h"
#include "cli/pages/markdown.h"
#include "cli/pages/pages.h"
#include "cli/pages/topic.h"
#include "cli/terminal.h"
#include "rules/findings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COLUMN 24 /* of titles, in the list */
#define N_GUESSES 4

static void list_layer(const struct cld_out *out, const char *layer)
{
    bool any = false;
    for (unsigned i = 0; i < CLD_FINDING_COUNT; i++) {
        const struct cld_finding_info *info = cld_finding_info(i);
        if (strcmp(info->layer, layer) != 0)
            continue;
        if (!any)
            cld_out_printf(out, CLD_BOLD, "%s", layer);
        fputs(any ? "" : "\n", out->file);
        any = true;
        fputs("  ", out->file);
        cld_out_printf(out, CLD_CYAN, "%-*s ", COLUMN - 3, info->id);
        int width = (int)strlen(info->id);
        cld_out_wrap(out, CLD_PLAIN, width > COLUMN - 3 ? width + 3 : COLUMN, "", COLUMN, info->title);
    }
    fputs(any ? "\n" : "", out->file);
}

static void list_findings(const struct cld_out *out)
{
    static const char *const layers[] = {"api", "build", "kernel", "performance"};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        list_layer(out, layers[i]);
    cld_out_wrap(
        out, CLD_PLAIN, 0, "", 0,
        "cldoctor explain ID says more; so it does of every OpenCL error code, by number (-54) or name "
        "(CL_INVALID_WORK_GROUP_SIZE).");
}

/* Above the page: what the page's own heading says, and what the catalogue knows. */
static const char *write_title(const struct cld_out *out, const struct cld_topic *topic, const char *text)
{
    cld_out_styled(out, CLD_BOLD, topic->name);
    if (topic->is_error) {
        fprintf(out->file, " (%d)\n", topic->number);
    } else {
        const struct cld_finding_info *info = cld_finding_info((unsigned)topic->number);
        fprintf(out->file, " (%s, %s)\n", info->layer, cld_severity_name(info->severity));
    }
    return text[0] == '#' && text[1] == ' ' ? text + strcspn(text, "\n") + 1 : text;
}

static const char *title_of(const struct cld_topic *topic)
{
    size_t n;
    const struct cld_error_code *codes = cld_error_codes(&n);
    if (!topic->is_error)
        return cld_finding_info((unsigned)topic->number)->title;
    while (codes->value != topic->number)
        codes++;
    return codes->text;
}

static void write_topic(const struct cld_out *out, const struct cld_topic *topic)
{
    const struct cld_page *page =
        cld_page_find(topic->is_error ? CLD_PAGE_ERROR : CLD_PAGE_FINDING, topic->name);
    const char *text = write_title(out, topic, page ? page->text : "\n");
    cld_markdown_write(out, page ? text : title_of(topic));
}

static int unknown(const char *word)
{
    const char *names[N_GUESSES];
    char list[512] = "";
    size_t n = cld_topic_suggest(word, names, N_GUESSES), used = 0;
    for (size_t i = 0; i < n && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    if (n)
        cld_cli_error("'%s' is no finding and no error code of OpenCL; did you mean %s?", word, list);
    else
        cld_cli_error("'%s' is no finding and no error code of OpenCL; `cldoctor explain` lists the findings",
                      word);
    return CLD_EXIT_USAGE;
}

static int explain(const struct cld_cli *cli)
{
    const struct cld_out out = {stdout, cld_terminal_width(STDOUT_FILENO),
                                cld_wants_color(cli, STDOUT_FILENO)};
    struct cld_topic topic;
    if (cli->n_rest > 0 && !cld_topic_find(cli->rest[0], &topic))
        return unknown(cli->rest[0]);
    if (cli->n_rest > 0)
        write_topic(&out, &topic);
    else
        list_findings(&out);
    if (fflush(stdout) == 0)
        return 0;
    cld_cli_error("cannot write to standard output: %s", strerror(errno));
    return CLD_EXIT_USAGE;
}

int cld_command_explain(int argc, char **argv)
{
    struct cld_cli cli;
    enum cld_parsed parsed = cld_cli_parse(&cli, CLD_COMMAND_EXPLAIN, argc, argv);
    int status = parsed == CLD_PARSED_WRONG ? CLD_EXIT_USAGE : 0;
    if (parsed == CLD_PARSED_HELP)
        cld_cli_help(CLD_COMMAND_EXPLAIN);
    if (parsed == CLD_PARSED)
        status = explain(&cli);
    cld_cli_free(&cli);
    return status;
}
