#include "report/place.h"

#include <stdlib.h>
#include <string.h>

#include "model/arena.h"

static bool starts_with(const char *text, const char *start)
{
    return text && strncmp(text, start, strlen(start)) == 0;
}

static bool is_ours(const struct cld_frame *frame)
{
    return starts_with(frame->module, "libOpenCL.so") || starts_with(frame->module, "libcldoctor-layer.so") ||
           starts_with(frame->module, "libcldoctor-preload.so");
}

static bool is_libc(const struct cld_frame *frame)
{
    return starts_with(frame->module, "libc.so") || starts_with(frame->module, "libpthread.so");
}

static bool is_startup(const struct cld_frame *frame)
{
    static const char *const names[] = {"_start", "start_thread", "clone", "__clone", "clone3", "__clone3"};
    if (is_libc(frame) || starts_with(frame->function, "__libc_start_"))
        return true;
    for (size_t i = 0; frame->function && i < sizeof(names) / sizeof(*names); i++)
        if (strcmp(frame->function, names[i]) == 0)
            return true;
    return false;
}

/* How many frames there are without what libc does before main() and around a thread, at the outer end. A
 * stripped program's _start has no name: it is the nameless frame around libc's. */
static size_t without_startup(const struct cld_frame *frames, size_t count)
{
    if (count > 2 && !frames[count - 1].function && is_libc(&frames[count - 2]))
        count--;
    while (count > 1 && is_startup(&frames[count - 1]))
        count--;
    return count;
}

/* Wrappers around OpenCL, and what the system installed: the mistake is in their caller. */
static bool is_users(const struct cld_frame *frame)
{
    static const char *const wrappers[] = {"/CL/cl.hpp", "/CL/cl2.hpp", "/CL/opencl.hpp", "/boost/compute/"};
    if (!frame->file || is_libc(frame) || starts_with(frame->file, "/usr/include/") ||
        starts_with(frame->file, "/usr/lib/"))
        return false;
    for (size_t i = 0; i < sizeof(wrappers) / sizeof(*wrappers); i++)
        if (strstr(frame->file, wrappers[i]))
            return false;
    return true;
}

struct cld_place cld_place_of(const struct cld_frames *frames, bool whole)
{
    struct cld_place place = {frames->list, frames->count, 0};
    while (!whole && place.count > 1 && is_ours(&place.frames[0])) {
        place.frames++;
        place.count--;
    }
    if (!whole)
        place.count = without_startup(place.frames, place.count);
    for (size_t i = 0; i < place.count; i++)
        if (is_users(&place.frames[i])) {
            place.primary = i;
            return place;
        }
    for (size_t i = 0; i < place.count; i++)
        if (place.frames[i].file && !is_libc(&place.frames[i])) {
            place.primary = i;
            return place;
        }
    /* No lines at all: what called the loader, then. */
    while (place.primary + 1 < place.count && is_ours(&place.frames[place.primary]))
        place.primary++;
    return place;
}

/* Removes "." and "x/.." without looking at the disk. */
static char *clean(const char *path)
{
    bool absolute = path[0] == '/';
    char *out = cld_xcalloc(strlen(path) + 2, 1);
    size_t length = 0, fixed = 0; /* what stands before `fixed` can't be taken back */
    for (const char *at = path; *at;) {
        size_t word = strcspn(at, "/");
        bool up = word == 2 && at[0] == '.' && at[1] == '.';
        if (word == 0 || (word == 1 && at[0] == '.')) {
            /* nothing */
        } else if (up && length > fixed) {
            while (length > fixed && out[length - 1] != '/')
                length--;
            if (length > fixed)
                length--;
        } else if (!(up && absolute)) {
            if (length > 0 || absolute)
                out[length++] = '/';
            memcpy(out + length, at, word);
            length += word;
            if (up)
                fixed = length;
        }
        at += word;
        at += *at == '/';
    }
    out[length] = '\0';
    if (length == 0)
        memcpy(out, absolute ? "/" : ".", 2);
    return out;
}

char *cld_place_path(const char *path, const char *cwd)
{
    char *plain = clean(path);
    size_t length = cwd ? strlen(cwd) : 0;
    if (length > 1 && strncmp(plain, cwd, length) == 0 && plain[length] == '/')
        memmove(plain, plain + length + 1, strlen(plain + length + 1) + 1);
    return plain;
}
