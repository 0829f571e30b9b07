#include "cli/server.h"

#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define LISTEN_FD 3     /* where the server finds its socket */
#define PATIENCE_MS 500 /* for a server that was asked to end */
#define UNREACHED "kernels can't be checked"

/* ---- the binary --------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

static char *find_binary(void)
{
    const char *given = getenv("CLDOCTOR_INSTRUMENT");
    char path[PATH_MAX] = "";
    if (given && *given) {
        if (is_program(given))
            return realpath(given, NULL);
        cld_cli_error("CLDOCTOR_INSTRUMENT (%s) is no program: " UNREACHED, given);
        return NULL;
    }
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    char *slash = n > 0 ? strrchr(path, '/') : NULL;
    static const char name[] = "/cldoctor-instrument";
    if (slash && (size_t)(slash - path) + sizeof name <= sizeof path) {
        memcpy(slash, name, sizeof name);
        if (is_program(path))
            return realpath(path, NULL);
    }
    cld_cli_error("cldoctor-instrument is not beside cldoctor: " UNREACHED
                  "; install cldoctor whole, or set CLDOCTOR_INSTRUMENT");
    return NULL;
}

/* ---- the socket --------------------------------------------------------------------------------------- */

/* A name that nobody guesses: whoever had it first would get the program's sources. */
static bool make_name(char name[static 64])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    char *to = name + sprintf(name, "cldoctor-");
    for (size_t i = 0; i < sizeof bytes; i++)
        to += sprintf(to, "%02x", bytes[i]);
    return true;
}

/* Above the standard streams, which may be closed here. */
static int above_streams(int fd)
{
    int moved = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, LISTEN_FD) : -1;
    if (fd >= 0)
        close(fd);
    return moved;
}

/* The listening socket, or -1 with the reason in errno. */
static int open_socket(char name[static 64])
{
    struct sockaddr_un address = {.sun_family =
                                      AF_UNIX}; /* sun_path[0] is NUL: abstract, no file to remove */
    if (!make_name(name))
        return -1;
    size_t length = strlen(name);
    memcpy(address.sun_path + 1, name, length);
    int fd = above_streams(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (fd < 0)
        return -1;
    if (bind(fd, (const struct sockaddr *)&address,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0 &&
        listen(fd, SOMAXCONN) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* ---- the waiting child -------------------------------------------------------------------------------- */

static void reset_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* refused for some: they have nothing else */
    signal(SIGTTOU, SIG_IGN);    /* under `stty tostop` a message would stop it, being in the background */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_above(int last)
{
    if (close_range((unsigned)last + 1, ~0u, 0) == 0)
        return;
    for (int fd = last + 1; fd < sysconf(_SC_OPEN_MAX); fd++) /* a kernel older than 5.9 */
        close(fd);
}

/* Leaves the socket and stderr, nothing else: a pipe of the program's must end when the program does. Now,
 * and not at exec. */
static void keep_descriptors(int listening)
{
    int null = open("/dev/null", O_RDWR);
    if (null < 0) /* no device files here: then it must do without */
        _exit(1);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0)
        dup2(null, STDERR_FILENO);
    if (listening == LISTEN_FD)
        fcntl(listening, F_SETFD, 0);
    else
        dup2(listening, LISTEN_FD);
    close_above(LISTEN_FD);
}

static _Noreturn void wait_and_serve(const char *binary, int listening, pid_t parent)
{
    char fd[16];
    setpgid(0, 0); /* ^C is for the program */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it was faster */
        _exit(0);
    reset_signals();
    keep_descriptors(listening);
    struct pollfd first = {LISTEN_FD, POLLIN, 0};
    while (poll(&first, 1, -1) < 0 && errno == EINTR)
        ;
    snprintf(fd, sizeof fd, "%d", LISTEN_FD);
    execl(binary, binary, "--serve", fd, (char *)NULL);
    cld_cli_error("cannot run %s: %s: " UNREACHED, binary, strerror(errno));
    _exit(127);
}

/* ---- start and end ------------------------------------------------------------------------------------ */

void cld_server_start(struct cld_server *server)
{
    pid_t self = getpid();
    server->binary = find_binary();
    if (!server->binary)
        return;
    int fd = open_socket(server->name);
    pid_t pid = fd < 0 ? -1 : fork();
    if (pid == 0)
        wait_and_serve(server->binary, fd, self);
    if (pid < 0) {
        cld_cli_error("cannot start a server for cldoctor-instrument: %s", strerror(errno));
        server->name[0] = '\0';
    } else {
        setpgid(pid, pid); /* here too: whichever of us comes first */
        server->pid = pid;
    }
    /* Ours must go: when the server is dead, connecting shall fail and not wait. */
    if (fd >= 0)
        close(fd);
}

/* It stays a zombie until it is reaped, so that its number means nobody else. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

void cld_server_end(struct cld_server *server)
{
    if (server->pid <= 0)
        return;
    kill(server->pid, SIGTERM);
    for (int waited = 0; waited < PATIENCE_MS && !has_ended(server->pid); waited += 2)
        poll(NULL, 0, 2);
    kill(server->pid, SIGKILL);
    kill(-server->pid, SIGKILL); /* and what it may have started */
    while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    server->pid = 0;
}

bool cld_server_is_instrumenter(const struct cld_server *server, pid_t pid)
{
    char name[64], exe[PATH_MAX];
    snprintf(name, sizeof name, "/proc/%ld/exe", (long)pid);
    ssize_t n = server->binary ? readlink(name, exe, sizeof exe - 1) : -1;
    if (n < 0)
        return false;
    exe[n] = '\0';
    return strcmp(exe, server->binary) == 0;
}

void cld_server_free(struct cld_server *server)
{
    free(server->binary);
    server->binary = NULL;
}
