/* run.c - `cldoctor run`: starts a program with the layer in it, waits, reports. */
#include "cli/commands.h"
#include "cli/libraries.h"
#include "cli/options.h"
#include "cli/passes.h"
#include "cli/present.h"
#include "cli/server.h"
#include "cli/session_dir.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "model/run_info.h"
#include "record/format.h"
#include "report/checks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXIT_NOT_FOUND 127
#define EXIT_NOT_EXECUTABLE 126

struct run {
    struct cld_cli cli;
    struct cld_session_dir dir;
    struct cld_run_info info;
    struct cld_control *control;
    struct cld_watch_pids descendants;
    const char *twins; /* CLDOCTOR_TWINS; NULL: as the checks need them */
    bool wants_twins;
    struct cld_server server;
};

/* ---- finding the program ------------------------------------------------------------------------------ */

/* 0: `path` is a program; else the exit status that a shell would give, after one line. */
static int judge(const char *app, const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0) {
        cld_cli_error("cannot run %s: %s", app, strerror(errno));
        return errno == EACCES ? EXIT_NOT_EXECUTABLE : EXIT_NOT_FOUND;
    }
    if (S_ISREG(s.st_mode) && access(path, X_OK) == 0)
        return 0;
    cld_cli_error("cannot run %s: it is %s", app,
                  S_ISREG(s.st_mode) ? "not executable (chmod +x?)" : "no program");
    return EXIT_NOT_EXECUTABLE;
}

static int find_program(const char *app)
{
    const char *path = getenv("PATH");
    char full[PATH_MAX];
    if (strchr(app, '/'))
        return judge(app, app);
    for (const char *p = path ? path : "/usr/bin:/bin"; *app;) {
        size_t length = strcspn(p, ":");
        snprintf(full, sizeof full, "%.*s/%s", length ? (int)length : 1, length ? p : ".", app);
        struct stat s;
        if (stat(full, &s) == 0 && S_ISREG(s.st_mode) && access(full, X_OK) == 0)
            return 0;
        if (p[length] == '\0')
            break;
        p += length + 1;
    }
    cld_cli_error("cannot run '%s': there is no such program in PATH%s", app,
                  *app ? "; with a path: ./name" : "");
    return EXIT_NOT_FOUND;
}

/* ---- the environment of the program ---------------------------------------------------------------------
 */

/* What the user has set stays, and comes first. */
static bool append_to(const char *variable, const char *path)
{
    const char *before = getenv(variable);
    char *value = NULL;
    if (before && *before ? asprintf(&value, "%s:%s", before, path) < 0 : asprintf(&value, "%s", path) < 0)
        return false;
    bool done = setenv(variable, value, 1) == 0;
    free(value);
    return done;
}

/* A path with ';' in it would end early: then the layer can't start an instrumenter of its own. */
static void write_twin_options(const struct run *r, FILE *text)
{
    if (r->cli.kernels)
        fprintf(text, ";kernels=%s", r->cli.kernels);
    if (r->cli.no_binary_cache)
        fputs(";binary-cache=0", text);
    if (r->twins)
        fprintf(text, ";twins=%s", r->twins);
    if (r->server.name[0])
        fprintf(text, ";instrumenter=%s", r->server.name);
    if (r->server.binary && !strchr(r->server.binary, ';'))
        fprintf(text, ";instrument=%s", r->server.binary);
}

static bool set_environment(struct run *r)
{
    char *library = cld_library_find(r->cli.preload ? "libcldoctor-preload.so" : "libcldoctor-layer.so"),
         *options = NULL;
    size_t size;
    if (!library)
        return false;
    bool done = append_to(r->cli.preload ? "LD_PRELOAD" : "OPENCL_LAYERS", library);
    free(library);
    FILE *text = open_memstream(&options, &size);
    if (!text)
        return false;
    fprintf(text, "check=");
    for (size_t i = 0; i < r->cli.n_checks; i++)
        fprintf(text, "%s%s", i ? "," : "", r->cli.checks[i]);
    fprintf(text, ";quiet=%d;verbose=%d;color=%d;max-size=%llu", r->cli.verbosity == CLD_QUIET,
            r->cli.verbosity == CLD_VERBOSE, cld_wants_color(&r->cli, STDERR_FILENO),
            (unsigned long long)r->cli.max_bytes);
    if (r->cli.timeout)
        fprintf(text, ";timeout=%d", r->cli.timeout);
    write_twin_options(r, text);
    fclose(text);
    done = done && setenv("CLDOCTOR_SESSION", r->dir.path, 1) == 0 &&
           setenv("CLDOCTOR_OPTIONS", options, 1) == 0;
    free(options);
    return done;
}

/* ---- run.json -------------------------------------------------------------------------------------------
 */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void describe(struct run *r)
{
    r->info.present = true;
    for (int i = 0; i < r->cli.n_rest; i++)
        cld_strings_add(&r->info.app, &r->info.n_app, r->cli.rest[i]);
    for (size_t i = 0; i < r->cli.n_checks; i++)
        cld_strings_add(&r->info.checks, &r->info.n_checks, r->cli.checks[i]);
    r->info.cwd = get_current_dir_name();
    r->info.version = strdup(CLD_VERSION);
    r->info.started = now();
    r->info.status = -1;
    r->info.preload = r->cli.preload;
}

static void save(struct run *r)
{
    int error = cld_run_info_write(&r->info, r->dir.path);
    if (error)
        cld_cli_error("cannot write %s/run.json: %s", r->dir.path, strerror(error));
}

static void map_control(struct run *r)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/control", r->dir.path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *r->control, PROT_READ, MAP_SHARED, fd, 0);
    r->control = at == MAP_FAILED ? NULL : at;
    if (fd >= 0)
        close(fd);
}

/* ---- starting and waiting ---------------------------------------------------------------------------------
 */

static volatile pid_t child;
static volatile sig_atomic_t asked; /* how often the program was asked to end */

static void count(int signal)
{
    (void)signal;
    asked++;
}

static void forward(int signal)
{
    int saved = errno;
    if (child > 0)
        kill(child, signal);
    asked += signal == SIGTERM;
    errno = saved;
}

/*
 * Ctrl-C goes to the whole foreground group: the program decides what it means, and we report what happened.
 * A signal sent to us alone is meant for the program.
 */
static const struct {
    int number;
    void (*handler)(int);
} guarded[] = {{SIGINT, count}, {SIGQUIT, SIG_IGN}, {SIGTERM, forward}, {SIGHUP, forward}};
#define N_GUARDED (sizeof guarded / sizeof guarded[0])

/* What we were started with: the program gets it, and so do we again when it has ended. */
struct signals {
    sigset_t mask;
    struct sigaction child, actions[N_GUARDED];
};

/* Between fork() and guard() a signal waits. And the program's end must reach us: whoever started us may
 * ignore SIGCHLD, and then the kernel keeps no exit status. */
static void hold_signals(struct signals *s)
{
    sigset_t held;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&held);
    for (size_t i = 0; i < N_GUARDED; i++) {
        sigaddset(&held, guarded[i].number);
        sigaction(guarded[i].number, NULL, &s->actions[i]);
    }
    sigprocmask(SIG_BLOCK, &held, &s->mask);
    sigaction(SIGCHLD, &usual, &s->child);
}

static void guard_signals(const struct signals *s)
{
    for (size_t i = 0; i < N_GUARDED; i++) {
        struct sigaction action = {.sa_handler = guarded[i].handler, .sa_flags = SA_RESTART};
        if (s->actions[i].sa_handler != SIG_IGN) /* under nohup, SIGHUP stays ignored */
            sigaction(guarded[i].number, &action, NULL);
    }
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
}

static void restore_signals(const struct signals *s)
{
    for (size_t i = 0; i < N_GUARDED; i++)
        sigaction(guarded[i].number, &s->actions[i], NULL);
    sigaction(SIGCHLD, &s->child, NULL);
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
}

/* The pid, or -1 with the reason in errno. The child has our signal dispositions as they were. */
static pid_t start(char **argv, struct signals *signals)
{
    int trouble[2], error = 0;
    if (pipe2(trouble, O_CLOEXEC) != 0)
        return -1;
    hold_signals(signals);
    pid_t pid = fork();
    if (pid == 0) {
        restore_signals(signals);
        execvp(argv[0], argv);
        error = errno;
        ssize_t ignored = write(trouble[1], &error, sizeof error);
        (void)ignored;
        _exit(EXIT_NOT_FOUND);
    }
    error = errno;
    close(trouble[1]);
    child = pid > 0 ? pid : 0;
    guard_signals(signals);
    if (pid > 0 && read(trouble[0], &error, sizeof error) == (ssize_t)sizeof error) {
        waitpid(pid, NULL, 0);
        child = 0;
        pid = -1;
    }
    close(trouble[0]);
    if (pid < 0)
        restore_signals(signals);
    errno = error;
    return pid;
}

/* Milliseconds until /proc is read again: often at first, for programs that live a moment. */
static int patience(int rounds)
{
    return rounds < 20 ? 5 : rounds < 40 ? 50 : 500;
}

static void look(struct run *r, pid_t pid)
{
    if (r->control && atomic_load(&r->control->layers) == 0)
        cld_watch_libraries(&r->info, pid);
    cld_watch_descendants(&r->descendants, pid);
}

#define HANGS_MS 1000    /* a launch that runs for so long may be why the program does not end */
#define PATIENCE_MS 1000 /* for a program that was asked to */
#define KILLED_MS 5000   /* for one that was killed: inside a driver it may not even die of that */

/*
 * A program that waits for a launch which does not finish may be deaf: an interpreter notes the signal, and
 * acts on it when the call is back. Then we offer to kill it; nothing is lost, for its records are written.
 */
struct ending {
    int heard;    /* of `asked` */
    double since; /* it was asked first, or killed; 0: it was not */
    bool offered, killed;
};

static bool hangs(const struct run *r)
{
    return r->control && atomic_load(&r->control->running_ms) >= HANGS_MS;
}

/* True: it can't be waited for any longer. */
static bool see_to_ending(const struct run *r, struct ending *e, pid_t pid)
{
    bool again = asked != e->heard;
    e->heard = asked;
    if (e->killed)
        return (now() - e->since) * 1000 >= KILLED_MS;
    if (!hangs(r)) {
        e->since = again ? now() : e->since;
        e->offered = false;
    } else if (again && e->offered) {
        cld_cli_error("killing the program");
        kill(pid, SIGKILL);
        e->killed = true;
        e->since = now();
    } else if (again && !e->since) {
        e->since = now();
    } else if (e->since && !e->offered && (now() - e->since) * 1000 >= PATIENCE_MS) {
        cld_cli_error(
            "the program has not ended: a launch has been running for %u s, and it may not hear the signal "
            "before that is over. Once more, and it is killed; the report comes in any case",
            atomic_load(&r->control->running_ms) / 1000);
        e->offered = true;
    }
    return false;
}

static void wait_for(struct run *r, pid_t pid)
{
    struct ending ending = {.heard = 0};
    int status = 0, fd = (int)syscall(SYS_pidfd_open, pid, 0);
    for (int rounds = 0;; rounds++) {
        struct pollfd end = {fd, POLLIN, 0};
        if (fd >= 0)
            poll(&end, 1, patience(rounds));
        else
            poll(NULL, 0, 5);
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            break;
        if (see_to_ending(r, &ending, pid)) {
            status = SIGKILL; /* on its way */
            cld_cli_error("the program is stuck inside the system, and does not die: it is left behind");
            break;
        }
        look(r, pid);
    }
    if (fd >= 0)
        close(fd);
    child = 0;
    r->info.ended = now();
    r->info.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    r->info.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void note_running(struct run *r)
{
    for (size_t i = 0; i < r->descendants.count; i++) {
        pid_t pid = r->descendants.list[i];
        char name[64];
        snprintf(name, sizeof name, "/proc/%ld/maps", (long)pid); /* zombies have none to read */
        if (kill(pid, 0) != 0 || access(name, R_OK) != 0 || cld_server_is_instrumenter(&r->server, pid))
            continue;
        long *more = realloc(r->info.running, (r->info.n_running + 1) * sizeof *more);
        if (!more)
            return;
        r->info.running = more;
        r->info.running[r->info.n_running++] = (long)pid;
    }
}

static int status_of(const struct run *r, size_t errors)
{
    if (r->info.signal)
        return 128 + r->info.signal;
    if (r->info.status == 0 && errors > 0)
        return r->cli.error_exitcode;
    return r->info.status;
}

/* CLDOCTOR_TWINS: for testing cldoctor itself (CONTRIBUTING.md). */
static bool read_twins(struct run *r)
{
    const char *wanted = getenv("CLDOCTOR_TWINS");
    for (size_t i = 0; i < r->cli.n_checks; i++)
        r->wants_twins |= cld_check_needs_twins(r->cli.checks[i]);
    if (!wanted || !*wanted)
        return true;
    r->wants_twins = strcmp(wanted, "none") != 0;
    r->twins = !r->wants_twins || cld_passes_known(wanted) ? wanted : NULL;
    if (!r->twins)
        cld_cli_error("CLDOCTOR_TWINS: '%s' is neither none nor a list of passes (" CLD_PASSES ") by '+'",
                      wanted);
    return r->twins;
}

static int run_it(struct run *r)
{
    size_t errors = 0;
    if (!read_twins(r) || !cld_present_possible(&r->cli))
        return CLD_EXIT_USAGE;
    if (!cld_session_dir_make(&r->dir, r->cli.output, r->cli.max_bytes))
        return CLD_EXIT_USAGE;
    if (r->wants_twins)
        cld_server_start(&r->server);
    if (!set_environment(r))
        return CLD_EXIT_USAGE;
    describe(r);
    map_control(r);
    struct signals signals;
    pid_t pid = start(r->cli.rest, &signals);
    if (pid < 0) {
        int reason = errno;
        cld_cli_error("cannot run %s: %s", r->cli.rest[0], strerror(reason));
        return reason == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
    }
    r->info.pid = (long)pid;
    save(r);
    wait_for(r, pid);
    cld_server_end(&r->server);
    restore_signals(&signals);
    note_running(r);
    save(r);
    cld_present(&r->cli, r->dir.path, &errors);
    return status_of(r, errors);
}

int cld_command_run(int argc, char **argv)
{
    struct run r;
    memset(&r, 0, sizeof r);
    r.dir.lock = -1;
    enum cld_parsed parsed = cld_cli_parse(&r.cli, CLD_COMMAND_RUN, argc, argv);
    int status = parsed == CLD_PARSED_WRONG ? CLD_EXIT_USAGE : 0;
    if (parsed == CLD_PARSED_HELP)
        cld_cli_help(CLD_COMMAND_RUN);
    if (parsed == CLD_PARSED && r.cli.n_rest == 0) {
        cld_cli_error("run what? usage: cldoctor run [OPTIONS] [--] APP [ARGS...]");
        status = CLD_EXIT_USAGE;
    } else if (parsed == CLD_PARSED) {
        status = find_program(r.cli.rest[0]);
        if (status == 0)
            status = run_it(&r);
    }
    cld_server_end(&r.server);
    cld_server_free(&r.server);
    free(r.descendants.list);
    cld_run_info_free(&r.info);
    cld_session_dir_free(&r.dir);
    cld_cli_free(&r.cli);
    return status;
}
