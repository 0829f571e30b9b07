#include "instrument/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char *cld_scratch_make(void)
{
    const char *base = getenv("TMPDIR");
    char *path = cld_printf("%s/cldoctor-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(path))
        return path;
    free(path);
    return NULL;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw)
{
    (void)s;
    (void)type;
    (void)ftw;
    return remove(path);
}

void cld_scratch_remove(char *folder)
{
    if (folder)
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

static bool leads_out(const char *name)
{
    return name[0] == '/' || name[0] == '\0' || strcmp(name, "..") == 0 || strncmp(name, "../", 3) == 0 ||
           strstr(name, "/../") || (strlen(name) >= 3 && strcmp(name + strlen(name) - 3, "/..") == 0);
}

bool cld_scratch_write(const char *folder, const char *name, const char *text)
{
    if (leads_out(name))
        return false;
    char *path = cld_printf("%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "we");
    bool good = f && fputs(text, f) >= 0;
    if (f && fclose(f) != 0)
        good = false;
    free(path);
    return good;
}

char *cld_read_file(const char *path)
{
    FILE *f = fopen(path, "re");
    struct cld_text text = {0};
    char buffer[65536];
    if (!f)
        return NULL;
    cld_text_add(&text, "");
    while (!feof(f) && !ferror(f)) {
        size_t n = fread(buffer, 1, sizeof buffer, f);
        cld_text_bytes(&text, buffer, n);
    }
    bool failed = ferror(f);
    fclose(f);
    if (failed)
        cld_text_free(&text);
    return text.data;
}

/* Reads both pipes until both have ended. */
static void drain(int out_fd, int err_fd, struct cld_text *out, struct cld_text *err)
{
    struct pollfd p[2] = {{out_fd, POLLIN, 0}, {err_fd, POLLIN, 0}};
    struct cld_text *to[2] = {out, err};
    char buffer[65536];
    while (p[0].fd >= 0 || p[1].fd >= 0) {
        if (poll(p, 2, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 2; i++) {
            if (p[i].fd < 0 || !p[i].revents)
                continue;
            ssize_t n = read(p[i].fd, buffer, sizeof buffer);
            if (n > 0)
                cld_text_bytes(to[i], buffer, (size_t)n);
            else if (n == 0 || errno != EINTR)
                p[i].fd = -1;
        }
    }
}

static pid_t spawn(char *const *argv, int out_fd, int err_fd)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;
    sigemptyset(&usual);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out_fd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_fd, STDERR_FILENO);
    if (posix_spawn(&pid, argv[0], &actions, &attributes, argv, environ) != 0)
        pid = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

int cld_scratch_run(char *const *argv, struct cld_text *out, struct cld_text *err)
{
    int out_pipe[2], err_pipe[2], status = -1;
    if (pipe2(out_pipe, O_CLOEXEC) != 0)
        return -1;
    if (pipe2(err_pipe, O_CLOEXEC) != 0) {
        close(out_pipe[0]);
        close(out_pipe[1]);
        return -1;
    }
    pid_t pid = spawn(argv, out_pipe[1], err_pipe[1]);
    close(out_pipe[1]);
    close(err_pipe[1]);
    if (pid > 0)
        drain(out_pipe[0], err_pipe[0], out, err);
    close(out_pipe[0]);
    close(err_pipe[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
