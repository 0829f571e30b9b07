/* read.c - a session folder: its control file, its processes, what is wrong with it. */
#include "record/read_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_MAX (16u << 20)

/* ---- files ------------------------------------------------------------------------------------------ */

int cld_read_open(struct cld_reader *session, const char *file, uint64_t *size)
{
    /* O_NONBLOCK: a FIFO put there by mistake or malice must not hang us. */
    int fd = openat(session->fd, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        errno = EINVAL;
        return -1;
    }
    *size = (uint64_t)st.st_size;
    return fd;
}

long cld_read_at(int fd, void *buffer, size_t want, uint64_t offset)
{
    size_t got = 0;
    while (got < want) {
        ssize_t n = pread(fd, (char *)buffer + got, want - got, (off_t)(offset + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return got > 0 ? (long)got : -1;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    return (long)got;
}

bool cld_read_is_zero(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    return size == 0 || (p[0] == 0 && memcmp(p, p + 1, size - 1) == 0);
}

char *cld_reader_read_text(struct cld_reader *session, const char *file, size_t *length)
{
    uint64_t size;
    int fd = cld_read_open(session, file, &size);
    if (fd < 0)
        return NULL;
    if (size > TEXT_MAX)
        size = TEXT_MAX;
    char *text = malloc(size + 1);
    long got = text ? cld_read_at(fd, text, size, 0) : -1;
    close(fd);
    if (got < 0) {
        free(text);
        return NULL;
    }
    text[got] = '\0';
    *length = (size_t)got;
    return text;
}

/* ---- problems --------------------------------------------------------------------------------------- */

static struct cld_problem *find_problem(struct cld_reader *session, const char *file)
{
    for (size_t i = 0; i < session->n_problems; i++)
        if (strcmp(session->problems[i].file, file) == 0)
            return &session->problems[i];
    return NULL;
}

void cld_read_problem_clear(struct cld_reader *session, const char *file)
{
    struct cld_problem *problem = find_problem(session, file);
    if (!problem)
        return;
    free(problem->file);
    free(problem->what);
    *problem = session->problems[--session->n_problems];
}

void cld_read_problem(struct cld_reader *session, const char *file, uint64_t offset, uint64_t lost,
                      const char *what)
{
    struct cld_problem *problem = find_problem(session, file);
    if (problem) {
        problem->lost += lost;
        problem->places++;
        return;
    }
    struct cld_problem *grown =
        realloc(session->problems, (session->n_problems + 1) * sizeof(*session->problems));
    if (!grown)
        return;
    session->problems = grown;
    problem = &grown[session->n_problems];
    *problem = (struct cld_problem){strdup(file), strdup(what), offset, lost, 1};
    if (problem->file && problem->what) {
        session->n_problems++;
    } else {
        free(problem->file);
        free(problem->what);
    }
}

size_t cld_reader_problems(const struct cld_reader *session)
{
    return session->n_problems;
}

const struct cld_problem *cld_reader_problem(const struct cld_reader *session, size_t i)
{
    return i < session->n_problems ? &session->problems[i] : NULL;
}

/* ---- processes -------------------------------------------------------------------------------------- */

/* Parses all of `text` as a decimal number of at most `max`. */
static bool parse_number(const char *text, const char *end, unsigned long max, unsigned long *number)
{
    *number = 0;
    if (text == end)
        return false;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        *number = *number * 10 + (unsigned long)(*text - '0');
        if (*number > max)
            return false;
    }
    return true;
}

static bool parse_process_name(const char *name, long *pid, unsigned *image)
{
    unsigned long a, b;
    const char *dot = strchr(name, '.');
    if (!dot || !parse_number(name, dot, INT_MAX, &a) ||
        !parse_number(dot + 1, name + strlen(name), INT_MAX, &b))
        return false;
    *pid = (long)a;
    *image = (unsigned)b;
    return true;
}

static bool parse_record_name(const char *name, unsigned long *number)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".rec") == 0 &&
           parse_number(name, name + length - 4, INT_MAX, number);
}

static int compare_files(const void *a, const void *b)
{
    /* All begin with the same "PID.N/", so by length and then by text is by number. */
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    size_t lx = strlen(x), ly = strlen(y);
    return lx != ly ? (lx < ly ? -1 : 1) : strcmp(x, y);
}

static int compare_processes(const void *a, const void *b)
{
    const struct cld_process_dir *x = a, *y = b;
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return (x->image > y->image) - (x->image < y->image);
}

static DIR *open_folder(struct cld_reader *session, const char *name)
{
    int fd = openat(session->fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir && fd >= 0)
        close(fd);
    return dir;
}

static void add_record_file(struct cld_process_dir *process, const char *name)
{
    char **grown = realloc(process->files, (process->n_files + 1) * sizeof(*grown));
    if (!grown)
        return;
    process->files = grown;
    if (asprintf(&grown[process->n_files], "%s/%s", process->name, name) >= 0)
        process->n_files++;
}

static void list_record_files(struct cld_reader *session, struct cld_process_dir *process)
{
    unsigned long number;
    DIR *dir = open_folder(session, process->name);
    if (!dir) {
        cld_read_problem(session, process->name, 0, 0, strerror(errno));
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));)
        if (parse_record_name(entry->d_name, &number))
            add_record_file(process, entry->d_name);
    closedir(dir);
    if (process->n_files > 1)
        qsort(process->files, process->n_files, sizeof(char *), compare_files);
}

static bool is_folder(struct cld_reader *session, const char *name)
{
    struct stat st;
    return fstatat(session->fd, name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

static void list_processes(struct cld_reader *session)
{
    long pid;
    unsigned image;
    DIR *dir = open_folder(session, ".");
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!parse_process_name(entry->d_name, &pid, &image) || !is_folder(session, entry->d_name))
            continue;
        struct cld_process_dir *grown =
            realloc(session->processes, (session->n_processes + 1) * sizeof(*grown));
        if (!grown)
            break;
        session->processes = grown;
        struct cld_process_dir *process = &grown[session->n_processes];
        *process = (struct cld_process_dir){.pid = pid, .image = image, .name = strdup(entry->d_name)};
        if (process->name)
            session->n_processes++;
    }
    closedir(dir);
    if (session->n_processes > 1)
        qsort(session->processes, session->n_processes, sizeof(*session->processes), compare_processes);
    for (size_t i = 0; i < session->n_processes; i++)
        list_record_files(session, &session->processes[i]);
}

/* ---- the session ------------------------------------------------------------------------------------ */

/* Reads `control`. A damaged one costs its numbers, not the session; another version is refused. */
static int read_control(struct cld_reader *session, char error[CLD_READ_ERROR_MAX])
{
    uint64_t size;
    struct cld_control control = {0};
    int fd = cld_read_open(session, "control", &size);
    if (fd < 0) {
        snprintf(error, CLD_READ_ERROR_MAX,
                 "%s is not a session of cldoctor: it has no readable file 'control' (%s)", session->dir,
                 strerror(errno));
        return -1;
    }
    long got = cld_read_at(fd, &control, sizeof(control), 0);
    close(fd);
    if (got < (long)offsetof(struct cld_control, used_bytes) || control.magic != CLD_MAGIC_CONTROL) {
        cld_read_problem(session, "control", 0, size, got < 0 ? strerror(errno) : "its header is damaged");
        return 0;
    }
    if (control.version != CLD_FORMAT_VERSION) {
        snprintf(
            error, CLD_READ_ERROR_MAX,
            "%s was written by another version of cldoctor: it has format %u, this cldoctor reads format %u",
            session->dir, control.version, CLD_FORMAT_VERSION);
        return -1;
    }
    session->control = (struct cld_control_info){
        .max_bytes = control.max_bytes,
        .used_bytes = control.used_bytes,
        .layers = control.layers,
        .no_space = control.no_space,
        .thinning = control.thinning,
        .timeline_full = control.timeline_full,
        .findings_lost = control.findings_lost,
        .objects_lost = control.objects_lost,
    };
    return 0;
}

int cld_reader_open(const char *dir, struct cld_reader **session, char error[CLD_READ_ERROR_MAX])
{
    struct cld_reader *s = calloc(1, sizeof(*s));
    *session = NULL;
    if (!s || !(s->dir = strdup(dir))) {
        free(s);
        snprintf(error, CLD_READ_ERROR_MAX, "out of memory");
        return -1;
    }
    s->fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->fd < 0) {
        snprintf(error, CLD_READ_ERROR_MAX, "can't open the session folder %s: %s", dir, strerror(errno));
        cld_reader_close(s);
        return -1;
    }
    if (read_control(s, error) != 0) {
        cld_reader_close(s);
        return -1;
    }
    list_processes(s);
    if (s->n_problems > 0 && s->n_processes == 0 && find_problem(s, "control")) {
        snprintf(error, CLD_READ_ERROR_MAX,
                 "%s is not a session of cldoctor: its file 'control' is something else", dir);
        cld_reader_close(s);
        return -1;
    }
    *session = s;
    return 0;
}

void cld_reader_close(struct cld_reader *session)
{
    if (!session)
        return;
    for (size_t i = 0; i < session->n_processes; i++) {
        struct cld_process_dir *process = &session->processes[i];
        for (size_t k = 0; k < process->n_files; k++)
            free(process->files[k]);
        free(process->files);
        free(process->name);
    }
    for (size_t i = 0; i < session->n_problems; i++) {
        free(session->problems[i].file);
        free(session->problems[i].what);
    }
    if (session->fd >= 0)
        close(session->fd);
    free(session->processes);
    free(session->problems);
    free(session->dir);
    free(session);
}

const char *cld_reader_dir(const struct cld_reader *session)
{
    return session->dir;
}

const struct cld_control_info *cld_reader_control(const struct cld_reader *session)
{
    return &session->control;
}

size_t cld_reader_processes(const struct cld_reader *session)
{
    return session->n_processes;
}

const struct cld_process_dir *cld_reader_process(const struct cld_reader *session, size_t i)
{
    return i < session->n_processes ? &session->processes[i] : NULL;
}

void cld_reader_read_pairs(struct cld_reader *session, const struct cld_process_dir *dir, cld_pair_fn *fn,
                           void *user)
{
    size_t length;
    char file[64];
    snprintf(file, sizeof(file), "%s/process", dir->name);
    cld_read_problem_clear(session, file);
    char *text = cld_reader_read_text(session, file, &length);
    if (!text) {
        cld_read_problem(session, file, 0, 0, strerror(errno));
        return;
    }
    /* read_text() has put a NUL behind the text: every strlen() below ends inside the buffer. */
    for (size_t at = 0; at < length;) {
        const char *key = text + at;
        at += strlen(key) + 1;
        if (at >= length) {
            if (*key)
                cld_read_problem(session, file, (uint64_t)(key - text), strlen(key), "it ends in the middle");
            break;
        }
        const char *value = text + at;
        at += strlen(value) + 1;
        if (*key)
            fn(user, key, value);
    }
    free(text);
}
