#include "layer/instrumenter_link.h"

#include "layer/layer.h"
#include "layer/spawn.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT_MS 20000

/* How much a failed attempt weighs: a death may be this program's fault, so two programs must have died of it
 * (two attempts each). What can't be started, or does not answer, costs time and is not tried for a third. */
#define WEIGHT_DIED 1
#define WEIGHT_UNREACHABLE 2
#define WEIGHT_ENOUGH 4

/*
 * `lock` is held for moments, and while a process is started: fork() waits for it, but never for an answer.
 * Who has `busy` may use the descriptor.
 */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    bool busy;
    int fd;
    pid_t owner; /* a child that fork handlers did not see has no business with its parent's connection */
    dev_t device;
    ino_t inode; /* of the socket: the program may close what it did not open, and get the number again */
    bool is_server, no_server;
    pid_t pid;             /* of a process of ours */
    unsigned failures;     /* weights of failed attempts in a row */
    char why[CLD_WHY_MAX]; /* of the last */
} connection = {.lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER, .fd = -1};

static int timeout_ms(void)
{
    const char *text = getenv("CLDOCTOR_INSTRUMENT_TIMEOUT_MS");
    int ms = text ? atoi(text) : 0;
    return ms > 0 && ms < 1 << 30 ? ms : TIMEOUT_MS;
}

static bool is_open(void)
{
    struct stat s;
    return connection.fd >= 0 && fstat(connection.fd, &s) == 0 && s.st_dev == connection.device &&
           s.st_ino == connection.inode;
}

static void drop(void)
{
    if (is_open())
        close(connection.fd);
    connection.fd = -1;
}

/* `fresh`: what there was has failed. */
static int open_connection(bool fresh)
{
    const struct cld_options *o = &cld_layer.options;
    int error = ENOENT;
    struct stat s;
    if (connection.owner != getpid() || fresh || !is_open())
        drop();
    if (connection.fd >= 0)
        return 0;
    connection.is_server = false;
    if (!fresh && o->instrumenter[0] && !connection.no_server) {
        error = cld_spawn_connect(o->instrumenter, timeout_ms(), &connection.fd);
        connection.is_server = error == 0;
        connection.no_server = error != 0;
    }
    if (error && o->instrument[0])
        error = cld_spawn(o->instrument, &connection.fd, &connection.pid);
    if (!error && fstat(connection.fd, &s) != 0)
        error = errno;
    if (error)
        return error;
    connection.device = s.st_dev;
    connection.inode = s.st_ino;
    connection.owner = getpid();
    return 0;
}

/* False: another thread's request seems to have no end. */
static bool wait_until_idle(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 3 + 3 * (timeout_ms() / 1000);
    while (connection.busy)
        if (pthread_cond_timedwait(&connection.idle, &connection.lock, &until) == ETIMEDOUT &&
            connection.busy)
            return false;
    return true;
}

static void explain(int error, const char *wrong)
{
    if (wrong)
        snprintf(connection.why, sizeof connection.why, "its answer makes no sense: %s", wrong);
    else if (error == ETIMEDOUT)
        snprintf(connection.why, sizeof connection.why, "it did not answer within %g s",
                 timeout_ms() / 1000.0);
    else if (error == EPIPE || error == ECONNRESET)
        snprintf(connection.why, sizeof connection.why, "it ended before it answered");
    else if (error == EPROTO)
        snprintf(connection.why, sizeof connection.why, "its answer is damaged");
    else if (!cld_layer.options.instrument[0])
        snprintf(connection.why, sizeof connection.why,
                 "there is no cldoctor-instrument beside cldoctor's layer");
    else
        snprintf(connection.why, sizeof connection.why, "%.200s: %s", cld_layer.options.instrument,
                 strerror(error));
}

/* One that is caught in a loop would never see the end of its connection. */
static void kill_if_stuck(int error)
{
    struct pollfd p = {connection.fd, POLLIN, 0};
    bool is_there = is_open() && poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
    if (error == ETIMEDOUT && !connection.is_server && is_there)
        kill(connection.pid, SIGKILL);
}

/* Gives the connection back. */
static void settle(int error, const char *wrong)
{
    bool died = wrong || error == EPIPE || error == ECONNRESET || error == EPROTO;
    pthread_mutex_lock(&connection.lock);
    if (error || wrong) {
        explain(error, wrong);
        connection.failures += died ? WEIGHT_DIED : WEIGHT_UNREACHABLE;
        connection.no_server |= connection.is_server;
        kill_if_stuck(error);
        drop();
    } else {
        connection.failures = 0;
    }
    connection.busy = false;
    pthread_cond_signal(&connection.idle);
    pthread_mutex_unlock(&connection.lock);
}

static bool begin(bool fresh, int *error, char why[CLD_WHY_MAX])
{
    bool mine = false;
    pthread_mutex_lock(&connection.lock);
    if (connection.failures >= WEIGHT_ENOUGH)
        memcpy(why, connection.why, sizeof connection.why);
    else if (!wait_until_idle())
        snprintf(why, CLD_WHY_MAX, "another thread's request did not end");
    else {
        mine = connection.busy = true;
        *error = open_connection(fresh);
    }
    pthread_mutex_unlock(&connection.lock);
    return mine;
}

bool cld_link_ask(const struct cld_message *request, struct cld_message *answer, cld_link_check *check,
                  void *data, char why[CLD_WHY_MAX])
{
    for (int attempt = 0; attempt < 2; attempt++) {
        int error = 0;
        const char *wrong = NULL;
        if (!begin(attempt > 0, &error, why))
            return false;
        if (!error)
            error = cld_message_send(connection.fd, request, timeout_ms());
        if (!error)
            error = cld_message_receive(connection.fd, answer, timeout_ms());
        if (!error)
            wrong = check(answer, data);
        settle(error, wrong);
        if (!error && !wrong)
            return true;
        pthread_mutex_lock(&connection.lock);
        memcpy(why, connection.why, sizeof connection.why);
        pthread_mutex_unlock(&connection.lock);
    }
    return false;
}

void cld_link_lock(void)
{
    pthread_mutex_lock(&connection.lock);
}

void cld_link_unlock(void)
{
    pthread_mutex_unlock(&connection.lock);
}

void cld_link_forked(void)
{
    drop(); /* the parent has it still: only this copy is closed */
    connection.busy = false;
    connection.idle = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    connection.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
