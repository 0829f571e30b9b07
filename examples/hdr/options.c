#include "options.h"

#include "picture.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "Usage: hdr [OPTIONS]\n"
    "Tone maps a high dynamic range picture with twelve OpenCL kernels.\n"
    "\n"
    "  --input FILE      a Radiance picture (.hdr); without it, a synthetic scene\n"
    "  --size WxH        size of the synthetic scene (1280x720)\n"
    "  --frames N        frames to compute (60); a cloud passes the sun, and the eye adapts\n"
    "  --output FILE     write the last frame as PNG\n"
    "  --device NAME     a part of the device's name, or PLATFORM:DEVICE (also: CLDOCTOR_DEVICE)\n"
    "  --kernels DIR     folder of the kernels' source (hdr-kernels beside the program)\n"
    "  --validate        compare every kernel of every frame with its CPU reference\n"
    "  --profile         end with minimum, median and maximum of each step, transfers and the host's part\n"
    "  --profile-json FILE, --profile-csv FILE    write these, too\n"
    "  --no-profile      a command queue without profiling\n"
    "  --bug NAME        plant a classic bug (--list)\n"
    "  --slow NAME       plant something slow, but right (--list)\n"
    "  --list            list the bugs and slow forms\n"
    "Exit status: 0; 1 if something failed or a kernel differs from its reference; 2 for a wrong command "
    "line.\n";

enum {
    OPT_INPUT = 1,
    OPT_SIZE,
    OPT_FRAMES,
    OPT_OUTPUT,
    OPT_DEVICE,
    OPT_KERNELS,
    OPT_VALIDATE,
    OPT_PROFILE,
    OPT_PROFILE_JSON,
    OPT_PROFILE_CSV,
    OPT_NO_PROFILE,
    OPT_BUG,
    OPT_SLOW,
    OPT_LIST,
    OPT_HELP
};

static const struct option LONG_OPTIONS[] = {
    {"input", required_argument, NULL, OPT_INPUT},
    {"size", required_argument, NULL, OPT_SIZE},
    {"frames", required_argument, NULL, OPT_FRAMES},
    {"output", required_argument, NULL, OPT_OUTPUT},
    {"device", required_argument, NULL, OPT_DEVICE},
    {"kernels", required_argument, NULL, OPT_KERNELS},
    {"validate", no_argument, NULL, OPT_VALIDATE},
    {"profile", no_argument, NULL, OPT_PROFILE},
    {"profile-json", required_argument, NULL, OPT_PROFILE_JSON},
    {"profile-csv", required_argument, NULL, OPT_PROFILE_CSV},
    {"no-profile", no_argument, NULL, OPT_NO_PROFILE},
    {"bug", required_argument, NULL, OPT_BUG},
    {"slow", required_argument, NULL, OPT_SLOW},
    {"list", no_argument, NULL, OPT_LIST},
    {"help", no_argument, NULL, OPT_HELP},
    {NULL, 0, NULL, 0},
};

/* A number from 1 to `largest` at `*text`, which moves past it; 0 if there is none. */
static uint32_t read_number(const char **text, uint32_t largest)
{
    char *end = NULL;
    if (**text < '0' || **text > '9')
        return 0;
    const unsigned long number = strtoul(*text, &end, 10);
    *text = end;
    return number > largest ? 0 : (uint32_t)number;
}

static bool parse_size(const char *text, hdr_options *options)
{
    options->width = read_number(&text, HDR_MAX_SIDE);
    if (options->width && *text == 'x') {
        text++;
        options->height = read_number(&text, HDR_MAX_SIDE);
        if (options->height && *text == '\0')
            return true;
    }
    fprintf(stderr, "hdr: --size needs WIDTHxHEIGHT, each from 1 to %d, for example 1280x720.\n",
            HDR_MAX_SIDE);
    return false;
}

static bool parse_frames(const char *text, hdr_options *options)
{
    options->frames = read_number(&text, 1000000);
    if (options->frames && *text == '\0')
        return true;
    fprintf(stderr, "hdr: --frames needs a number from 1 to 1000000.\n");
    return false;
}

static bool parse_bug(const char *name, hdr_options *options)
{
    options->bug = hdr_bug_find(name);
    if (options->bug == HDR_BUG_NONE)
        fprintf(stderr, "hdr: there is no bug named \"%s\"; --list shows them.\n", name);
    return options->bug != HDR_BUG_NONE;
}

static bool parse_slow(const char *name, hdr_options *options)
{
    options->slow = hdr_slow_find(name);
    if (options->slow == HDR_SLOW_NONE)
        fprintf(stderr, "hdr: there is no slow form named \"%s\"; --list shows them.\n", name);
    return options->slow != HDR_SLOW_NONE;
}

/* The options that only keep what they are given. */
static void keep(int option, const char *value, hdr_options *options)
{
    switch (option) {
    case OPT_INPUT:
        options->input = value;
        break;
    case OPT_OUTPUT:
        options->output = value;
        break;
    case OPT_DEVICE:
        options->device = value;
        break;
    case OPT_KERNELS:
        options->kernels = value;
        break;
    case OPT_PROFILE_JSON:
        options->profile_json = value;
        break;
    case OPT_PROFILE_CSV:
        options->profile_csv = value;
        break;
    case OPT_VALIDATE:
        options->validate = true;
        break;
    case OPT_PROFILE:
        options->profile = true;
        break;
    default:
        options->no_profile = true;
        break;
    }
}

static hdr_options_result take(int option, const char *value, hdr_options *options)
{
    switch (option) {
    case OPT_SIZE:
        return parse_size(value, options) ? HDR_OPTIONS_GO : HDR_OPTIONS_WRONG;
    case OPT_FRAMES:
        return parse_frames(value, options) ? HDR_OPTIONS_GO : HDR_OPTIONS_WRONG;
    case OPT_BUG:
        return parse_bug(value, options) ? HDR_OPTIONS_GO : HDR_OPTIONS_WRONG;
    case OPT_SLOW:
        return parse_slow(value, options) ? HDR_OPTIONS_GO : HDR_OPTIONS_WRONG;
    case OPT_LIST:
        hdr_faults_list(stdout);
        return HDR_OPTIONS_DONE;
    case OPT_HELP:
        fputs(HELP, stdout);
        return HDR_OPTIONS_DONE;
    case '?':
        fprintf(stderr, "hdr: --help shows the options.\n");
        return HDR_OPTIONS_WRONG;
    default:
        keep(option, value, options);
        return HDR_OPTIONS_GO;
    }
}

hdr_options_result hdr_options_parse(int argc, char **argv, hdr_options *options)
{
    *options = (hdr_options){.width = 1280, .height = 720, .frames = 60};
    int option = 0;
    while ((option = getopt_long(argc, argv, "", LONG_OPTIONS, NULL)) != -1) {
        const hdr_options_result result = take(option, optarg, options);
        if (result != HDR_OPTIONS_GO)
            return result;
    }
    if (optind < argc) {
        fprintf(stderr, "hdr: \"%s\" is no option. A picture is given by --input.\n", argv[optind]);
        return HDR_OPTIONS_WRONG;
    }
    return HDR_OPTIONS_GO;
}
