#include "layer/build_keep.h"

#include "layer/build_headers.h"
#include "layer/layer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_KEPT 64
#define LONGEST_LOG (4u << 20)

static struct {
    pthread_mutex_t lock;
    uint32_t hashes[MOST_KEPT];
    unsigned count;
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The number for `hash`; *is_new: it is to be written. 0: too many. */
static unsigned number_of(uint32_t hash, bool *is_new)
{
    unsigned n = 0;
    pthread_mutex_lock(&kept.lock);
    while (n < kept.count && kept.hashes[n] != hash)
        n++;
    *is_new = n == kept.count;
    if (n == MOST_KEPT)
        n = UINT_MAX;
    else if (*is_new)
        kept.hashes[kept.count++] = hash;
    pthread_mutex_unlock(&kept.lock);
    return n + 1;
}

static size_t bytes_of(const struct cld_recipe *made)
{
    size_t bytes = 0;
    for (size_t i = 0; made && i < made->n_units; i++) {
        const struct cld_unit *u = &made->units[i]->unit;
        bytes += strlen(u->source) + strlen(u->options);
        for (size_t h = 0; h < u->n_headers; h++)
            bytes += strlen(u->headers[h].text);
    }
    return bytes;
}

/* Takes the bytes out of what the session may use. */
static bool take_room(uint64_t bytes)
{
    struct cld_control *control = cld_layer.session.control;
    if (!control || !cld_layer.session.process)
        return false;
    if (atomic_fetch_add(&control->used_bytes, bytes) + bytes <= control->max_bytes)
        return true;
    atomic_fetch_sub(&control->used_bytes, bytes);
    return false;
}

static bool write_file(const char *folder, const char *name, const char *text, size_t size)
{
    char path[PATH_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    ssize_t n = 1;
    while (size && (n = write(file, text, size)) > 0) {
        text += n;
        size -= (size_t)n;
    }
    return close(file) == 0 && n > 0;
}

/* "inc/rows.clh": the folders on the way. Names that lead out of the folder are not followed. */
static bool write_header(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    int base = snprintf(path, sizeof path, "%s/headers/", folder);
    if (name[0] == '/' || strstr(name, "..") || (size_t)base + strlen(name) >= sizeof path)
        return false;
    strcpy(path + base, name);
    for (char *slash = path + strlen(folder); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    return write_file(folder, path + strlen(folder) + 1, text, strlen(text));
}

/* Of disk: they may change, or go, before someone looks. */
static void keep_header(void *folder, const char *name, const char *text)
{
    if (take_room(strlen(text)))
        write_header(folder, name, text);
}

static bool write_unit(char *folder, const struct cld_unit *u, size_t number)
{
    char source[48] = "source.cl", options[48] = "options.txt";
    if (number > 0) {
        snprintf(source, sizeof source, "source-%zu.cl", number + 1);
        snprintf(options, sizeof options, "options-%zu.txt", number + 1);
    }
    bool good = write_file(folder, source, u->source, strlen(u->source)) &&
                write_file(folder, options, u->options, strlen(u->options));
    for (size_t h = 0; h < u->n_headers; h++)
        write_header(folder, u->headers[h].name, u->headers[h].text);
    cld_build_headers(u, keep_header, folder);
    return good;
}

unsigned cld_build_keep(uint32_t hash, const struct cld_recipe *made, const char *log, size_t log_size)
{
    char folder[PATH_MAX];
    bool is_new, good;
    int saved = errno;
    log_size = log_size < LONGEST_LOG ? log_size : LONGEST_LOG;
    unsigned n = number_of(hash, &is_new);
    if (!n || !is_new)
        return n;
    if (!take_room(bytes_of(made) + log_size))
        return 0;
    good = (size_t)snprintf(folder, sizeof folder, "%s/build-%u", cld_layer.session.process, n) <
               sizeof folder &&
           mkdir(folder, 0777) == 0 && write_file(folder, "log.txt", log, log_size);
    for (size_t i = 0; good && made && i < made->n_units; i++)
        good = write_unit(folder, &made->units[i]->unit, i);
    errno = saved;
    return good ? n : 0;
}

void cld_build_keep_forked(void)
{
    pthread_mutex_init(&kept.lock, NULL);
    kept.count = 0;
}
