#include "cli/session_dir.h"

#include "cli/options.h"
#include "record/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_NAME "cldoctor.data"
#define CONTROL_BYTES 4096
#define MOST_RUNS 1000

static char *expand(const char *pattern)
{
    char host[256] = "", *out = NULL;
    size_t size = 0;
    FILE *text = open_memstream(&out, &size);
    gethostname(host, sizeof host - 1);
    for (const char *c = pattern; text && *c; c++) {
        if (c[0] == '%' && c[1] == 'p')
            fprintf(text, "%ld", (long)getpid());
        else if (c[0] == '%' && c[1] == 'h')
            fputs(host, text);
        else if (c[0] == '%' && c[1] == '%')
            fputc('%', text);
        else {
            fputc(*c, text);
            continue;
        }
        c++;
    }
    if (text)
        fclose(text);
    return out;
}

static bool has(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat s;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_MAX && lstat(path, &s) == 0;
}

/* Deletes a session, which is two levels deep; anything deeper is not ours and stays. */
static void delete_session(const char *folder, int depth)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[PATH_MAX];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= PATH_MAX)
            continue;
        if (unlink(path) != 0 && depth == 0)
            delete_session(path, 1);
    }
    if (d)
        closedir(d);
    rmdir(folder);
}

/* -1: another run has it (errno EWOULDBLOCK), or it can't be opened. */
static int take_lock(const char *folder, int flags)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lock", folder);
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0644);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        int saved = errno;
        close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

static bool is_live(const char *folder)
{
    int fd = take_lock(folder, 0);
    bool live = fd < 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return live;
}

/* Moves an old session out of the way. False, with a line: it is not ours to move. */
static bool keep_old(const char *folder)
{
    char old[PATH_MAX];
    if (!has(folder, "control")) {
        cld_cli_error(
            "%s exists and is no session of cldoctor: move it away, or choose another folder with -o",
            folder);
        return false;
    }
    snprintf(old, sizeof old, "%s.old", folder);
    if (has(old, "control"))
        delete_session(old, 0);
    if (rename(folder, old) == 0)
        return true;
    cld_cli_error("cannot keep the previous session as %s: %s", old, strerror(errno));
    return false;
}

static bool write_control(const char *folder, uint64_t max_bytes)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/control", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0)
        return false;
    int error = posix_fallocate(fd, 0, CONTROL_BYTES);
    struct cld_control *c =
        error ? MAP_FAILED : mmap(NULL, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (c == MAP_FAILED) {
        errno = error ? error : errno;
        return false;
    }
    c->version = CLD_FORMAT_VERSION;
    c->header_size = sizeof *c;
    c->max_bytes = max_bytes;
    c->used_bytes = CONTROL_BYTES;
    c->magic = CLD_MAGIC_CONTROL;
    munmap(c, CONTROL_BYTES);
    return true;
}

/* A free name: NAME itself, or NAME.2, .3, ... while other runs are alive. */
static char *free_name(const char *name)
{
    for (int n = 1; n <= MOST_RUNS; n++) {
        char *path = NULL;
        struct stat s;
        if ((n == 1 ? asprintf(&path, "%s", name) : asprintf(&path, "%s.%d", name, n)) < 0)
            return NULL;
        bool exists = lstat(path, &s) == 0;
        if (exists && is_live(path)) {
            free(path);
            continue;
        }
        if (exists && !keep_old(path)) {
            free(path);
            return NULL;
        }
        if (n > 1)
            cld_cli_error("another run has %s: this session is %s", name, path);
        return path;
    }
    cld_cli_error("%d runs have %s already", MOST_RUNS, name);
    return NULL;
}

bool cld_session_dir_make(struct cld_session_dir *dir, const char *wanted, uint64_t max_bytes)
{
    char *name = expand(wanted ? wanted : DEFAULT_NAME);
    size_t length = name ? strlen(name) : 0;
    memset(dir, 0, sizeof *dir);
    dir->lock = -1;
    while (length > 1 && name[length - 1] == '/')
        name[--length] = '\0';
    char *path = length ? free_name(name) : NULL;
    bool made = path && mkdir(path, 0755) == 0;
    if (made) {
        dir->lock = take_lock(path, O_CREAT);
        dir->path = realpath(path, NULL);
        made = dir->lock >= 0 && dir->path && write_control(path, max_bytes);
    }
    if (path && !made)
        cld_cli_error("cannot make the session folder %s: %s", path, strerror(errno));
    if (!length)
        cld_cli_error("-o: a folder needs a name");
    free(path);
    free(name);
    return made;
}

void cld_session_dir_free(struct cld_session_dir *dir)
{
    if (dir->lock >= 0)
        close(dir->lock);
    free(dir->path);
}
