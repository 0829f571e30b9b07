#include "wire/stamp.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

bool cld_stamp(const char *path, char stamp[CLD_STAMP_MAX])
{
    struct stat s;
    stamp[0] = '\0';
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    int64_t ns = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
    snprintf(stamp, CLD_STAMP_MAX, "%" PRId64 ":%" PRId64, ns, (int64_t)s.st_size);
    return true;
}
