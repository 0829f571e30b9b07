#include "record/write_map.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static bool claim(struct cld_control *control, size_t size, uint64_t limit)
{
    if (!control)
        return true;
    uint64_t before = atomic_fetch_add(&control->used_bytes, size);
    if (limit == 0 || before + size <= limit)
        return true;
    atomic_fetch_sub(&control->used_bytes, size);
    return false;
}

/* Past this limit the kernel sends SIGXFSZ, which kills the program: it is a full disk to us. */
static bool within_limit(size_t end)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || end <= limit.rlim_cur;
}

static void *allocate_and_map(int fd, size_t offset, size_t size)
{
    int error;
    /* A store into a hole of a mapped file on a full disk is SIGBUS: get the blocks first. */
    do
        error = posix_fallocate(fd, (off_t)offset, (off_t)size);
    while (error == EINTR);
    if (error)
        return NULL;
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
    return at == MAP_FAILED ? NULL : at;
}

void *cld_map_grow(const char *path, bool create, size_t offset, size_t size, struct cld_control *control,
                   uint64_t limit)
{
    int saved = errno;
    void *at = NULL;
    if (claim(control, size, limit)) {
        int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0);
        int fd = within_limit(offset + size) ? open(path, flags, 0644) : -1;
        if (fd >= 0) {
            at = allocate_and_map(fd, offset, size);
            close(fd);
        }
        if (!at && control) {
            atomic_fetch_sub(&control->used_bytes, size);
            atomic_fetch_add(&control->no_space, 1);
        }
    }
    errno = saved; /* the program may be about to look at it */
    return at;
}
