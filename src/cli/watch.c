#include "cli/watch.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_loader(const char *name)
{
    return strncmp(name, "libOpenCL.so", 12) == 0 || strncmp(name, "libOpenCL-", 10) == 0;
}

static bool is_vendor(const char *name)
{
    static const char *const drivers[] = {
        "libnvidia-opencl", "libpocl.so", "libpocl-",         "libamdocl",     "libigdrcl",
        "libintelocl",      "librusticl", "libRusticlOpenCL", "libMesaOpenCL", "libmali",
        "libadreno",        "libvc4cl",   "libclvk",          "libtriSYCL",
    };
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++)
        if (strncmp(name, drivers[i], strlen(drivers[i])) == 0)
            return true;
    return false;
}

static void add_once(char ***list, size_t *count, const char *text)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*list)[i], text) == 0)
            return;
    cld_strings_add(list, count, text);
}

static void read_maps(struct cld_run_info *info, pid_t pid)
{
    char name[64], *line = NULL;
    size_t room = 0;
    snprintf(name, sizeof name, "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(name, "re");
    while (maps && getline(&line, &room, maps) > 0) {
        char *path = strchr(line, '/');
        if (!path)
            continue;
        path[strcspn(path, "\n")] = '\0';
        if (is_loader(base_name(path)))
            add_once(&info->loaders, &info->n_loaders, path);
        else if (is_vendor(base_name(path)))
            add_once(&info->vendors, &info->n_vendors, path);
    }
    free(line);
    if (maps)
        fclose(maps);
}

/* A process that was seen before is still looked into: it may have children of its own since. */
static bool add_pid(struct cld_watch_pids *pids, pid_t pid)
{
    for (size_t i = 0; i < pids->count; i++)
        if (pids->list[i] == pid)
            return true;
    pid_t *more = realloc(pids->list, (pids->count + 1) * sizeof *more);
    if (!more)
        return false;
    pids->list = more;
    pids->list[pids->count++] = pid;
    return true;
}

static void watch_children(struct cld_watch_pids *pids, pid_t pid, const char *thread)
{
    char name[PATH_MAX];
    long child;
    snprintf(name, sizeof name, "/proc/%ld/task/%s/children", (long)pid, thread);
    FILE *children = fopen(name, "re");
    while (children && fscanf(children, "%ld", &child) == 1)
        if (add_pid(pids, (pid_t)child))
            cld_watch_descendants(pids, (pid_t)child);
    if (children)
        fclose(children);
}

/* Each thread has its own list. It is there in every kernel that distributions ship (CONFIG_PROC_CHILDREN).
 */
void cld_watch_descendants(struct cld_watch_pids *pids, pid_t pid)
{
    char name[64];
    snprintf(name, sizeof name, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(name);
    for (struct dirent *e; threads && (e = readdir(threads));)
        if (e->d_name[0] != '.')
            watch_children(pids, pid, e->d_name);
    if (threads)
        closedir(threads);
}

void cld_watch_libraries(struct cld_run_info *info, pid_t pid)
{
    struct cld_watch_pids pids = {NULL, 0};
    read_maps(info, pid);
    cld_watch_descendants(&pids, pid);
    for (size_t i = 0; i < pids.count; i++)
        read_maps(info, pids.list[i]);
    free(pids.list);
}
