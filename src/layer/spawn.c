/*
 * spawn.c - a process that the program did not start must not turn up among its children.
 *
 * An exit signal of 0 alone does not do it: execve() sets it back to SIGCHLD (seen: wait() returned such a
 * child). So there are two: the middle one keeps its exit signal of 0, since it never calls execve(), starts
 * the instrumenter, and is gone before cld_spawn() returns; with it gone the instrumenter has no tie to the
 * program. Both run in the program's memory (a copy of it might not fit) on a stack of their own, while the
 * calling thread waits in the kernel.
 */
#include "layer/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK ((size_t)65536) /* of each of the two */
#define SOCKET 3              /* its number in the instrumenter */
#define OUT_OF_THE_WAY 400
#define SIGNALS 64
#define SIGNAL_SET_SIZE 8 /* the kernel's */
#define CLOSE_AT_MOST 65536

extern char **environ;

struct start {
    const char *path;
    char **arguments, **environment;
    char *stack; /* of the instrumenter until its execve() */
    int socket;
    int error; /* this and `pid` are written by the children: the memory is shared */
    pid_t pid;
};

/* ---- in the children: system calls only. glibc's own functions may be cancelled, or take locks --------- */

/* A handler of the program must not run here, and 32 and 33 are glibc's: hence not through sigaction(). */
static void default_signals(void)
{
    struct {
        void *handler;
        unsigned long flags;
        void *restorer;
        unsigned long mask[2];
    } action = {0}; /* all zero is SIG_DFL, in every architecture's order */
    for (int s = 1; s <= SIGNALS; s++)
        syscall(SYS_rt_sigaction, s, &action, NULL, SIGNAL_SET_SIZE);
    unsigned long none[2] = {0};
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, none, NULL, SIGNAL_SET_SIZE);
}

static void close_others(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, SOCKET + 1, ~0u, 0) == 0)
        return;
#endif
    struct rlimit limit = {0};
    syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &limit);
    rlim_t end = limit.rlim_cur < CLOSE_AT_MOST ? limit.rlim_cur : CLOSE_AT_MOST;
    for (int fd = SOCKET + 1; fd < (int)end; fd++)
        syscall(SYS_close, fd);
}

/* Parent and child agree that the socket is above SOCKET, so nothing here steps on it. */
static bool set_descriptors(int socket)
{
    int null = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0)
        return false;
    for (int fd = 0; fd < SOCKET; fd++)
        if (null == fd ? syscall(SYS_fcntl, fd, F_SETFD, 0) < 0 : syscall(SYS_dup3, null, fd, 0) < 0)
            return false;
    if (syscall(SYS_dup3, socket, SOCKET, 0) < 0)
        return false;
    close_others();
    return true;
}

static int instrumenter(void *data)
{
    struct start *s = data;
    syscall(SYS_setsid);
    default_signals();
    if (set_descriptors(s->socket))
        syscall(SYS_execve, s->path, s->arguments, s->environment);
    s->error = errno;
    return 127;
}

static int middle(void *data)
{
    struct start *s = data;
    pid_t pid = clone(instrumenter, s->stack + STACK, CLONE_VM | CLONE_VFORK, s);
    s->pid = pid;
    if (pid < 0)
        s->error = errno;
    else if (s->error)
        syscall(SYS_wait4, pid, NULL, __WALL, NULL);
    return 0;
}

/* ---- in the program ------------------------------------------------------------------------------------ */

static bool is_passed(const char *variable)
{
    return strncmp(variable, "LD_PRELOAD=", 11) != 0 && strncmp(variable, "OPENCL_LAYERS=", 14) != 0 &&
           strncmp(variable, "CLDOCTOR_", 9) != 0;
}

/* The pointers only. NULL: no memory. */
static char **make_environment(void)
{
    size_t n = 0, kept = 0;
    while (environ && environ[n])
        n++;
    char **copy = malloc((n + 1) * sizeof *copy);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < n && environ[i]; i++)
        if (is_passed(environ[i]))
            copy[kept++] = environ[i];
    copy[kept] = NULL;
    return copy;
}

/* A program counts on getting the lowest descriptors, and has select(), which ends at 1024. */
static int move_away(int fd)
{
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
    if (moved < 0)
        moved = fcntl(fd, F_DUPFD_CLOEXEC, SOCKET + 1);
    int error = errno;
    close(fd);
    errno = error;
    return moved;
}

static int make_pair(int pair[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return errno;
    int error = 0;
    for (int i = 0; i < 2; i++)
        if ((pair[i] = move_away(pair[i])) < 0)
            error = errno;
    for (int i = 0; error && i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
    return error;
}

static int start(struct start *s)
{
    unsigned long all[2] = {~0ul, ~0ul}, old[2] = {0};
    char *stacks =
        mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stacks == MAP_FAILED)
        return errno;
    s->stack = stacks + STACK;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, all, old, SIGNAL_SET_SIZE);
    pid_t pid = clone(middle, stacks + STACK, CLONE_VM | CLONE_VFORK, s);
    int error = pid < 0 ? errno : s->error;
    while (pid > 0 && waitpid(pid, NULL, __WCLONE) < 0 && errno == EINTR) /* it has ended already */
        ;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, old, NULL, SIGNAL_SET_SIZE);
    munmap(stacks, 2 * STACK);
    return error;
}

int cld_spawn(const char *path, int *fd, pid_t *pid)
{
    char number[] = {'0' + SOCKET, '\0'};
    char *arguments[] = {(char *)path, "--serve-one", number, NULL};
    struct start s = {.path = path, .arguments = arguments};
    int pair[2], cancel, saved = errno;
    *fd = -1;
    int error = make_pair(pair);
    if (error)
        return error;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    s.socket = pair[1];
    s.environment = make_environment();
    error = s.environment ? start(&s) : ENOMEM;
    free(s.environment);
    close(pair[1]);
    if (error)
        close(pair[0]);
    else {
        *fd = pair[0];
        *pid = s.pid;
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return error;
}

/* Anybody may take an abstract name: a program's source is given to its own user's server only. */
static int check_user(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return errno;
    return peer.uid == geteuid() ? 0 : EPERM;
}

static int connect_to(int fd, const char *name, int timeout_ms)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval patience = {timeout_ms / 1000, (timeout_ms % 1000) * 1000L};
    size_t size = strlen(name);
    if (size == 0 || size >= sizeof address.sun_path)
        return EINVAL;
    memcpy(address.sun_path + 1, name, size);
    /* A server that accepts nothing would keep us here once its queue is full. */
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + size);
    while (connect(fd, (struct sockaddr *)&address, length) != 0)
        if (errno != EINTR)
            return errno == EAGAIN ? ETIMEDOUT : errno;
    return check_user(fd);
}

int cld_spawn_connect(const char *name, int timeout_ms, int *fd)
{
    int saved = errno, error;
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd >= 0)
        *fd = move_away(*fd);
    if (*fd < 0) {
        error = errno;
        errno = saved;
        return error;
    }
    error = connect_to(*fd, name, timeout_ms);
    if (error) {
        close(*fd);
        *fd = -1;
    }
    errno = saved;
    return error;
}
