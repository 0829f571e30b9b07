/* main.c - `cldoctor COMMAND`. */
#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"run", cld_command_run, "run a program under diagnosis, then report"},
    {"report", cld_command_report, "report a stored session again"},
    {"devices", cld_command_devices, "list platforms and devices, and what cldoctor can check there"},
    {"explain", cld_command_explain, "explain a finding or an error code"},
};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static void help(FILE *out)
{
    fputs("cldoctor finds what is wrong with an OpenCL program.\n\nusage: cldoctor COMMAND ...\n\n", out);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].help);
    fputs("\ncldoctor COMMAND --help says more. Most people need only:  cldoctor run ./app\n", out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return CLD_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("cldoctor %s\n", CLD_VERSION);
        return 0;
    }
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    cld_cli_error("unknown command '%s'; there are run, report, devices and explain (cldoctor --help)",
                  argv[1]);
    return CLD_EXIT_USAGE;
}
