#include "cli/devices/child.h"

#include "cli/devices/query.h"
#include "model/arena.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Longer than any list of extensions. */
#define LONGEST_MESSAGE (4u << 20)

struct child {
    pid_t pid;
    int from; /* its messages */
    int timeout;
    char *text; /* that is not a whole line yet */
    size_t length;
    char doing[512];
    bool ended, timed_out;
};

/* ---- starting and ending ----------------------------------------------------------------------------- */

typedef void child_fn(const void *user, int to);

/* A child with the group of its own that a driver's helpers are in, too. What a driver prints is no part of a
 * list. */
static bool start(struct child *c, child_fn *run, const void *user)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    fflush(NULL);
    c->pid = fork();
    if (c->pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        close(ends[0]);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        unsetenv("OPENCL_LAYERS"); /* drivers are listed, and no layers */
        run(user, ends[1]);
        _exit(0); /* no exit handlers: some drivers hang there */
    }
    int reason = errno;
    close(ends[1]);
    c->from = ends[0];
    errno = reason;
    if (c->pid < 0)
        close(ends[0]);
    return c->pid > 0;
}

static char *describe(const struct child *c, int status)
{
    const char *doing = c->doing[0] ? c->doing : "it started";
    if (c->timed_out)
        return cld_xprintf("no answer for %d s while %s", c->timeout, doing);
    if (c->ended)
        return NULL;
    if (WIFSIGNALED(status))
        return cld_xprintf("it crashed (%s) while %s", strsignal(WTERMSIG(status)), doing);
    return cld_xprintf("it ended the process (status %d) while %s",
                       WIFEXITED(status) ? WEXITSTATUS(status) : -1, doing);
}

static char *finish(struct child *c)
{
    int status = 0;
    if (!c->ended || c->timed_out)
        kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL); /* all that counts was said */
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(c->from);
    free(c->text);
    return describe(c, status);
}

/* ---- its messages ------------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* More of what the child says; false: no more comes. */
static bool receive(struct child *c, double deadline)
{
    struct pollfd from = {c->from, POLLIN, 0};
    double left = deadline - now();
    int ready = left > 0 ? poll(&from, 1, (int)(left * 1000) + 1) : 0;
    if (ready < 0)
        return errno == EINTR;
    if (ready == 0) {
        c->timed_out = true;
        return false;
    }
    if (c->length + 65536 > LONGEST_MESSAGE)
        return false;
    char *more = realloc(c->text, c->length + 65536);
    if (!more)
        return false;
    c->text = more;
    ssize_t n = read(c->from, c->text + c->length, 65536);
    c->length += n > 0 ? (size_t)n : 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* The next message; NULL: none will come. The time limit is for each. */
static json_t *next_message(struct child *c)
{
    double deadline = now() + c->timeout;
    for (;;) {
        char *end = c->length ? memchr(c->text, '\n', c->length) : NULL;
        if (end) {
            size_t used = (size_t)(end - c->text) + 1;
            json_t *message = json_loadb(c->text, used - 1, 0, NULL);
            memmove(c->text, c->text + used, c->length - used);
            c->length -= used;
            return message ? message : json_object();
        }
        if (!receive(c, deadline))
            return NULL;
    }
}

static json_t *last_device(const struct cld_child_result *result)
{
    json_t *devices = json_object_get(result->platform, "devices");
    size_t n = json_array_size(devices);
    return n ? json_array_get(devices, n - 1) : NULL;
}

static void take(struct child *c, struct cld_child_result *result, json_t *message)
{
    json_t *value;
    if ((value = json_object_get(message, "doing")) && json_is_string(value))
        snprintf(c->doing, sizeof c->doing, "%s", json_string_value(value));
    if ((value = json_object_get(message, "loader")) && !result->loader)
        result->loader = json_incref(value);
    if ((value = json_object_get(message, "no_loader")) && json_is_string(value) && !result->no_loader)
        result->no_loader = cld_xstrdup(json_string_value(value));
    if ((value = json_object_get(message, "count")))
        result->platforms = (int)json_integer_value(value);
    if ((value = json_object_get(message, "platform")) && !result->platform) {
        result->platform = json_incref(value);
        json_object_set_new(value, "devices", json_array());
    }
    if ((value = json_object_get(message, "device")))
        json_array_append(json_object_get(result->platform, "devices"), value);
    if ((value = json_object_get(message, "kernel")) && last_device(result))
        json_object_set(last_device(result), "kernel", value);
    if (json_object_get(message, "end") || json_object_get(message, "no_loader"))
        c->ended = true;
}

/* ---- a platform -------------------------------------------------------------------------------------- */

struct job {
    uint32_t index;
    const char *vendors;
};

static void run_job(const void *user, int to)
{
    const struct job *job = user;
    if (job->vendors)
        setenv("OCL_ICD_VENDORS", job->vendors, 1);
    cld_query_platform(job->index, to);
}

void cld_child_list(struct cld_child_result *result, uint32_t index, const char *vendors, int timeout)
{
    const struct job job = {index, vendors};
    struct child c = {.timeout = timeout};
    json_t *message;
    memset(result, 0, sizeof *result);
    result->platforms = -1;
    if (!start(&c, run_job, &job)) {
        result->problem = cld_xprintf("no process could be started for it: %s", strerror(errno));
        return;
    }
    while (!c.ended && (message = next_message(&c))) {
        take(&c, result, message);
        json_decref(message);
    }
    result->problem = finish(&c);
}

void cld_child_result_free(struct cld_child_result *result)
{
    json_decref(result->loader);
    json_decref(result->platform);
    free(result->no_loader);
    free(result->problem);
}

/* ---- a library --------------------------------------------------------------------------------------- */

static void run_dlopen(const void *user, int to)
{
    FILE *file = fdopen(to, "w");
    const char *error = dlopen(user, RTLD_NOW | RTLD_LOCAL) ? "" : dlerror();
    json_t *message = json_pack("{s:s, s:b}", "doing", error, "end", 1);
    if (file && message) {
        json_dumpf(message, file, JSON_COMPACT);
        fputc('\n', file);
        fflush(file);
    }
}

char *cld_child_try_library(const char *library, int timeout)
{
    struct cld_child_result ignored = {.platforms = -1};
    struct child c = {.timeout = timeout};
    if (!start(&c, run_dlopen, library))
        return NULL;
    snprintf(c.doing, sizeof c.doing, "it was loaded");
    json_t *message = next_message(&c);
    if (message)
        take(&c, &ignored, message);
    json_decref(message);
    char *problem = finish(&c);
    return problem ? problem : c.doing[0] ? cld_xstrdup(c.doing) : NULL;
}
