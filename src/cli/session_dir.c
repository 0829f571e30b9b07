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
#include <time.h>
#include <unistd.h>

#define DEFAULT_NAME "cldoctor.data"
#define CONTROL_BYTES 4096
#define MOST_TRIES 1000
#define MOST_DEEP 16

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

/*
 * Whether to look into a folder of a session: those of processes, those of failed builds in them (build-N,
 * where the program's headers may lie in folders of their own). Anything else is not ours and stays.
 */
static bool is_part(const char *name, int depth)
{
    return depth == 1 ? strncmp(name, "build-", 6) == 0 : depth < MOST_DEEP;
}

static void delete_session(const char *folder, int depth)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[PATH_MAX];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= PATH_MAX)
            continue;
        if (unlink(path) != 0 && is_part(e->d_name, depth))
            delete_session(path, depth + 1);
    }
    if (d)
        closedir(d);
    rmdir(folder);
}

/* Nothing in it but, at most, the lock of a run that has just begun. */
static bool is_fresh(const char *folder)
{
    DIR *d = opendir(folder);
    bool fresh = d != NULL;
    for (struct dirent *e; fresh && (e = readdir(d));)
        fresh = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || strcmp(e->d_name, "lock") == 0;
    if (d)
        closedir(d);
    return fresh;
}

/*
 * Other runs make, fill and move such folders at the same time. One that is being made shows its lock first
 * and its control file next, so it is asked for in that order; one that is being moved is looked at again.
 */
static bool is_ours(const char *folder)
{
    const struct timespec moment = {0, 2000000};
    for (int look = 0; look < 5; look++) {
        if (is_fresh(folder) || has(folder, "control"))
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

/* The lock of a folder; -1: another run has it (errno EWOULDBLOCK), or it can't be had. */
static int take_lock(const char *folder, int flags)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/lock", folder) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
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

/* True if the lock is still the one of the folder with that name, and the folder not moved away meanwhile. */
static bool lock_is_of(int fd, const char *folder)
{
    char path[PATH_MAX];
    struct stat mine, now;
    snprintf(path, sizeof path, "%s/lock", folder);
    return fstat(fd, &mine) == 0 && stat(path, &now) == 0 && mine.st_ino == now.st_ino &&
           mine.st_dev == now.st_dev;
}

/* Moves a session whose lock we have out of the way. False, with a line: it can't be. */
static bool keep_old(const char *folder)
{
    char old[PATH_MAX];
    struct stat st;
    if (snprintf(old, sizeof old, "%s.old", folder) >= PATH_MAX) {
        cld_cli_error("the name %s is too long", folder);
        return false;
    }
    if (lstat(old, &st) == 0 && (is_live(old) || !is_ours(old))) {
        cld_cli_error("cannot keep the previous session as %s: that is %s", old,
                      is_live(old) ? "the session of a run that is alive" : "no session of cldoctor");
        return false;
    }
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

enum claim { CLAIMED, TAKEN, REFUSED, AGAIN };

/*
 * Tries to make `path` an empty folder whose lock we have. Any number of runs may do so at once: the lock
 * decides, and it is taken before anything is moved. REFUSED: with one line printed.
 */
static enum claim claim(const char *path, int *lock)
{
    if (mkdir(path, 0755) != 0 && errno != EEXIST) {
        cld_cli_error("cannot make the session folder %s: %s", path, strerror(errno));
        return REFUSED;
    }
    if (!is_ours(path)) {
        struct stat st;
        if (lstat(path, &st) != 0)
            return AGAIN; /* moved away just now */
        cld_cli_error(
            "%s exists and is no session of cldoctor: move it away, or choose another folder with -o", path);
        return REFUSED;
    }
    *lock = take_lock(path, O_CREAT);
    if (*lock < 0 && errno == EWOULDBLOCK)
        return TAKEN;
    if (*lock < 0 && errno != ENOENT) {
        cld_cli_error("cannot make the session folder %s: %s", path, strerror(errno));
        return REFUSED;
    }
    bool held = *lock >= 0 && lock_is_of(*lock, path);
    if (held && is_fresh(path))
        return CLAIMED;
    bool kept = !held || keep_old(path);
    if (*lock >= 0)
        close(*lock);
    *lock = -1;
    return kept ? AGAIN : REFUSED;
}

/* Claims NAME itself, or NAME.2, .3, ... while other runs are alive: its path, or NULL after one line. */
static char *claim_one(const char *name, int *lock)
{
    int n = 1;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        char *path = NULL;
        if ((n == 1 ? asprintf(&path, "%s", name) : asprintf(&path, "%s.%d", name, n)) < 0)
            return NULL;
        enum claim result = claim(path, lock);
        if (result == CLAIMED) {
            if (n > 1)
                cld_cli_error("another run has %s: this session is %s", name, path);
            return path;
        }
        free(path);
        if (result == REFUSED)
            return NULL;
        n += result == TAKEN;
    }
    cld_cli_error("too many runs want %s: choose another folder with -o", name);
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
    if (!length)
        cld_cli_error("-o: a folder needs a name");
    char *path = length ? claim_one(name, &dir->lock) : NULL;
    bool made = false;
    if (path) {
        dir->path = realpath(path, NULL);
        made = dir->path && write_control(path, max_bytes);
        if (!made)
            cld_cli_error("cannot make the session folder %s: %s", path, strerror(errno));
    }
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
