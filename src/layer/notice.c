/* notice.c - lines to the program's stderr. */
#include "layer/finding.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    dev_t device;
    ino_t inode;
    bool there;
} start;

/*
 * A daemon closes its stderr, and descriptor 2 may then be one of its files: only what was stderr when the
 * program started is written to. No descriptor is duplicated: programs can see those.
 */
void cld_notice_start(void)
{
    struct stat s;
    start.there = fstat(STDERR_FILENO, &s) == 0;
    start.device = s.st_dev;
    start.inode = s.st_ino;
}

void cld_notice(const char *format, ...)
{
    char line[2048];
    struct stat s;
    int saved = errno;
    bool same = !cld_layer.options.quiet && start.there && fstat(STDERR_FILENO, &s) == 0 &&
                s.st_dev == start.device && s.st_ino == start.inode;
    errno = saved;
    if (!same)
        return;
    int n = snprintf(line, sizeof line, "cldoctor: ");
    va_list args;
    va_start(args, format);
    n += vsnprintf(line + n, sizeof line - (size_t)n - 1, format, args);
    va_end(args);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    line[n++] = '\n';
    ssize_t ignored =
        write(STDERR_FILENO, line, (size_t)n); /* one call: lines of several threads stay whole */
    (void)ignored;
    errno = saved;
}
