#include "cli/output.h"

#include "cli/options.h"
#include "model/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cld_output_possible(const char *name)
{
    struct stat st;
    if (strcmp(name, "-") == 0)
        return true;
    if (stat(name, &st) == 0) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : 0;
        return errno == 0 && access(name, W_OK) == 0;
    }
    if (errno != ENOENT)
        return false;
    const char *slash = strrchr(name, '/');
    char *folder =
        slash ? cld_xprintf("%.*s", slash == name ? 1 : (int)(slash - name), name) : cld_xstrdup(".");
    bool can = *name && access(folder, W_OK | X_OK) == 0;
    free(folder);
    return can;
}

int cld_output_write(const char *name, int (*write)(const void *what, FILE *file), const void *what)
{
    bool to_stdout = strcmp(name, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(name, "we");
    int failed = !file || write(what, file) != 0;
    if (file && (to_stdout ? fflush(file) : fclose(file)) != 0)
        failed = 1;
    if (failed)
        cld_cli_error("cannot write %s: %s", to_stdout ? "to standard output" : name, strerror(errno));
    return failed;
}
