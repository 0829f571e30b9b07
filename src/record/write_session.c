/* write_session.c - opening the process's part of a session. */
#include "record/write.h"
#include "record/write_map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CONTROL_BYTES 4096

static char *join(const char *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* `run` has made the control file; without it the first process does, and O_EXCL decides who that is. */
static struct cld_control *make_control(const char *path, uint64_t max_bytes)
{
    char *temporary = NULL;
    if (asprintf(&temporary, "%s.%ld", path, (long)getpid()) < 0)
        return NULL;
    unlink(temporary);
    struct cld_control *control = cld_map_grow(temporary, true, 0, CONTROL_BYTES, NULL, 0);
    if (control) {
        control->version = CLD_FORMAT_VERSION;
        control->header_size = sizeof *control;
        control->max_bytes = max_bytes;
        control->magic = CLD_MAGIC_CONTROL;
        munmap(control, CONTROL_BYTES);
    }
    /* link() publishes a complete file or nothing; losing the race to another process is fine. */
    int failed = control ? link(temporary, path) : -1;
    unlink(temporary);
    free(temporary);
    if (failed && errno != EEXIST)
        return NULL;
    return cld_map_grow(path, false, 0, CONTROL_BYTES, NULL, 0);
}

static struct cld_control *map_control(const char *folder, uint64_t max_bytes)
{
    char *path = join(folder, "control");
    if (!path)
        return NULL;
    struct cld_control *control = cld_map_grow(path, false, 0, CONTROL_BYTES, NULL, 0);
    if (!control)
        control = make_control(path, max_bytes);
    free(path);
    if (control && (control->magic != CLD_MAGIC_CONTROL || control->version != CLD_FORMAT_VERSION)) {
        munmap(control, CONTROL_BYTES);
        control = NULL;
        errno = EPROTO;
    }
    return control;
}

/* PID.N: a process may exec several images that all use OpenCL, and pids come again. */
static char *make_process_folder(const char *folder)
{
    for (int n = 0; n < 10000; n++) {
        char *path = NULL;
        if (asprintf(&path, "%s/%ld.%d", folder, (long)getpid(), n) < 0)
            return NULL;
        if (mkdir(path, 0755) == 0)
            return path;
        free(path);
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

static void write_pair(FILE *out, const char *key, const char *value)
{
    fwrite(key, 1, strlen(key) + 1, out);
    fwrite(value, 1, strlen(value) + 1, out);
}

static void write_number(FILE *out, const char *key, const char *format, double value)
{
    char text[64];
    snprintf(text, sizeof text, format, value);
    write_pair(out, key, text);
}

static void write_command_line(FILE *out)
{
    FILE *in = fopen("/proc/self/cmdline", "re");
    char *word = NULL;
    size_t room = 0;
    while (in && getdelim(&word, &room, '\0', in) > 0)
        write_pair(out, CLD_PROCESS_ARGV, word);
    free(word);
    if (in)
        fclose(in);
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void describe_process(const char *process, const char *how, bool forked)
{
    char *path = join(process, "process");
    FILE *out = path ? fopen(path, "wxe") : NULL;
    free(path);
    if (!out)
        return;
    char text[4096];
    ssize_t n = readlink("/proc/self/exe", text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    write_pair(out, CLD_PROCESS_EXE, text);
    write_command_line(out);
    if (getcwd(text, sizeof text))
        write_pair(out, CLD_PROCESS_CWD, text);
    write_number(out, CLD_PROCESS_PPID, "%.0f", (double)getppid());
    write_number(out, CLD_PROCESS_START, "%.0f", seconds(CLOCK_MONOTONIC) * 1e9);
    write_number(out, CLD_PROCESS_WALL, "%.6f", seconds(CLOCK_REALTIME));
    write_pair(out, CLD_PROCESS_HOW, how);
    write_pair(out, CLD_PROCESS_VERSION, CLD_VERSION);
    write_pair(out, CLD_PROCESS_FORKED, forked ? "1" : "0");
    fclose(out);
}

int cld_session_open(struct cld_session *s, const char *folder, uint64_t max_bytes, const char *how,
                     bool forked)
{
    int saved = errno;
    pthread_mutex_init(&s->lock, NULL);
    if (mkdir(folder, 0755) != 0 && errno != EEXIST)
        return errno;
    errno = 0;                          /* EEXIST of above is no error to tell */
    s->folder = realpath(folder, NULL); /* absolute: the program may change its working folder */
    s->control = s->folder ? map_control(s->folder, max_bytes) : NULL;
    s->process = s->control ? make_process_folder(s->folder) : NULL;
    if (!s->process)
        return errno ? errno : EIO;
    describe_process(s->process, how, forked);
    errno = saved;
    return 0;
}

void cld_session_forget(struct cld_session *s)
{
    memset(s, 0, sizeof *s); /* a few small leaks in a forked child are better than shared mappings touched */
    pthread_mutex_init(&s->lock, NULL);
}
