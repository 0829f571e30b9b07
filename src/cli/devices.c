/* devices.c - `cldoctor devices`: what is there, and what cldoctor can do with it. */
#include "cli/commands.h"
#include "cli/devices/list.h"
#include "cli/devices/text.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXIT_NO_DEVICE 1

static int write_json(const void *document, FILE *file)
{
    return json_dumpf(document, file, JSON_INDENT(2)) != 0 || fputc('\n', file) == EOF;
}

static int write_text(const struct cld_cli *cli, const json_t *document)
{
    const char *problem = json_string_value(json_object_get(document, "problem"));
    const char *fix = json_string_value(json_object_get(document, "fix"));
    if (!cli->json || strcmp(cli->json, "-") != 0) {
        struct cld_out out = {stdout, cld_terminal_width(STDOUT_FILENO), cld_wants_color(cli, STDOUT_FILENO)};
        cld_devices_text(document, &out);
        if (fflush(stdout) != 0) {
            cld_cli_error("cannot write to standard output: %s", strerror(errno));
            return CLD_EXIT_USAGE;
        }
    }
    if (cld_devices_count(document))
        return 0;
    cld_cli_error("no OpenCL device: %s", problem ? problem : "none was found");
    cld_cli_error("%s", fix ? fix : "install a driver");
    return EXIT_NO_DEVICE;
}

static int list(const struct cld_cli *cli)
{
    if (cli->json && !cld_output_possible(cli->json)) {
        cld_cli_error("cannot write %s: %s", cli->json, strerror(errno));
        return CLD_EXIT_USAGE;
    }
    signal(SIGCHLD, SIG_DFL); /* or the kernel keeps no exit status, if whoever started us ignores it */
    json_t *document = cld_devices_list(cli->timeout);
    int status = cli->json && cld_output_write(cli->json, write_json, document) ? CLD_EXIT_USAGE : 0;
    int shown = write_text(cli, document);
    json_decref(document);
    return status ? status : shown;
}

int cld_command_devices(int argc, char **argv)
{
    struct cld_cli cli;
    enum cld_parsed parsed = cld_cli_parse(&cli, CLD_COMMAND_DEVICES, argc, argv);
    int status = parsed == CLD_PARSED_WRONG ? CLD_EXIT_USAGE : 0;
    if (parsed == CLD_PARSED_HELP)
        cld_cli_help(CLD_COMMAND_DEVICES);
    if (parsed == CLD_PARSED)
        status = list(&cli);
    cld_cli_free(&cli);
    return status;
}
