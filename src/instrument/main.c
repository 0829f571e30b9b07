/*
 * main.c - cldoctor-instrument: makes the twin of a program.
 */
#include "instrument/program.h"
#include "instrument/scratch.h"
#include "instrument/serve.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: cldoctor-instrument --print [OPTIONS] FILE... [-- BUILD-OPTION...]\n"
    "\n"
    "Prints the twin of an OpenCL C program: its source as cldoctor lets it run. Several files are the "
    "units\n"
    "of one program, as by clCompileProgram and clLinkProgram. BUILD-OPTIONs are those of clBuildProgram: "
    "-DN=4.\n"
    "\n"
    "      --pass NAME         what is inserted: identity (nothing), touch (everywhere a function that does\n"
    "                          nothing), trace (counts accesses inside and outside their bounds),\n"
    "                          bounds (makes no access outside of them, and logs it)\n"
    "      --whole             with what cldoctor puts before the program\n"
    "      --sites             the table of sites instead, by tabs: number, file, line, column, use (r, w, "
    "rw),\n"
    "                          function, macro, expression, source line\n"
    "      --macro NAME=VALUE  what the device's compiler defines; others are taken as not defined\n"
    "      --extensions LIST   CL_DEVICE_EXTENSIONS\n"
    "      --opencl-c VERSION  of the device's compiler (default 1.2)\n"
    "      --cpu               for a device that is a CPU: versions of whole kernels\n"
    "      --serve FD          answers requests on connections to this listening socket\n"
    "      --serve-one FD      answers requests on this socket\n";

struct request {
    struct cld_program program;
    bool print, whole, sites;
    int serve, serve_one;
};

static bool take_options(struct request *q, int argc, char **argv)
{
    static const struct option options[] = {
        {"print", no_argument, NULL, 'p'},          {"pass", required_argument, NULL, 'P'},
        {"whole", no_argument, NULL, 'w'},          {"sites", no_argument, NULL, 's'},
        {"macro", required_argument, NULL, 'm'},    {"extensions", required_argument, NULL, 'e'},
        {"opencl-c", required_argument, NULL, 'c'}, {"cpu", no_argument, NULL, 'C'},
        {"serve", required_argument, NULL, 'S'},    {"serve-one", required_argument, NULL, 'O'},
        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
    struct cld_device *d = &q->program.device;
    for (int c; (c = getopt_long(argc, argv, "+h", options, NULL)) != -1;) {
        char *equals = optarg ? strchr(optarg, '=') : NULL;
        char **field = c == 'P'   ? &q->program.pass
                       : c == 'e' ? &d->extensions
                       : c == 'c' ? &d->opencl_c
                                  : NULL;
        if (field && optarg) {
            free(*field);
            *field = cld_copy(optarg, strlen(optarg));
        } else if (c == 'm' && optarg) {
            if (equals)
                *equals = '\0';
            cld_device_macro(d, optarg, equals ? equals + 1 : "1");
        } else if (c == 'C') {
            d->is_cpu = true;
        } else if (c == 'S' && optarg) {
            q->serve = atoi(optarg);
        } else if (c == 'O' && optarg) {
            q->serve_one = atoi(optarg);
        } else if (c == 'p' || c == 'w' || c == 's') {
            q->print |= c == 'p';
            q->whole |= c == 'w';
            q->sites |= c == 's';
        } else {
            fputs(usage, c == 'h' ? stdout : stderr);
            exit(c == 'h' ? 0 : 2);
        }
    }
    return q->print || q->serve >= 0 || q->serve_one >= 0;
}

/* FILE... -- BUILD-OPTION...; getopt has stopped at the first FILE. */
static bool take_files(struct request *q, int argc, char **argv)
{
    struct cld_text options = {0};
    int i = optind, end = optind;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    cld_text_add(&options, "");
    for (int k = end + 1; k < argc; k++)
        cld_text_format(&options, "%s\"%s\"", k > end + 1 ? " " : "", argv[k]);
    for (; i < end; i++) {
        char *source = cld_read_file(argv[i]);
        if (!source) {
            fprintf(stderr, "cldoctor-instrument: cannot read %s\n", argv[i]);
            return false;
        }
        struct cld_unit *u = cld_program_unit(&q->program);
        u->source = source;
        u->options = cld_copy(options.data, options.size);
    }
    cld_text_free(&options);
    return true;
}

/* By hand there is no device to ask: what is not given is not defined. */
static void instrument(struct cld_program *p)
{
    cld_program_instrument(p);
    while (p->needed.count && !p->error) {
        for (size_t i = 0; i < p->needed.count; i++)
            cld_device_macro(&p->device, p->needed.names[i], NULL);
        cld_names_free(&p->needed);
        cld_program_instrument(p);
    }
}

static int print(struct request *q)
{
    struct cld_program *p = &q->program;
    if (!p->pass)
        p->pass = cld_copy("identity", 8);
    p->device.address_bits = 64;
    p->device.max_parameter_size = 1024;
    instrument(p);
    if (p->error) {
        fprintf(stderr, "cldoctor-instrument: this program can't be instrumented: %s\n", p->error);
        return 1;
    }
    struct cld_text sites = {0};
    cld_sites_print(&p->sites, p->units, p->n_units, &sites);
    if (q->sites)
        fputs(cld_text_get(&sites), stdout);
    for (size_t i = 0; i < p->n_units && !q->sites; i++) {
        const char *program = strstr(p->twins[i].data, CLD_TWIN_BEGIN);
        fputs(q->whole || !program ? p->twins[i].data : program + strlen(CLD_TWIN_BEGIN), stdout);
    }
    cld_text_free(&sites);
    return 0;
}

int main(int argc, char **argv)
{
    struct request q = {.serve = -1, .serve_one = -1};
    int status = 2;
    if (!take_options(&q, argc, argv))
        fputs(usage, stderr);
    else if (q.serve >= 0)
        status = cld_serve(q.serve);
    else if (q.serve_one >= 0)
        status = cld_serve_one(q.serve_one);
    else if (take_files(&q, argc, argv))
        status = q.program.n_units ? print(&q) : (fputs(usage, stderr), 2);
    cld_program_free(&q.program);
    return status;
}
