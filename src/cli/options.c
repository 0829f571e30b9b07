#include "cli/options.h"

#include "model/run_info.h"
#include "report/checks.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MAX_BYTES (2ull << 30)
#define DEFAULT_TIMEOUT 30 /* some drivers compile their library of built-ins when they are first used */
#define SMALLEST_MAX_BYTES (1ull << 20)

struct option {
    const char *name;  /* --NAME */
    int letter;        /* 0: none */
    unsigned commands; /* enum cld_command, or-ed */
    const char *value; /* what the help calls its value; NULL: takes none */
    bool (*take)(struct cld_cli *cli, const char *value);
    const char *help;
};

void cld_cli_error(const char *format, ...)
{
    va_list args;
    fputs("cldoctor: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

static bool take_check(struct cld_cli *cli, const char *value)
{
    size_t length = 0;
    cld_strings_free(&cli->checks, &cli->n_checks);
    const char *unknown = cld_checks_expand(value, &cli->checks, &cli->n_checks, &length);
    if (unknown)
        cld_cli_error(
            "--check: there is no group '%.*s'; there are api, lifetime, build, sync, pages, bounds, guard, "
            "barrier, init, race, float, and all, none, default",
            (int)length, unknown);
    cli->check_list = value;
    return !unknown;
}

static bool take_output(struct cld_cli *cli, const char *value)
{
    cli->output = value;
    return true;
}

static bool take_json(struct cld_cli *cli, const char *value)
{
    cli->json = value;
    return true;
}

static bool take_suppress(struct cld_cli *cli, const char *value)
{
    cli->suppress = value;
    return true;
}

static bool take_error_exitcode(struct cld_cli *cli, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (*value == '\0' || *end || n < 1 || n > 255) {
        cld_cli_error("--error-exitcode: '%s' is no exit status from 1 to 255", value);
        return false;
    }
    cli->error_exitcode = (int)n;
    return true;
}

static unsigned shift_of(const char *suffix)
{
    static const char *const suffixes[] = {"", "K", "M", "G", "T"};
    for (unsigned i = 0; i < 5; i++)
        if (strcasecmp(suffix, suffixes[i]) == 0)
            return 10 * i;
    return 64;
}

static bool take_max_size(struct cld_cli *cli, const char *value)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    unsigned shift = shift_of(end);
    if (value[0] < '0' || value[0] > '9' || errno || shift > 40 || n > UINT64_MAX >> shift ||
        n << shift < SMALLEST_MAX_BYTES) {
        cld_cli_error("--max-size: '%s' is no size of at least 1M (a number, and K, M, G or T)", value);
        return false;
    }
    cli->max_bytes = n << shift;
    return true;
}

/* The layer gets it as KEY=VALUE;KEY=VALUE, and no kernel has such a name. */
static bool take_kernels(struct cld_cli *cli, const char *value)
{
    if (strchr(value, ';')) {
        cld_cli_error(
            "--kernels: '%s' can match no kernel: a name with *, ? and [...] in it, and without ';'", value);
        return false;
    }
    cli->kernels = value;
    return true;
}

static bool take_no_binary_cache(struct cld_cli *cli, const char *value)
{
    (void)value;
    cli->no_binary_cache = true;
    return true;
}

static bool take_preload(struct cld_cli *cli, const char *value)
{
    (void)value;
    cli->preload = true;
    return true;
}

static bool take_quiet(struct cld_cli *cli, const char *value)
{
    (void)value;
    cli->verbosity = CLD_QUIET;
    return true;
}

static bool take_verbose(struct cld_cli *cli, const char *value)
{
    (void)value;
    cli->verbosity = CLD_VERBOSE;
    return true;
}

static bool take_color(struct cld_cli *cli, const char *value)
{
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, names[i]) == 0) {
            cli->color = (enum cld_color)i;
            return true;
        }
    }
    cld_cli_error("--color: '%s' is none of auto, always, never", value);
    return false;
}

static bool take_timeout(struct cld_cli *cli, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (*value == '\0' || *end || n < 1 || n > 3600) {
        cld_cli_error("--timeout: '%s' is no number of seconds from 1 to 3600", value);
        return false;
    }
    cli->timeout = (int)n;
    return true;
}

/* Named by the design, and none of this version: said, rather than accepted and ignored. */
static bool take_later(struct cld_cli *cli, const char *value)
{
    (void)cli;
    (void)value;
    return false;
}

#define BOTH (CLD_COMMAND_RUN | CLD_COMMAND_REPORT)
#define ALL (BOTH | CLD_COMMAND_DEVICES | CLD_COMMAND_EXPLAIN)

static const struct option options[] = {
    {"output", 'o', CLD_COMMAND_RUN, "DIR", take_output,
     "session folder (default cldoctor.data; the one before is kept as cldoctor.data.old); %p: pid, %h: "
     "host"},
    {"check", 0, CLD_COMMAND_RUN, "LIST", take_check,
     "groups of checks, by commas: api, lifetime, build, sync, pages, bounds, guard, barrier, init, race, "
     "float, or all, "
     "none, default"},
    {"json", 0, BOTH | CLD_COMMAND_DEVICES, "FILE", take_json,
     "also write the report as JSON; - is standard output"},
    {"error-exitcode", 0, BOTH, "N", take_error_exitcode,
     "exit with N if there is a finding of severity error (and APP itself succeeded)"},
    {"suppress", 0, BOTH, "FILE", take_suppress,
     "findings to leave out: a finding id, and a kernel or file glob, per line"},
    {"max-size", 0, CLD_COMMAND_RUN, "BYTES", take_max_size,
     "bound of the session on disk (default 2G): the timeline is thinned, findings are never lost"},
    {"kernels", 0, CLD_COMMAND_RUN, "GLOB", take_kernels, "check inside the kernels of these names only"},
    {"no-binary-cache", 0, CLD_COMMAND_RUN, NULL, take_no_binary_cache,
     "refuse program binaries, so that programs which cache them build from source again (their kernels can "
     "then be checked)"},
    {"preload", 0, CLD_COMMAND_RUN, NULL, take_preload, "use LD_PRELOAD instead of the loader's layers"},
    {"quiet", 'q', BOTH, NULL, take_quiet, "the verdict, and one line a finding"},
    {"verbose", 'v', BOTH, NULL, take_verbose, "whole stacks, probes, call counts, devices"},
    {"color", 0, ALL, "WHEN", take_color, "auto (a terminal that wants it), always, never"},
    {"html", 0, 0, "FILE", take_later, NULL},
    {"sarif", 0, 0, "FILE", take_later, NULL},
    {"trace", 0, 0, "FILE", take_later, NULL},
    {"timeout", 0, CLD_COMMAND_RUN, "SECONDS", take_timeout,
     "report a launch that runs longer as kernel-hang (default: a line after 10 s, no finding)"},
    {"timeout", 0, CLD_COMMAND_DEVICES, "SECONDS", take_timeout,
     "how long a driver may take for one answer (default 30)"},
    {"profile", 0, 0, NULL, take_later, NULL},
};
#define N_OPTIONS (sizeof options / sizeof options[0])

/* Of that command; where it has none of that name, another's. */
static const struct option *find_long(enum cld_command command, const char *name, size_t length)
{
    const struct option *found = NULL;
    for (size_t i = 0; i < N_OPTIONS; i++) {
        bool is = strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0;
        if (is && (!found || (options[i].commands & command)))
            found = &options[i];
    }
    return found;
}

static const struct option *find_letter(char letter)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

/* What the table of options can't say of a command. */
static const struct usage {
    enum cld_command command;
    const char *name, *arguments, *help;
    bool takes_word;      /* one that is no option */
    const char *too_much; /* what is said of a word too many */
} usages[] = {
    {CLD_COMMAND_RUN, "run", "[OPTIONS] [--] APP [ARGS...]",
     "Runs APP under diagnosis, reports what is wrong with its use of OpenCL, and exits with APP's own "
     "status.",
     true, NULL},
    {CLD_COMMAND_REPORT, "report", "[OPTIONS] [DIR]",
     "Reports a stored session again (default cldoctor.data).", true,
     "one session folder at a time: '%s' is too much"},
    {CLD_COMMAND_DEVICES, "devices", "[OPTIONS]",
     "Lists platforms and devices, their limits, and what cldoctor can check there. Exits with 1 where there "
     "is "
     "no device. With --json - the list comes as JSON only.",
     false, "`cldoctor devices` lists all there are: '%s' is too much"},
    {CLD_COMMAND_EXPLAIN, "explain", "[OPTIONS] [ID|CODE|NAME]",
     "Explains a finding by its id (object-leak), or an error code by its number (-54) or name "
     "(CL_INVALID_WORK_GROUP_SIZE). Without one it lists all findings.",
     true, "one thing at a time: '%s' is too much"},
};

static const struct usage *usage_of(enum cld_command command)
{
    const struct usage *u = usages;
    while (u->command != command)
        u++;
    return u;
}

static bool apply(struct cld_cli *cli, enum cld_command command, const struct option *o, const char *word,
                  const char *value)
{
    if (!o) {
        cld_cli_error("unknown option '%s'; see cldoctor %s --help", word, usage_of(command)->name);
        return false;
    }
    if (!(o->commands & command)) {
        cld_cli_error(o->commands ? "option '%s' is none of `cldoctor %s`"
                                  : "option '%s' is not available in this "
                                    "version of `cldoctor %s`",
                      word, usage_of(command)->name);
        return false;
    }
    if (o->value && !value) {
        cld_cli_error("option '%s' needs a value: %s", word, o->value);
        return false;
    }
    if (!o->value && value) {
        cld_cli_error("option '--%s' takes no value", o->name);
        return false;
    }
    return o->take(cli, value);
}

/* One option, in any of its forms. Moves *i on when it takes the next word. */
static bool parse_one(struct cld_cli *cli, enum cld_command command, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *value = NULL;
    const struct option *o;
    if (word[1] == '-') {
        const char *equals = strchr(word, '=');
        o = find_long(command, word + 2, equals ? (size_t)(equals - word - 2) : strlen(word + 2));
        value = equals ? equals + 1 : NULL;
    } else {
        o = find_letter(word[1]);
        value = word[2] ? word + 2 : NULL;
        if (o && !o->value && value)
            o = NULL;
    }
    if (o && o->value && o->commands && !value && *i + 1 < argc)
        value = argv[++*i];
    return apply(cli, command, o, word, value);
}

/* Error codes are negative numbers, and no options. */
static bool is_word(enum cld_command command, const char *text)
{
    return text[0] != '-' || text[1] == '\0' ||
           (command == CLD_COMMAND_EXPLAIN && text[1] >= '0' && text[1] <= '9');
}

enum cld_parsed cld_cli_parse(struct cld_cli *cli, enum cld_command command, int argc, char **argv)
{
    int i = 1;
    memset(cli, 0, sizeof *cli);
    cli->max_bytes = DEFAULT_MAX_BYTES;
    cli->verbosity = CLD_NORMAL;
    cli->timeout = command == CLD_COMMAND_DEVICES ? DEFAULT_TIMEOUT : 0;
    if (!take_check(cli, "default"))
        return CLD_PARSED_WRONG;
    for (; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return CLD_PARSED_HELP;
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (is_word(command, argv[i])) {
            if (command == CLD_COMMAND_RUN)
                break; /* the application's own options follow */
            if (cli->rest || !usage_of(command)->takes_word) {
                cld_cli_error(usage_of(command)->too_much, argv[i]);
                return CLD_PARSED_WRONG;
            }
            cli->rest = argv + i;
            cli->n_rest = 1;
            continue;
        }
        if (!parse_one(cli, command, argc, argv, &i))
            return CLD_PARSED_WRONG;
    }
    if (!cli->rest) {
        cli->rest = argv + i;
        cli->n_rest = argc - i;
    }
    return CLD_PARSED;
}

void cld_cli_free(struct cld_cli *cli)
{
    cld_strings_free(&cli->checks, &cli->n_checks);
}

void cld_cli_help(enum cld_command command)
{
    const struct usage *u = usage_of(command);
    struct cld_out out = {stdout, 100, false};
    printf("usage: cldoctor %s %s\n\n", u->name, u->arguments);
    cld_out_wrap(&out, CLD_PLAIN, 0, "", 0, u->help);
    putchar('\n');
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const struct option *o = &options[i];
        if (!(o->commands & command))
            continue;
        char left[64], letter[5] = "    ";
        if (o->letter)
            snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("%-28s ", left);
        cld_out_wrap(&out, CLD_PLAIN, 29, "", 29, o->help);
    }
}
