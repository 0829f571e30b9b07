#include "layer/twin_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC "CLDTWIN1"
#define NAME 33   /* of an entry: 128 bits in hexadecimal */
#define PATH 4096 /* of the user's cache folder */

/* On disk. The key tells a renamed file, the checksum any other damage. */
struct head {
    char magic[8];
    uint64_t key_low, key_high;
    uint64_t size; /* of what follows */
    uint64_t check_low, check_high;
};

struct cld_twin_key cld_twin_key(const void *data, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits(data, size);
    return (struct cld_twin_key){hash.low64, hash.high64};
}

static struct head make_head(struct cld_twin_key key, const void *data, size_t size)
{
    struct cld_twin_key check = cld_twin_key(data, size);
    struct head h = {MAGIC, key.low, key.high, size, check.low, check.high};
    return h;
}

static void make_name(char name[NAME], struct cld_twin_key key)
{
    snprintf(name, NAME, "%016" PRIx64 "%016" PRIx64, key.high, key.low);
}

/* ---- the folder ---------------------------------------------------------------------------------------- */

/* Ours, and nobody else can put anything into it. */
static bool is_ours(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && (s.st_mode & 022) == 0;
}

/* Closes `parent`. */
static int enter(int parent, const char *name, bool make)
{
    if (parent < 0)
        return -1;
    if (make)
        mkdirat(parent, name, 0700);
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(parent);
    if (fd >= 0 && !is_ours(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* No getpwuid(): it loads libraries into the program. */
static bool find_user_cache(char path[PATH], bool make)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (xdg && xdg[0] == '/') /* the XDG specification: a relative one is to be ignored */
        n = snprintf(path, PATH, "%s", xdg);
    else if (home && home[0] == '/')
        n = snprintf(path, PATH, "%s/.cache", home);
    if (n <= 0 || n >= PATH)
        return false;
    if (make)
        mkdir(path, 0700);
    return true;
}

/* Up to the user's cache folder, symbolic links are the user's business; below, there are none. -1: none. */
static int open_folder(bool make)
{
    char path[PATH];
    if (!find_user_cache(path, make))
        return -1;
    int base = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return enter(enter(base, "cldoctor", make), "twins", make);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static bool read_all(int fd, void *data, size_t size)
{
    for (char *p = data; size > 0;) {
        ssize_t n = read(fd, p, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        if (n > 0) {
            p += n;
            size -= (size_t)n;
        }
    }
    return true;
}

/* NULL: no entry, or a damaged one. */
static void *read_entry(int fd, struct cld_twin_key key, size_t *size)
{
    struct stat s;
    struct head found;
    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != geteuid() ||
        s.st_size < (off_t)sizeof found || !read_all(fd, &found, sizeof found))
        return NULL;
    if (found.size > CLD_TWIN_ENTRY_BYTES || found.size != (uint64_t)s.st_size - sizeof found)
        return NULL;
    char *data = malloc(found.size + 1);
    if (!data)
        return NULL;
    if (read_all(fd, data, found.size)) {
        struct head right = make_head(key, data, found.size);
        if (memcmp(&found, &right, sizeof right) == 0) {
            *size = found.size;
            return data;
        }
    }
    free(data);
    return NULL;
}

bool cld_twin_cache_get(struct cld_twin_key key, void **data, size_t *size)
{
    char name[NAME];
    int saved = errno, folder = open_folder(false), fd = -1;
    make_name(name, key);
    *data = NULL;
    if (folder >= 0) {
        fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        close(folder);
    }
    if (fd >= 0) {
        *data = read_entry(fd, key, size);
        if (*data)
            futimens(fd, NULL);
        close(fd);
    }
    errno = saved;
    return *data != NULL;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

static bool write_all(int fd, const void *data, size_t size)
{
    for (const char *p = data; size > 0;) {
        ssize_t n = write(fd, p, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        if (n > 0) {
            p += n;
            size -= (size_t)n;
        }
    }
    return true;
}

/* Past that limit write() would send SIGXFSZ, of which the program dies. */
static bool may_write(size_t size)
{
    struct rlimit limit;
    return size <= CLD_TWIN_ENTRY_BYTES && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY || size + sizeof(struct head) <= limit.rlim_cur);
}

static void write_entry(int folder, struct cld_twin_key key, const void *data, size_t size)
{
    static _Atomic unsigned count;
    char name[NAME], temporary[64];
    struct timespec t;
    struct head head = make_head(key, data, size);
    clock_gettime(CLOCK_REALTIME, &t); /* two containers may have one cache and the same process ids */
    make_name(name, key);
    snprintf(temporary, sizeof temporary, ".%ld.%u.%lld%09ld", (long)getpid(), atomic_fetch_add(&count, 1),
             (long long)t.tv_sec, t.tv_nsec);
    int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    bool whole = write_all(fd, &head, sizeof head) && write_all(fd, data, size);
    if (close(fd) != 0 || !whole || renameat(folder, temporary, folder, name) != 0)
        unlinkat(folder, temporary, 0);
}

void cld_twin_cache_put(struct cld_twin_key key, const void *data, size_t size)
{
    static atomic_flag trimmed = ATOMIC_FLAG_INIT;
    int saved = errno, folder = may_write(size) ? open_folder(true) : -1;
    if (folder >= 0) {
        write_entry(folder, key, data, size);
        close(folder);
        if (!atomic_flag_test_and_set(&trimmed))
            cld_twin_cache_trim(CLD_TWIN_CACHE_BYTES);
    }
    errno = saved;
}

/* ---- bounds -------------------------------------------------------------------------------------------- */

struct file {
    struct timespec used;
    uint64_t size;
    char name[64];
};

struct files {
    struct file *list;
    size_t n, room;
    uint64_t bytes;
};

/* Entries, and what writers that died have left; names of no length of ours are not ours. */
static void list_file(struct files *f, int folder, const char *name)
{
    struct stat s;
    size_t length = strlen(name);
    if (length >= sizeof f->list->name || fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(s.st_mode))
        return;
    if (f->n == f->room) {
        size_t room = f->room ? 2 * f->room : 256;
        struct file *more = realloc(f->list, room * sizeof *more);
        if (!more)
            return;
        f->list = more;
        f->room = room;
    }
    struct file *file = &f->list[f->n++];
    file->used = s.st_mtim;
    file->size = (uint64_t)s.st_size;
    memcpy(file->name, name, length + 1);
    f->bytes += file->size;
}

static int older_first(const void *a, const void *b)
{
    const struct timespec *x = &((const struct file *)a)->used, *y = &((const struct file *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static void remove_oldest(struct files *f, int folder, uint64_t bytes)
{
    if (f->bytes <= bytes)
        return;
    qsort(f->list, f->n, sizeof *f->list, older_first);
    for (size_t i = 0; i < f->n && f->bytes > bytes; i++)
        if (unlinkat(folder, f->list[i].name, 0) == 0)
            f->bytes -= f->list[i].size;
}

void cld_twin_cache_trim(uint64_t bytes)
{
    struct files f = {0};
    int saved = errno, fd = open_folder(false);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL; /* owns fd from here on */
    if (folder) {
        for (struct dirent *e = readdir(folder); e; e = readdir(folder))
            list_file(&f, fd, e->d_name);
        remove_oldest(&f, fd, bytes);
        closedir(folder);
    } else if (fd >= 0) {
        close(fd);
    }
    free(f.list);
    errno = saved;
}
