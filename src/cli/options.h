/* options.h - the options of every command: one table, for parsing and for --help. */
#ifndef CLD_CLI_OPTIONS_H
#define CLD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/text.h"

enum cld_color { CLD_COLOR_AUTO, CLD_COLOR_ALWAYS, CLD_COLOR_NEVER };

struct cld_cli {
    const char *output; /* session folder; NULL: the default */
    char **checks;
    size_t n_checks;
    const char *check_list; /* as given */
    const char *json;       /* file, or "-"; NULL: none */
    const char *suppress;
    int error_exitcode; /* 0: none */
    uint64_t max_bytes;
    bool preload;
    const char *kernels; /* glob; NULL: all */
    bool no_binary_cache;
    enum cld_verbosity verbosity;
    enum cld_color color;
    int timeout; /* seconds: run: of a launch, 0: any; devices: without an answer of a driver */
    char **rest; /* APP and its arguments, DIR, or what is to be explained */
    int n_rest;
};

enum cld_command {
    CLD_COMMAND_RUN = 1,
    CLD_COMMAND_REPORT = 2,
    CLD_COMMAND_DEVICES = 4,
    CLD_COMMAND_EXPLAIN = 8,
};

/* Exit status of wrong usage. */
#define CLD_EXIT_USAGE 2

/* What cld_cli_parse() says. */
enum cld_parsed { CLD_PARSED, CLD_PARSED_HELP, CLD_PARSED_WRONG };

/*
 * Parses argv[1..] for `command`. On wrong usage one line was printed to stderr. `cli` refers to argv; checks
 * are freed with cld_cli_free().
 */
enum cld_parsed cld_cli_parse(struct cld_cli *cli, enum cld_command command, int argc, char **argv);
void cld_cli_free(struct cld_cli *cli);
void cld_cli_help(enum cld_command command);

/* One line to stderr: "cldoctor: ...". */
void cld_cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
