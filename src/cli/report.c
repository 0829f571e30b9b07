/* report.c - `cldoctor report`: a stored session again. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/present.h"

int cld_command_report(int argc, char **argv)
{
    struct cld_cli cli;
    size_t errors = 0;
    enum cld_parsed parsed = cld_cli_parse(&cli, CLD_COMMAND_REPORT, argc, argv);
    if (parsed == CLD_PARSED_HELP)
        cld_cli_help(CLD_COMMAND_REPORT);
    int status = parsed == CLD_PARSED_WRONG ? CLD_EXIT_USAGE : 0;
    if (parsed == CLD_PARSED) {
        status = cld_present(&cli, cli.n_rest ? cli.rest[0] : "cldoctor.data", &errors) ? CLD_EXIT_USAGE : 0;
        if (status == 0 && errors > 0)
            status = cli.error_exitcode;
    }
    cld_cli_free(&cli);
    return status;
}
